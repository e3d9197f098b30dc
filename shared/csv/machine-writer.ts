import { type CsvColumn, type CsvStyle, streamLines } from './column.ts';

/** Outer blanks and a byte order mark stand in quotes too, because readers would trim them. */
const style: CsvStyle = { textOf: (text) => text, needsQuotes: /^[\s\uFEFF]|\s$/ };

/**
 * The machine writer: no byte order mark, RFC 4180, values byte-exact, for files that programs read.
 * Yields pieces of about 64 K characters, so that any number of rows can be streamed.
 */
export function streamMachineCsv<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row>,
): Generator<string> {
  return streamLines(columns, rows, style);
}

/** The whole machine file as one text; for files that are known to be small. */
export function writeMachineCsv<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row>,
): string {
  return [...streamMachineCsv(columns, rows)].join('');
}
