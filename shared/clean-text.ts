/**
 * Invisible characters: soft hyphens, zero-width blanks, marks of direction, byte order marks,
 * control characters.
 */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g;
/**
 * Joiners and selectors that the spelling of a name may require, and that an address or a heading
 * never contains.
 */
const JOINERS = /[\u115F\u1160\u200C\u3164\uFFA0]|\u034F|\u200D|[\uFE00-\uFE0F]/g;
const PLAIN_ASCII = /^[\t\n\r\x20-\x7E]*$/;

/** Quotes, brackets and marks of emphasis that programs put around a value. */
const OPENING = /^[\s<"'([`*‘’‚‛“”„‟‹›«»′″]+/;
/**
 * One character only: a pattern for a run of them at the end would try each position of a long run,
 * and read on from it.
 */
const CLOSING = /[\s>"')\]`*‘’‚‛“”„‟‹›«»′″]/;

/** A text without invisible characters, in Unicode form NFC. */
export const cleanText = (text: string): string =>
  PLAIN_ASCII.test(text) ? text : text.replace(INVISIBLE, '').normalize('NFC');

/**
 * Cleans values that are compared, such as addresses, ids and headings, like {@link cleanText}, and
 * trims them.
 */
export const cleanKey = (text: string): string =>
  PLAIN_ASCII.test(text) ? text.trim() : cleanText(text).replace(JOINERS, '').trim();

/**
 * An account as it may be pasted, read or sent: without invisible characters, and without quotes
 * and brackets around it.
 */
export const cleanAccount = (text: string): string => unwrap(cleanKey(text));

/** A value without the quotes and brackets around it. */
export function unwrap(text: string): string {
  const opened = text.replace(OPENING, '');
  let end = opened.length;
  while (end > 0 && CLOSING.test(opened.charAt(end - 1))) end -= 1;
  return opened.slice(0, end);
}
