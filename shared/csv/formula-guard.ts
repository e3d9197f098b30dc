/**
 * Texts that a spreadsheet would run: = + - @ or their full-width forms, also behind blanks and characters that do not
 * show, and texts that begin with a tab or a line break.
 */
const RUNS_AS_FORMULA =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters before a formula are what is looked for
  /^(?:[\s\u0000-\u001F\u007F-\u00A0\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[^\S\t\r\n]*[\t\r\n])/;

/**
 * Whether a text would run as a formula. One that has apostrophes in front gets one more, so that its own ones stay.
 */
const needsGuard = (text: string): boolean => RUNS_AS_FORMULA.test(text.replace(/^'+/, ''));

/** The text with an apostrophe in front if a spreadsheet would run it as a formula; any other text as it is. */
export const withGuard = (text: string): string => (needsGuard(text) ? `'${text}` : text);

/** A cell of a report as it was before the apostrophe in front of a formula, for files that are read again. */
export const withoutGuard = (cell: string): string =>
  cell.startsWith("'") && needsGuard(cell) ? cell.slice(1) : cell;
