import { type ByteSource, type CsvEncoding, decodeCsv, ENCODING_NAMES } from './decode.ts';
import type { Delimiter, IgnoredLines } from './file-result.ts';
import { type CsvIssue, CsvReader, type CsvReaderOptions } from './reader.ts';

/** How a file is read. Null values are detected. */
export interface ReadAs {
  encoding: CsvEncoding | null;
  delimiter: Delimiter | null;
  /** The name of a workbook's sheet. */
  sheet: string | null;
}

/** Settings of which everything is detected. */
export const AS_FOUND: ReadAs = { encoding: null, delimiter: null, sheet: null };

/** How a file is read whose columns have meanings. Null values are detected. */
export interface ReadWithColumns<Columns> extends ReadAs {
  columns: Columns | null;
}

/** Everything is detected, and the columns by their names. */
export const AS_FOUND_BY_NAME: ReadWithColumns<never> = { ...AS_FOUND, columns: null };

/**
 * How a file is read after an operator has changed a part of it.
 * @param before the choices so far; the last of them may not be applied yet
 * @param shown the form in which the operator saw the file. Values of `part` that equal it were not
 * changed.
 * @returns the choices with the part. Columns that were chosen for another sheet or delimiter are
 * dropped.
 */
export function readAgainAs<Columns>(
  before: ReadWithColumns<Columns>,
  shown: ReadAs,
  part: Partial<ReadWithColumns<Columns>>,
): ReadWithColumns<Columns> {
  const isChanged = (key: keyof ReadAs) => part[key] !== undefined && part[key] !== shown[key];
  const choose = <Key extends keyof ReadAs>(key: Key): ReadAs[Key] =>
    isChanged(key) ? (part[key] ?? null) : (before[key] ?? part[key] ?? null);
  const isOtherTable = isChanged('sheet') || isChanged('delimiter');
  return {
    encoding: choose('encoding'),
    delimiter: choose('delimiter'),
    sheet: choose('sheet'),
    columns: part.columns ?? (isOtherTable ? null : before.columns),
  };
}

/** The format of a file, and the reason for reading it that way. */
export interface TableForm extends ReadAs {
  /** `UTF-8, comma` or `workbook, sheet Accounts`. */
  text: string;
  /** The reason for the encoding, as the end of a sentence; empty for a workbook. */
  evidence: string;
  /** The sheets of a workbook. */
  sheets: readonly { name: string; isHidden: boolean }[];
}

/** A table that was read: its receiver, its faults and its lines. */
export interface ReadTable<Taker> {
  taker: Taker;
  issues: CsvIssue[];
  form: TableForm;
  lines: number;
  /** Lines that are not the beginning of a row. */
  passed: IgnoredLines[];
}

/** Receives the rows of a table; the caller may keep the cells. */
interface RowTaker {
  onRow: CsvReaderOptions['onRow'];
}

/**
 * Reads a CSV file of any delimiter and encoding.
 * @param open creates the receiver of the rows. It is called again if the encoding turns out to be
 * another one: all rows then arrive again, and the earlier receiver is dropped.
 * @param onProgress called after each chunk with the bytes so far; they start at 0 again with a new
 * receiver.
 */
export async function readCsv<Taker extends RowTaker>(
  source: ByteSource,
  open: () => Taker,
  {
    as = AS_FOUND,
    onProgress,
  }: { as?: ReadAs; onProgress?: ((bytes: number, taker: Taker) => void) | undefined } = {},
): Promise<ReadTable<Taker>> {
  let taker = open();
  let issues: CsvIssue[] = [];
  const start = () =>
    new CsvReader({
      onRow: taker.onRow,
      onIssue: (issue) => issues.push(issue),
      ...(as.delimiter && { delimiter: as.delimiter }),
    });
  let reader = start();
  let bytes = 0;
  const { encoding, evidence } = await decodeCsv(source, {
    chosen: as.encoding,
    onText: (text, length) => {
      reader.push(text);
      bytes += length;
      onProgress?.(bytes, taker);
    },
    onRestart: () => {
      taker = open();
      issues = [];
      reader = start();
      bytes = 0;
    },
  });
  reader.end();
  const { delimiter, lines, passed } = reader;
  const names = [ENCODING_NAMES[encoding], ...(delimiter ? [DELIMITER_NAMES[delimiter]] : [])];
  const form = { encoding, delimiter, sheet: null, text: names.join(', '), evidence, sheets: [] };
  return { taker, issues, form, lines, passed };
}

const DELIMITER_NAMES: Record<Delimiter, string> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
};
