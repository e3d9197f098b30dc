import { type CsvColumn, type CsvValue, streamLines } from './column.ts';

/** Cells that must stand in quotes: RFC 4180's four characters, outer blanks and a byte order mark, which readers would trim. */
const NEEDS_QUOTES = /[",\r\n]|^[\s\uFEFF]|\s$/;

/** One cell of a bot configuration: the value byte for byte, quoted only where RFC 4180 needs it. */
export function encodeMachineCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : String(value);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * The machine writer: no byte order mark, RFC 4180, values byte-exact, for bot configurations.
 * Yields pieces of about 64 K characters, so that any number of rows can be streamed.
 */
export function streamMachineCsv<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row>,
): Generator<string> {
  return streamLines(columns, rows, encodeMachineCell);
}

/** The whole machine file as one text; for files that are known to be small. */
export function writeMachineCsv<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row>,
): string {
  return [...streamMachineCsv(columns, rows)].join('');
}
