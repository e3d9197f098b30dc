import type { QueueRow } from '../../../../shared/queues/queue-sheet.ts';
import type { QueueType } from '../../../../shared/queues/schema.ts';

/** What was read of a file. The rows themselves stay in the worker. */
export interface FileSummary {
  /** Accounts that can be uploaded. */
  records: number;
  highest: number;
  queueIds: string[];
  preview: QueueRow[];
  ignored: number;
  /** Ignored rows by reason, most frequent first. */
  reasons: { reason: string; rows: number }[];
  /** What could not be read as it is written: the first fault, and how many there are. */
  fault: { line: number; message: string } | null;
  faults: number;
  /** The CSV of the ignored rows; null when there are none. */
  ignoredCsv: Blob | null;
}

/** What an upload sends besides its rows. */
export interface UploadHead {
  type: QueueType;
  queue_id: string;
  queue_total: number;
  queue_date: string;
}

/** A request body with the next rows, ready to be sent. */
export interface UploadPart {
  body: ArrayBuffer;
  /** Where the next part begins; null after the last one. */
  next: number | null;
}

export type ToWorker =
  | { kind: 'read'; id: string; file: File }
  | {
      kind: 'part';
      id: string;
      call: number;
      head: UploadHead;
      from: number;
      upload: { id: string; part: number; parts: number } | null;
    }
  | { kind: 'count'; id: string; call: number; total: number }
  | { kind: 'drop'; id: string };

export type FromWorker =
  | { kind: 'progress'; id: string; bytes: number }
  | { kind: 'read'; id: string; summary: FileSummary }
  /** Without a header and a data row a file is skipped. */
  | { kind: 'skipped'; id: string }
  | { kind: 'failed'; id: string; message: string }
  | { kind: 'part'; id: string; call: number; part: UploadPart }
  | { kind: 'count'; id: string; call: number; rows: number }
  /** The file that the call is about is not held any more. */
  | { kind: 'gone'; id: string; call: number };

/** Rows of one request: about a megabyte, so that progress shows and a lost part is soon repeated. */
export const ROWS_PER_PART = 20_000;
