/**
 * 12 digits or more, with blanks or hyphens between them, and the plus sign of a telephone number.
 */
const LONG_NUMBER = /\+?\d(?:[ -]?\d){11,}/g;
const SEARCHABLE_DIGITS = 4;

/**
 * Replaces each number of 12 or more digits in a search text with its last four digits. A profile
 * is found by the last four digits of its card, and the whole number must not be in an address or a
 * log.
 */
export const shortenNumbers = (search: string): string =>
  search.replace(LONG_NUMBER, (number) => number.replace(/\D/g, '').slice(-SEARCHABLE_DIGITS));
