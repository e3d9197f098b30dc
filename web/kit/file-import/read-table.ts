import { PASSED } from '../../../shared/csv/file-result.ts';
import { AS_FOUND, type ReadAs, type ReadTable, readCsv } from '../../../shared/csv/read-file.ts';
import type { CsvIssue, CsvReaderOptions } from '../../../shared/csv/reader.ts';
import { isWorkbook } from '../../../shared/csv/table-file.ts';
import { WorkbookFault } from '../workbook/fault.ts';

/** Progress is reported in steps of this many bytes. */
const PROGRESS_BYTES = 512 * 1024;

/** Old and protected workbooks begin with these bytes. */
const OLD_HEAD = [0xd0, 0xcf, 0x11, 0xe0];
const OLD_WORKBOOK =
  'This workbook is of an old format (.xls) or protected by a password. Save it as .xlsx without a password, or as CSV.';

interface ReadTableOptions<Taker> {
  as?: ReadAs | undefined;
  /** Called with the bytes so far and the receiver. */
  onProgress?: (bytes: number, taker: Taker) => void;
}

/**
 * Reads a table in a Web Worker: CSV of any delimiter and encoding, .xlsx or .ods, by the first bytes of the file. The
 * reader of workbooks is loaded with the first workbook.
 * @param open creates the receiver of the rows; see {@link readCsv}
 * @throws WorkbookFault if a workbook cannot be read
 */
export async function readTable<Taker extends Pick<CsvReaderOptions, 'onRow'>>(
  file: Blob,
  open: () => Taker,
  { as = AS_FOUND, onProgress }: ReadTableOptions<Taker> = {},
): Promise<ReadTable<Taker>> {
  if (await isWorkbook(file)) return readSheet(file, open(), as);
  if (await beginsWith(file, OLD_HEAD)) throw new WorkbookFault(OLD_WORKBOOK);
  let reported = 0;
  return readCsv(file, open, {
    as,
    onProgress: (bytes, taker) => {
      // With another encoding, the bytes start at 0 again.
      if (Math.abs(bytes - reported) < PROGRESS_BYTES) return;
      reported = bytes;
      onProgress?.(bytes, taker);
    },
  });
}

async function readSheet<Taker extends Pick<CsvReaderOptions, 'onRow'>>(
  file: Blob,
  taker: Taker,
  as: ReadAs,
): Promise<ReadTable<Taker>> {
  const { readWorkbook } = await import('../workbook/read-workbook.ts');
  const issues: CsvIssue[] = [];
  const { onRow } = taker;
  let rows = 0;
  const { sheets, sheet, lines } = await readWorkbook(file, as.sheet, {
    onRow: (cells, line) => {
      rows += 1;
      onRow(cells, line);
    },
    onIssue: (issue) => issues.push(issue),
  });
  const form = {
    encoding: null,
    delimiter: null,
    sheet,
    text: `workbook, sheet ${sheet}`,
    evidence: '',
    sheets,
  };
  const passed = [{ reason: PASSED.blank, lines: lines - rows }];
  return { taker, issues, form, lines, passed };
}

async function beginsWith(file: Blob, head: readonly number[]): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, head.length).arrayBuffer());
  return head.every((byte, at) => bytes[at] === byte);
}
