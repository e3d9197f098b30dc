import { expose, transfer } from 'comlink';
import { readCsvFile } from '../../../../shared/csv/read-file.ts';
import type { CsvIssue } from '../../../../shared/csv/reader.ts';
import { streamSpreadsheetCsv } from '../../../../shared/csv/spreadsheet-writer.ts';
import { IGNORED_COLUMNS } from '../../../../shared/queues/exports.ts';
import { type QueueRow, QueueSheet } from '../../../../shared/queues/queue-sheet.ts';
import type { InsertQueueRequest } from '../../../../shared/queues/schema.ts';

/** The facts of a file. The rows themselves stay in the worker. */
export interface FileSummary {
  /** Accounts that can be uploaded. */
  records: number;
  highest: number;
  queueIds: string[];
  preview: QueueRow[];
  ignored: number;
  /** Ignored rows by reason, most frequent first. */
  reasons: { reason: string; rows: number }[];
  /** The first fault of the file's quotes and line ends, which are read as plain text, and how many there are. */
  fault: { line: number; message: string } | null;
  faults: number;
  /** The CSV of the ignored rows; null when there are none. */
  ignoredCsv: Blob | null;
}

/** The fields of an upload without its rows. */
export type UploadHead = Omit<InsertQueueRequest, 'accounts'>;

/** A request body with the next rows, ready to be sent. */
export interface UploadPart {
  body: ArrayBuffer;
  /** The first row of the next part; null after the last one. */
  next: number | null;
}

/** Rows of one request: about a megabyte, so that progress shows and a lost part is soon repeated. */
const ROWS_PER_PART = 20_000;
/** Progress is reported in steps of this many bytes. */
const PROGRESS_BYTES = 512 * 1024;

const sheets = new Map<string, QueueSheet>();

function sheetOf(id: string): QueueSheet {
  const sheet = sheets.get(id);
  if (sheet === undefined) throw new Error('The file is no longer held.');
  return sheet;
}

/** Reads a file and holds its rows. Returns null for a file without data rows. */
async function readFile(
  id: string,
  file: File,
  onProgress: (bytes: number) => void,
): Promise<FileSummary | null> {
  let reported = 0;
  const { sheet, issues } = await readCsvFile(
    file,
    () => {
      const opened = new QueueSheet();
      const found: CsvIssue[] = [];
      const onRow = (cells: string[], line: number) => opened.add(cells, line);
      return { sheet: opened, issues: found, onRow, onIssue: (issue) => found.push(issue) };
    },
    (bytes) => {
      // The bytes begin at 0 again in another encoding.
      if (Math.abs(bytes - reported) < PROGRESS_BYTES) return;
      reported = bytes;
      onProgress(bytes);
    },
  );
  sheet.finish();
  if (!sheet.hasData) return null;
  sheets.set(id, sheet);
  return summarize(sheet, issues);
}

function summarize(sheet: QueueSheet, issues: readonly CsvIssue[]): FileSummary {
  const csv = [...streamSpreadsheetCsv(IGNORED_COLUMNS, sheet.ignored)];
  return {
    records: sheet.accounts.length,
    highest: sheet.highest,
    queueIds: sheet.queueIds.slice(0, 20),
    preview: sheet.preview,
    ignored: sheet.ignoredCount,
    reasons: [...sheet.reasons]
      .map(([reason, rows]) => ({ reason, rows }))
      .sort((a, b) => b.rows - a.rows),
    fault: issues[0] ?? null,
    faults: issues.length,
    ignoredCsv: sheet.ignoredCount === 0 ? null : new Blob(csv, { type: 'text/csv' }),
  };
}

/** The number of requests that the rows up to a queue total take. */
function countParts(id: string, total: number): number {
  const sheet = sheetOf(id);
  const rows = sheet.accounts.length - sheet.countAbove(total);
  return Math.max(1, Math.ceil(rows / ROWS_PER_PART));
}

/** The request body with the rows from `from` on, as many as one request takes. */
function writePart(id: string, head: UploadHead, from: number): UploadPart {
  const sheet = sheetOf(id);
  const accounts: InsertQueueRequest['accounts'] = [];
  let at = from;
  const { length } = sheet.accounts;
  while (at < length && accounts.length < ROWS_PER_PART) {
    const position = sheet.places[at] ?? 0;
    if (position <= head.queue_total) {
      accounts.push({ account_name: sheet.accounts[at] ?? '', position });
    }
    at++;
  }
  const { buffer } = new TextEncoder().encode(JSON.stringify({ ...head, accounts }));
  return transfer({ body: buffer, next: at < length ? at : null }, [buffer]);
}

/** Frees the rows of a file. */
function drop(id: string): void {
  sheets.delete(id);
}

const jobs = { readFile, countParts, writePart, drop };
export type QueueFileJobs = typeof jobs;
expose(jobs);
