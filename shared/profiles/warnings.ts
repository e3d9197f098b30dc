import { type NewProfile, PROFILE_COLUMNS } from './schema.ts';

/** A cell that is accepted although it is unlikely to be right. */
export interface CellWarning {
  key: keyof NewProfile;
  reason: string;
}

/** Texts that spreadsheets write in place of a value that they could not calculate, in several languages. */
const ERROR_VALUE =
  /^#(?:n\/?[av]|ref!?|bezug!|name\??|value!?|wert!|valeur!|valor!|div\/0!?|num!?|zahl!|nombre!|null!?|spill!|calc!)$/i;
/** `1.61756E+10`, `4,91701E+11` */
const SHORTENED_NUMBER = /^\d(?:[.,]\d+)?e\+?\d+$/i;
/**
 * Countries whose postal codes always have five digits, so that a shorter one has lost its zeros.
 */
const FIVE_DIGITS =
  /^(?:us|usa|united states.*|de|germany|deutschland|fr|france|es|spain|españa|it|italy|italia)$/i;
/** Spreadsheets keep 15 digits of a number and replace the others with zeros. */
const EXACT_DIGITS = 15;

/** The warnings of an accepted profile, in the order of the columns. */
export function warningsOf(profile: NewProfile): CellWarning[] {
  return PROFILE_COLUMNS.flatMap(({ key }) => {
    const reason = key === 'password' ? null : warningOf(key, profile);
    return reason === null ? [] : [{ key, reason }];
  });
}

function warningOf(key: keyof NewProfile, profile: NewProfile): string | null {
  const value = profile[key] ?? '';
  if (value === '') return null;
  if (ERROR_VALUE.test(value)) return 'Error value of a spreadsheet';
  switch (key) {
    case 'phone':
    case 'postal':
      if (SHORTENED_NUMBER.test(value)) return 'A spreadsheet has shortened this number';
      return key === 'postal' && hasLostZero(profile) ? 'A leading zero may be missing' : null;
    case 'card_number':
      return isRounded(value) ? 'A spreadsheet may have rounded this number to 15 digits' : null;
    case 'card_exp_month':
      return /^(?:0?[1-9]|1[0-2])$/.test(value) ? null : 'The month is not 1 to 12';
    case 'card_exp_year':
      return /^20\d\d$/.test(value) ? null : 'The year is not 2000 to 2099';
    case 'cvv':
      return /^\d{3,4}$/.test(value) ? null : 'The CVV is not 3 or 4 digits';
    default:
      return null;
  }
}

const hasLostZero = ({ postal, country }: NewProfile): boolean =>
  /^\d{3,4}$/.test(postal) && FIVE_DIGITS.test(country);

/** Zeros from the 16th digit on, and a check digit that is wrong. */
function isRounded(card: string): boolean {
  const rest = card.slice(EXACT_DIGITS);
  return /^0+$/.test(rest) && !hasRightCheckDigit(card);
}

/** The check digit of Luhn, which every card number has. */
function hasRightCheckDigit(card: string): boolean {
  const sum = [...card].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
