import { expose, transfer } from 'comlink';
import type { CsvIssue } from '../../../../shared/csv/reader.ts';
import { streamSpreadsheetCsv } from '../../../../shared/csv/spreadsheet-writer.ts';
import { IGNORED_COLUMNS } from '../../../../shared/queues/exports.ts';
import { QueueSheet } from '../../../../shared/queues/queue-sheet.ts';
import type { InsertQueueRequest } from '../../../../shared/queues/schema.ts';
import { HeldSheets } from '../../../kit/file-import/held-files.ts';

/** Rows of one request: about a megabyte, so that progress shows and a lost part is soon repeated. */
const ROWS_PER_PART = 20_000;
/** A part of an upload without its rows. */
export type UploadHead = Omit<Required<InsertQueueRequest>, 'accounts'>;

const sheets = new HeldSheets(() => new QueueSheet());

/** Reads a file and holds its rows. Returns null for a file without data rows. */
async function readFile(id: string, file: File, onProgress: (bytes: number) => void) {
  const { sheet, issues } = await sheets.read(id, file, onProgress);
  sheet.finish();
  return sheet.hasData ? summarize(sheet, issues) : null;
}

/** The facts of the file. The rows themselves stay in the worker. */
function summarize(sheet: QueueSheet, issues: readonly CsvIssue[]) {
  const { accounts, highest, queueIds, preview, ignored, ignoredCount, reasons } = sheet;
  const csv = [...streamSpreadsheetCsv(IGNORED_COLUMNS, ignored)];
  return {
    /** Accounts that can be uploaded. */
    records: accounts.length,
    highest,
    queueIds: queueIds.slice(0, 20),
    preview,
    ignored: ignoredCount,
    /** Ignored rows by reason, most frequent first. */
    reasons: [...reasons]
      .map(([reason, rows]) => ({ reason, rows }))
      .sort((a, b) => b.rows - a.rows),
    /** Faults of the file's quotes and line ends, which are read as plain text: the first, and how many. */
    fault: issues[0] ?? null,
    faults: issues.length,
    /** The CSV of the ignored rows; null when there are none. */
    ignoredCsv: ignoredCount === 0 ? null : new Blob(csv, { type: 'text/csv' }),
  };
}
export type FileSummary = ReturnType<typeof summarize>;

/** The number of requests that the rows up to a queue total take. */
function countParts(id: string, total: number): number {
  const sheet = sheets.get(id);
  const rows = sheet.accounts.length - sheet.countAbove(total);
  return Math.max(1, Math.ceil(rows / ROWS_PER_PART));
}

/** The body of a request with its part of the rows up to the queue total. */
function writePart(id: string, head: UploadHead): ArrayBuffer {
  const sheet = sheets.get(id);
  const accounts: InsertQueueRequest['accounts'] = [];
  let left = (head.upload.part - 1) * ROWS_PER_PART;
  for (const [at, position] of sheet.places.entries()) {
    if (position > head.queue_total) continue;
    left -= 1;
    if (left >= 0) continue;
    accounts.push({ account_name: sheet.accounts[at] ?? '', position });
    if (accounts.length === ROWS_PER_PART) break;
  }
  const { buffer } = new TextEncoder().encode(JSON.stringify({ ...head, accounts }));
  return transfer(buffer, [buffer]);
}

const jobs = { readFile, countParts, writePart, drop: (id: string) => sheets.drop(id) };
export type QueueFileJobs = typeof jobs;
expose(jobs);
