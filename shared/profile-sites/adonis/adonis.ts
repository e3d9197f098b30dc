import { secretField, textField } from '../../site-generator/fields.ts';
import {
  buyerColumn,
  eventColumn,
  fieldColumn,
  PROXY_COLUMN,
  type ProfileSite,
  settingColumn,
} from '../../site-generator/profile-site.ts';

/**
 * ADONIS: 27 columns, the name of the site and the mailbox in the settings, a country code per
 * event, no modes.
 */
export const ADONIS: ProfileSite = {
  name: 'ADONIS',
  fields: [textField('size')],
  settings: [
    { ...textField('siteName'), hint: 'Written to the SITE column.' },
    textField('browser'),
    { ...secretField('mailPassword'), hint: 'Written to the file, never stored.' },
    textField('imapHost'),
    textField('imapPort'),
  ],
  countryCodes: ['FR', 'UK', 'DE', 'ES', 'IT', 'DK', 'NL', 'BE', 'US', 'CA'],
  takesProxies: true,
  columns: [
    settingColumn('SITE', 'siteName'),
    eventColumn('DATE', ({ date }) => date),
    eventColumn('URL', ({ url }) => url),
    eventColumn('MODE', () => ''),
    fieldColumn('SIZE', 'size'),
    buyerColumn('FIRST NAME', ({ firstName }) => firstName),
    buyerColumn('LAST NAME', ({ lastName }) => lastName),
    buyerColumn('STREET', ({ street }) => street),
    buyerColumn('HOUSE NUMBER', ({ houseNumber }) => houseNumber),
    buyerColumn('ADDRESS 2', ({ address2 }) => address2),
    buyerColumn('CITY', ({ city }) => city),
    buyerColumn('ZIP', ({ postal }) => postal),
    buyerColumn('PHONE', ({ phone }) => phone),
    buyerColumn('STATE', ({ state }) => state),
    eventColumn('COUNTRY CODE', ({ countryCode }) => countryCode),
    buyerColumn('EMAIL', ({ email }) => email),
    buyerColumn('PASSWORD', ({ password }) => password),
    buyerColumn('CARD NUMBER', ({ card_number }) => card_number),
    buyerColumn('EXP MONTH', ({ card_exp_month }) => card_exp_month),
    buyerColumn('EXP YEAR', ({ card_exp_year }) => card_exp_year),
    buyerColumn('CVV', ({ cvv }) => cvv),
    PROXY_COLUMN,
    settingColumn('BROWSER', 'browser'),
    buyerColumn('MAIL USER', ({ email }) => email),
    settingColumn('MAIL PASSWORD', 'mailPassword'),
    settingColumn('IMAP HOST', 'imapHost'),
    settingColumn('IMAP PORT', 'imapPort'),
  ],
};
