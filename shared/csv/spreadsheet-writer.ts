import { type CsvColumn, type CsvStyle, streamLines, streamRows } from './column.ts';
import { withGuard } from './formula-guard.ts';

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Quoted beyond RFC 4180: semicolon and tab, because a spreadsheet may split at them instead of at
 * the comma.
 */
const NEEDS_QUOTES = /[;\t]|^[\s\uFEFF]|\s$/;

/**
 * A text that would run as a formula gets a leading apostrophe; real numbers stay numbers.
 * PapaParse's own option would also quote each of them.
 */
const style: CsvStyle = {
  textOf: withGuard,
  needsQuotes: NEEDS_QUOTES,
};

/**
 * The spreadsheet writer: UTF-8 with a byte order mark, CRLF, formulas escaped, for reports that
 * people open. Yields chunks of about 64 K characters, so that any number of rows can be streamed.
 */
export function* streamSpreadsheetCsv<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row>,
): Generator<string> {
  yield BYTE_ORDER_MARK;
  yield* streamLines(columns, rows, style);
}

/** The whole report as one text; for small files only. */
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
