import { expose, transfer } from 'comlink';
import type { CsvIssue } from '../../../../shared/csv/reader.ts';
import { streamSpreadsheetCsv } from '../../../../shared/csv/spreadsheet-writer.ts';
import { IGNORED_COLUMNS } from '../../../../shared/queues/exports.ts';
import { QueueSheet } from '../../../../shared/queues/queue-sheet.ts';
import type { InsertQueueRequest } from '../../../../shared/queues/schema.ts';
import { HeldSheets } from '../../../kit/file-import/held-files.ts';
import { jsonBytes, partEnds } from '../../../kit/file-import/part-ends.ts';

/** Rows of one request, so that progress shows and a lost part is soon repeated. */
const MOST_ROWS = 20_000;
/** A part of an upload without its rows. */
export type UploadHead = Omit<Required<InsertQueueRequest>, 'accounts'>;

const sheets = new HeldSheets(() => new QueueSheet());

/** Reads a file and holds its rows. Returns null for a file without data rows. */
async function readFile(id: string, file: File, onProgress: (bytes: number) => void) {
  const { sheet, issues, form } = await sheets.read(id, file, onProgress);
  sheet.finish();
  return sheet.hasData ? summarize(sheet, issues, form) : null;
}

/** The facts of the file. The rows themselves stay in the worker. */
function summarize(sheet: QueueSheet, issues: readonly CsvIssue[], form: string) {
  const { accounts, highest, queueIds, preview, ignored, ignoredCount, reasons } = sheet;
  const csv = [...streamSpreadsheetCsv(IGNORED_COLUMNS, ignored)];
  return {
    /** Accounts that can be uploaded. */
    records: accounts.length,
    /** Encoding and delimiter: `UTF-8, comma`. */
    form,
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

/** The ends of the parts of each file, for the queue total that they were made for. */
const partsOf = new Map<string, { total: number; ends: readonly number[] }>();

/** The rows up to a queue total. */
function rowsUpTo(id: string, total: number): InsertQueueRequest['accounts'] {
  const { places, accounts } = sheets.get(id);
  const rows: InsertQueueRequest['accounts'] = [];
  for (const [at, position] of places.entries()) {
    if (position <= total) rows.push({ account_name: accounts[at] ?? '', position });
  }
  return rows;
}

function endsOf(id: string, total: number): readonly number[] {
  const made = partsOf.get(id);
  if (made?.total === total) return made.ends;
  const ends = partEnds(rowsUpTo(id, total).map(jsonBytes), MOST_ROWS);
  partsOf.set(id, { total, ends });
  return ends;
}

/** The number of requests that the rows up to a queue total take. */
const countParts = (id: string, total: number): number => Math.max(1, endsOf(id, total).length);

/** The body of a request with its part of the rows up to the queue total. */
function writePart(id: string, head: UploadHead): ArrayBuffer {
  const ends = endsOf(id, head.queue_total);
  const { part } = head.upload;
  const start = ends[part - 2] ?? 0;
  const accounts = rowsUpTo(id, head.queue_total).slice(start, ends[part - 1] ?? start);
  const { buffer } = new TextEncoder().encode(JSON.stringify({ ...head, accounts }));
  return transfer(buffer, [buffer]);
}

function drop(id: string): void {
  partsOf.delete(id);
  sheets.drop(id);
}

const jobs = { readFile, countParts, writePart, drop };
export type QueueFileJobs = typeof jobs;
expose(jobs);
