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

/** Rows of one request, so that progress shows and a lost part is soon repeated. */
const MOST_ROWS = 20_000;
/** A part of an upload without its rows. */
export type UploadHead = Omit<Required<InsertQueueRequest>, 'accounts'>;

/** How a queue file is read. */
export type ReadQueueAs = ReadWithColumns<QueueColumns>;

interface ReadOptions extends ReadQueueAs {
  /** Columns that were chosen for files of a header. */
  remembered: Readonly<Record<string, QueueColumns>>;
}

const sheets = new HeldSheets<QueueSheet>();
/** The queues of files that were divided, by the ids that they have then. */
const divided = new Map<string, QueueRows>();

/** Reads a file and holds its rows. */
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
    // The sheet, its second argument, cannot leave the worker.
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
    /** Accounts that can be uploaded, of all queues. */
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
    /** Rows that were not taken by reason, most frequent first. */
    reasons: [...reasons]
      .map(([reason, rows]) => ({ reason, rows }))
      .sort((a, b) => b.rows - a.rows),
    /** Faults of the file, such as quotes that are read as plain text: the first, and how many. */
    fault: issues[0] ?? null,
    faults: issues.length,
    /** The CSV of the rows that were not taken; null when there are none. */
    ignoredCsv: ignoredCount === 0 ? null : new Blob(csv, { type: 'text/csv' }),
  };
}
export type FileSummary = ReturnType<typeof summarize>;

/** The facts of a queue in a file. */
export interface QueueSummary {
  /** Empty if the file names none. */
  id: string;
  /** Accounts that can be uploaded. */
  records: number;
  highest: number;
}

const summarizeQueue = (id: string, { accounts, highest }: QueueRows): QueueSummary => ({
  id,
  records: accounts.length,
  highest,
});

/** Keeps each queue of a file under an id of its own, and releases the file. */
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

/** The ends of the parts of each file, for the queue total that they were made for. */
const partsOf = new Map<string, { total: number; ends: readonly number[] }>();

/** The rows up to a queue total. */
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
  divided.delete(id);
  sheets.drop(id);
}

const jobs = { readFile, divide, countParts, writePart, drop };
export type QueueFileJobs = typeof jobs;
exposeJobs(jobs);
