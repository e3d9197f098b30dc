import { booleanField, numberField, textField } from '../../site-generator/fields.ts';
import { buyerColumn, eventColumn, fieldColumn } from '../../site-generator/profile-site.ts';

/** `MM/YY`; empty while month or year is missing. */
function cardExpiry(month: string, year: string): string {
  return month === '' || year === '' ? '' : `${month.padStart(2, '0')}/${year.slice(-2)}`;
}

/** Columns that several sites have. */
export const EVENT = eventColumn('EVENT', ({ url }) => url);
export const PROFILE = buyerColumn('PROFILE', ({ profile_name }) => profile_name);
export const EMAIL = buyerColumn('EMAIL', ({ email }) => email);
export const PASSWORD = buyerColumn('PASSWORD', ({ password }) => password);
export const CARD = [
  buyerColumn('CARD NUMBER', ({ card_number }) => card_number),
  buyerColumn('CARD EXP', (buyer) => cardExpiry(buyer.card_exp_month, buyer.card_exp_year)),
  buyerColumn('CVV', ({ cvv }) => cvv),
];
export const PLACES = [fieldColumn('SECTIONS', 'sections'), fieldColumn('ROWS', 'rows')];
export const LIMITS = [
  fieldColumn('QUANTITY', 'quantity'),
  fieldColumn('MIN PRICE', 'minPrice'),
  fieldColumn('MAX PRICE', 'maxPrice'),
  fieldColumn('MONITOR DELAY', 'monitorDelay'),
  fieldColumn('ERROR DELAY', 'errorDelay'),
];

export const OPEN_BROWSER_FIELD = booleanField('openBrowser', true);
export const CODE_FIELD = textField('code');
export const PLACE_FIELDS = [textField('sections'), textField('rows')];
export const LIMIT_FIELDS = [
  numberField('quantity', 1),
  numberField('minPrice', 0),
  numberField('maxPrice', 100),
  numberField('monitorDelay', 3500),
  numberField('errorDelay', 3500),
];
