import { choiceField, numberField, textField } from '../../site-generator/fields.ts';
import {
  buyerColumn,
  eventColumn,
  fieldColumn,
  PROXY_COLUMN,
  type ProfileColumn,
  type ProfileSite,
  settingColumn,
} from '../../site-generator/profile-site.ts';

/** The bots of these sites accept only this card type. */
const CARD_TYPE = 'VISA';

const addressColumns = (prefix: 'SHIPPING' | 'BILLING'): ProfileColumn[] => [
  buyerColumn(`${prefix} FIRST NAME`, ({ firstName }) => firstName),
  buyerColumn(`${prefix} LAST NAME`, ({ lastName }) => lastName),
  buyerColumn(`${prefix} HOUSE NUMBER`, ({ houseNumber }) => houseNumber),
  buyerColumn(`${prefix} STREET`, ({ street }) => street),
  buyerColumn(`${prefix} ADDRESS 2`, ({ address2 }) => address2),
  buyerColumn(`${prefix} CITY`, ({ city }) => city),
  buyerColumn(`${prefix} ZIP`, ({ postal }) => postal),
  buyerColumn(`${prefix} STATE`, ({ state }) => state),
  buyerColumn(`${prefix} COUNTRY`, ({ country }) => country),
  buyerColumn(`${prefix} PHONE`, ({ phone }) => phone),
];

/** A site of the checkout bot: 37 columns and the custom fields. Sites differ in their name and modes. */
export function checkoutSite(name: string, modes: readonly string[]): ProfileSite {
  return {
    name,
    fields: [
      textField('dummyUrl', '0-150'),
      choiceField('mode', modes),
      textField('size'),
      textField('discountCode'),
      numberField('quantity', 1),
    ],
    settings: [textField('webhook')],
    takesCustomFields: true,
    takesProxies: true,
    columns: [
      eventColumn('SITE', () => name),
      eventColumn('DATE', ({ date }) => date),
      fieldColumn('DUMMY URL', 'dummyUrl'),
      eventColumn('URL', ({ url }) => url),
      fieldColumn('MODE', 'mode'),
      fieldColumn('SIZE', 'size'),
      fieldColumn('QUANTITY', 'quantity'),
      fieldColumn('DISCOUNT CODE', 'discountCode'),
      buyerColumn('EMAIL', ({ email }) => email),
      buyerColumn('PASSWORD', ({ password }) => password),
      ...addressColumns('SHIPPING'),
      ...addressColumns('BILLING'),
      eventColumn('CARD TYPE', () => CARD_TYPE),
      buyerColumn('CARD NUMBER', ({ card_number }) => card_number),
      buyerColumn('EXP MONTH', ({ card_exp_month }) => card_exp_month),
      buyerColumn('EXP YEAR', ({ card_exp_year }) => card_exp_year),
      buyerColumn('CVV', ({ cvv }) => cvv),
      PROXY_COLUMN,
      settingColumn('WEBHOOK', 'webhook'),
    ],
  };
}
