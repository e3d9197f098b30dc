import { type CsvColumn, type CsvStyle, streamLines } from './column.ts';

/** Text with outer blanks or a byte order mark is also quoted, because readers would trim them. */
const style: CsvStyle = { textOf: (text) => text, needsQuotes: /^[\s\uFEFF]|\s$/ };

/**
 * The machine writer: no byte order mark, RFC 4180, values byte-exact, for files that programs
 * read. Yields chunks of about 64 K characters, so that any number of rows can be streamed.
 */
export function streamMachineCsv<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row>,
): Generator<string> {
  return streamLines(columns, rows, style);
}

/** The whole machine file as one text; for small files only. */
export function writeMachineCsv<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row>,
): string {
  return [...streamMachineCsv(columns, rows)].join('');
}
