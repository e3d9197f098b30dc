import { type ByteSource, type CsvEncoding, decodeCsv } from './decode.ts';
import { type CsvIssue, CsvReader, type CsvReaderOptions, type Delimiter } from './reader.ts';

/** Whether a file is a CSV file, by its type or ending. */
export const isCsvFile = ({ name, type }: { name: string; type: string }): boolean =>
  /\.csv$/i.test(name) || /\bcsv\b/i.test(type);

/** The first bytes of a ZIP file, which every workbook is, whatever its name. */
const ZIP_HEAD = [0x50, 0x4b, 0x03, 0x04];

/** Whether a file is a workbook. */
export async function isWorkbook(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, ZIP_HEAD.length).arrayBuffer());
  return ZIP_HEAD.every((byte, at) => head[at] === byte);
}

/** Why a workbook is refused. */
export const WORKBOOK = 'This is a workbook: save it as CSV first.';

/**
 * Reads a CSV file of any delimiter and encoding.
 * @param open creates the receiver of the rows. It is called again if the encoding turns out to be another one: all rows then
 * arrive again, and the earlier receiver is dropped.
 * @param onProgress called after each piece with the bytes so far; they start at 0 again with a new receiver.
 * @returns the receiver of all rows
 */
export async function readCsvFile<Taker extends CsvReaderOptions>(
  ...file: Parameters<typeof readWithForm<Taker>>
): Promise<Taker> {
  return (await readWithForm(...file)).taker;
}

/** How a file is written. */
interface CsvForm {
  encoding: CsvEncoding;
  /** Null for a file without text. */
  delimiter: Delimiter | null;
}

const ENCODING_NAMES: Record<CsvEncoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};
const DELIMITER_NAMES: Record<Delimiter, string> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
};

/** `UTF-8, semicolon` */
const describeForm = ({ encoding, delimiter }: CsvForm): string =>
  [ENCODING_NAMES[encoding], ...(delimiter === null ? [] : [DELIMITER_NAMES[delimiter]])].join(
    ', ',
  );

/** As {@link readCsvFile}; returns how the file is written too. */
async function readWithForm<Taker extends CsvReaderOptions>(
  source: ByteSource,
  open: () => Taker,
  onProgress?: (bytes: number, taker: Taker) => void,
): Promise<CsvForm & { taker: Taker }> {
  let taker = open();
  let reader = new CsvReader(taker);
  let bytes = 0;
  const encoding = await decodeCsv(source, {
    onText: (text, length) => {
      reader.push(text);
      bytes += length;
      onProgress?.(bytes, taker);
    },
    onRestart: () => {
      taker = open();
      reader = new CsvReader(taker);
      bytes = 0;
    },
  });
  reader.end();
  return { taker, encoding, delimiter: reader.delimiter };
}

/** The progress of a sheet is reported in steps of this many bytes. */
const PROGRESS_BYTES = 512 * 1024;

/**
 * Reads a CSV file into a sheet, which takes its rows one by one.
 * @param onProgress called with the bytes so far and the sheet.
 * @returns the sheet, the faults of the file, and how it is written, such as `UTF-8, comma`.
 */
export async function readSheet<Sheet extends { add: CsvReaderOptions['onRow'] }>(
  source: ByteSource,
  open: () => Sheet,
  onProgress: (bytes: number, sheet: Sheet) => void,
): Promise<{ sheet: Sheet; issues: CsvIssue[]; form: string }> {
  let reported = 0;
  const openSheet = () => {
    const sheet = open();
    const issues: CsvIssue[] = [];
    const onRow = (cells: string[], line: number) => sheet.add(cells, line);
    return { sheet, issues, onRow, onIssue: (issue: CsvIssue) => issues.push(issue) };
  };
  const read = await readWithForm(source, openSheet, (bytes, { sheet }) => {
    // The bytes start at 0 again in another encoding.
    if (Math.abs(bytes - reported) < PROGRESS_BYTES) return;
    reported = bytes;
    onProgress(bytes, sheet);
  });
  const { sheet, issues } = read.taker;
  return { sheet, issues, form: describeForm(read) };
}
