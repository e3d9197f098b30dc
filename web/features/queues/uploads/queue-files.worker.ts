import { transfer } from 'comlink';
import { fileResult } from '../../../../shared/csv/file-result.ts';
import type { ReadTable, ReadWithColumns } from '../../../../shared/csv/read-file.ts';
import { streamSpreadsheetCsv } from '../../../../shared/csv/spreadsheet-writer.ts';
import { IGNORED_COLUMNS } from '../../../../shared/queues/accounts/exports.ts';
import type { InsertQueueRequest } from '../../../../shared/queues/schema.ts';
import {
  type QueueColumns,
  type QueueRows,
  QueueSheet,
} from '../../../../shared/queues/uploads/queue-sheet.ts';
import { exposeJobs } from '../../../kit/expose-jobs.ts';
import { HeldSheets } from '../../../kit/file-import/held-files.ts';
import { jsonBytes, partEnds } from '../../../kit/file-import/part-ends.ts';

/** Rows per request: few enough to show progress and to repeat a lost part quickly. */
const MOST_ROWS = 20_000;
/** A part of an upload without its rows. */
export type UploadHead = Omit<Required<InsertQueueRequest>, 'accounts'>;

/** How a queue file is read. */
export type ReadQueueAs = ReadWithColumns<QueueColumns>;

interface ReadOptions extends ReadQueueAs {
  /** Columns that were chosen for files with a header. */
  remembered: Readonly<Record<string, QueueColumns>>;
}

const sheets = new HeldSheets<QueueSheet>();
/** The queues of divided files, by their new ids. */
const divided = new Map<string, QueueRows>();

/** Reads a file and stores its rows in memory. */
async function readFile(
  id: string,
  file: File,
  { columns, remembered, ...as }: ReadOptions,
  onProgress: (bytes: number) => void,
) {
  partsOf.delete(id);
  const open = () => new QueueSheet({ columns, remembered });
  const read = await sheets.read(id, file, {
    open,
    as,
    // The sheet, its second argument, cannot be passed out of the worker.
    onProgress: (bytes) => onProgress(bytes),
  });
  read.taker.finish();
  return summarize(read);
}

/** The facts of the file. The rows themselves stay in the worker. */
function summarize({ taker: sheet, issues, form, lines, passed }: ReadTable<QueueSheet>) {
  const { queues, ignored, ignoredCount, reasons, head, headerKey, columns, counts } = sheet;
  const csv = [...streamSpreadsheetCsv(IGNORED_COLUMNS, ignored)];
  const all = [...queues].map(([id, rows]) => summarizeQueue(id, rows));
  return {
    /** The queues of the file. */
    queues: all,
    /** The number of accounts that can be uploaded, of all queues. */
    records: all.reduce((sum, queue) => sum + queue.records, 0),
    highest: all.reduce((most, queue) => Math.max(most, queue.highest), 0),
    /** Whether it has more than a header. */
    hasData: sheet.hasData,
    result: fileResult(counts, { ...form, lines, passed }),
    form,
    /** The first rows as the file has them, the meaning of their columns, and the key of their header. */
    head,
    columns,
    headerKey,
    ignored: ignoredCount,
    /** The number of skipped rows by reason, the most frequent first. */
    reasons: [...reasons]
      .map(([reason, rows]) => ({ reason, rows }))
      .sort((a, b) => b.rows - a.rows),
    /**
     * Faults of the file, such as quotes that are read as plain text: the first one, and how many
     * there are.
     */
    fault: issues[0] ?? null,
    faults: issues.length,
    /** The CSV of the skipped rows; null if there are none. */
    ignoredCsv: ignoredCount === 0 ? null : new Blob(csv, { type: 'text/csv' }),
  };
}
export type FileSummary = ReturnType<typeof summarize>;

/** The facts of a queue in a file. */
export interface QueueSummary {
  /** Empty if the file contains none. */
  id: string;
  /** The number of accounts that can be uploaded. */
  records: number;
  highest: number;
}

const summarizeQueue = (id: string, { accounts, highest }: QueueRows): QueueSummary => ({
  id,
  records: accounts.length,
  highest,
});

/** Stores each queue of a file under a separate id, and releases the file. */
function divide(id: string, queues: readonly (readonly [newId: string, queue: string])[]): void {
  const sheet = sheets.get(id);
  for (const [newId, queue] of queues) {
    const rows = sheet.queues.get(queue);
    if (rows) divided.set(newId, rows);
  }
  drop(id);
}

/** The rows of a file with one queue, or of a queue of a divided file. */
function rowsOf(id: string): QueueRows | undefined {
  return divided.get(id) ?? [...sheets.get(id).queues.values()][0];
}

/** The ends of the parts of each file, for the queue total for which they were computed. */
const partsOf = new Map<string, { total: number; ends: readonly number[] }>();

/** The rows whose position is within the queue total. */
function rowsUpTo(id: string, total: number): InsertQueueRequest['accounts'] {
  const { positions = [], accounts = [] } = rowsOf(id) ?? {};
  const rows: InsertQueueRequest['accounts'] = [];
  for (const [at, position] of positions.entries()) {
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

/** The number of requests for the rows within a queue total. */
const countParts = (id: string, total: number): number => Math.max(1, endsOf(id, total).length);

/** The body of a request with its part of the rows within the queue total. */
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
  divided.delete(id);
  sheets.drop(id);
}

const jobs = { readFile, divide, countParts, writePart, drop };
export type QueueFileJobs = typeof jobs;
exposeJobs(jobs);
