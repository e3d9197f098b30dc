import Papa from 'papaparse';

/** The values of a cell. Null and undefined are written as an empty cell; numbers in their shortest exact form. */
export type CsvValue = string | number | null | undefined;

/** One column of a file: its heading and the function that reads its cell from a row. */
export interface CsvColumn<Row> {
  header: string;
  value: (row: Row) => CsvValue;
}

/** How cells are written, beyond RFC 4180. */
export interface CsvStyle {
  /** Changes a text before it is written. Numbers are not changed. */
  textOf: (text: string) => string;
  /** Cells that are quoted, besides those with a comma, a quote or a line break. */
  needsQuotes: RegExp;
}

/** RFC 4180: lines end in CR LF. */
const LINE_END = '\r\n';

/**
 * Rows are passed on in chunks of about this many characters, so that half a million rows are never
 * in memory at once.
 */
const CHUNK_CHARACTERS = 64 * 1024;

/** Writes a heading and rows, and yields them in chunks of about 64 K characters. */
export function* streamLines<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row>,
  style: CsvStyle,
): Generator<string> {
  const { textOf } = style;
  yield* streamCells(headedRows(columns, rows, textOf), style);
}

function* headedRows<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row>,
  textOf: CsvStyle['textOf'],
): Generator<string[]> {
  yield columns.map(({ header }) => textOf(header));
  yield* cellRows(columns, rows, textOf);
}

/** Streams lines like {@link streamLines}, without a heading. */
export const streamRows = <Row>(
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row>,
  style: CsvStyle,
): Generator<string> => streamCells(cellRows(columns, rows, style.textOf), style);

function* cellRows<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row>,
  textOf: CsvStyle['textOf'],
): Generator<string[]> {
  for (const row of rows) {
    yield columns.map(({ value }) => {
      const cell = value(row) ?? '';
      return typeof cell === 'string' ? textOf(cell) : String(cell);
    });
  }
}

function* streamCells(rows: Iterable<string[]>, { needsQuotes }: CsvStyle): Generator<string> {
  const write = (batch: string[][]): string => {
    // Readers skip an empty line, so an empty cell that is alone in its row is quoted.
    const isAlone = batch[0]?.length === 1;
    const quotes = (cell: string) => needsQuotes.test(cell) || (isAlone && cell === '');
    return Papa.unparse(batch, { newline: LINE_END, quotes }) + LINE_END;
  };
  let batch: string[][] = [];
  let characters = 0;
  for (const cells of rows) {
    batch.push(cells);
    characters += LINE_END.length + cells.join(',').length;
    if (characters < CHUNK_CHARACTERS) continue;
    yield write(batch);
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield write(batch);
}
