import { type CsvColumn, type CsvStyle, streamLines, streamRows } from './column.ts';

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Texts that a spreadsheet would run: = + - @ or their full-width forms, also behind blanks and characters that do not show,
 * and texts that begin with a tab or a line break.
 */
const RUNS_AS_FORMULA =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters before a formula are what is looked for
  /^(?:[\s\u0000-\u001F\u007F-\u00A0\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[^\S\t\r\n]*[\t\r\n])/;

/** Quoted beyond RFC 4180: semicolon and tab, because a spreadsheet may split at them instead of at the comma. */
const NEEDS_QUOTES = /[;\t]|^[\s\uFEFF]|\s$/;

/**
 * A text that would run as a formula gets an apostrophe in front; real numbers stay numbers. PapaParse's own option
 * would also put each of them in quotes.
 */
const style: CsvStyle = {
  textOf: (text) => (RUNS_AS_FORMULA.test(text) ? `'${text}` : text),
  needsQuotes: NEEDS_QUOTES,
};

/** A cell of a report as it was before the apostrophe in front of a formula, for files that are read again. */
export const withoutGuard = (cell: string): string =>
  cell.startsWith("'") && RUNS_AS_FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;

/**
 * The spreadsheet writer: UTF-8 with a byte order mark, CRLF, formulas defused, for reports that people open.
 * Yields pieces of about 64 K characters, so that any number of rows can be streamed.
 */
export function* streamSpreadsheetCsv<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row>,
): Generator<string> {
  yield BYTE_ORDER_MARK;
  yield* streamLines(columns, rows, style);
}

/** The whole report as one text; for files that are known to be small. */
export function writeSpreadsheetCsv<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row>,
): string {
  return [...streamSpreadsheetCsv(columns, rows)].join('');
}

/** Further rows of a file that {@link streamSpreadsheetCsv} began, for rows that arrive in portions. */
export const streamSpreadsheetRows = <Row>(
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row>,
): Generator<string> => streamRows(columns, rows, style);
