/** The values of a cell. Null and undefined are written as an empty cell; numbers in their shortest exact form. */
export type CsvValue = string | number | null | undefined;

/** One column of a file: its heading and how its cell is read from a row. */
export interface CsvColumn<Row> {
  header: string;
  value: (row: Row) => CsvValue;
}

/** RFC 4180: lines end in CR LF. */
const LINE_END = '\r\n';

/** Rows are handed on in pieces of about this many characters, so that half a million rows are never in memory at once. */
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * Writes a heading and rows line by line and yields them in pieces of about 64 K characters.
 * `encode` turns a value into a finished cell; both writers share everything but that.
 */
export function* streamLines<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row>,
  encode: (value: CsvValue) => string,
): Generator<string> {
  yield* chunkLines(headedLines(columns, rows, encode));
}

function* headedLines<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row>,
  encode: (value: CsvValue) => string,
): Generator<string> {
  yield joinCells(columns.map((column) => encode(column.header)));
  yield* rowLines(columns, rows, encode);
}

/** As {@link streamLines}, without a heading. */
export const streamRows = <Row>(
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row>,
  encode: (value: CsvValue) => string,
): Generator<string> => chunkLines(rowLines(columns, rows, encode));

function* rowLines<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row>,
  encode: (value: CsvValue) => string,
): Generator<string> {
  for (const row of rows) yield joinCells(columns.map((column) => encode(column.value(row))));
}

/** Joins finished cells. A lone empty cell is quoted, because readers skip an empty line. */
function joinCells(cells: string[]): string {
  return cells.length === 1 && cells[0] === '' ? '""' : cells.join(',');
}

/** Ends each finished line with CR LF and yields pieces of about 64 K characters. */
export function* chunkLines(finished: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const line of finished) {
    chunk += line + LINE_END;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
