/**
 * Texts that a spreadsheet would run: = + - @ or their full-width forms, also after blanks and
 * invisible characters, and texts that begin with a tab or a line break.
 */
const RUNS_AS_FORMULA =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters before a formula
  /^(?:[\s\u0000-\u001F\u007F-\u00A0\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[^\S\t\r\n]*[\t\r\n])/;

/**
 * Whether a text would run as a formula. A formula with leading apostrophes gets one more, so that
 * its own ones are kept.
 */
const needsGuard = (text: string): boolean => RUNS_AS_FORMULA.test(text.replace(/^'+/, ''));

/**
 * The text with a leading apostrophe if a spreadsheet would run it as a formula; otherwise the
 * unchanged text.
 */
export const withGuard = (text: string): string => (needsGuard(text) ? `'${text}` : text);

/**
 * A cell of a report without the apostrophe that was added before a formula, for files that are
 * read again.
 */
export const withoutGuard = (cell: string): string =>
  cell.startsWith("'") && needsGuard(cell) ? cell.slice(1) : cell;
