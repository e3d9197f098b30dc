import {
  defaultFields,
  type QueueFileFields,
  queueIdOf,
  statusOf,
} from '../../../../shared/queues/queue-file.ts';
import type { FileSummary } from './queue-files.worker.ts';

/** The result of an upload of a file. */
export interface UploadResult {
  isOk: boolean;
  message: string;
  /** The server's message, such as that a queue was replaced. */
  detail: string | null;
}

/** A file in the list, from the drop to its upload. */
export interface QueueFile {
  id: string;
  name: string;
  size: number;
  /** Bytes read so far. */
  bytesRead: number;
  /** Null while the file is being read. */
  summary: FileSummary | null;
  queueId: string;
  fields: QueueFileFields;
  result: UploadResult | null;
}

/** A file that was not added, and why. */
export interface Refusal {
  id: string;
  name: string;
  reason: string;
}

export const newFile = (id: string, { name, size }: File): QueueFile => ({
  id,
  name,
  size,
  bytesRead: 0,
  summary: null,
  queueId: '',
  fields: { queueDate: '', queueTotal: '' },
  result: null,
});

/** A file after it was read. `today` is the default date, YYYY-MM-DD. */
export const readOf = (
  { name }: File,
  summary: FileSummary,
  today: string,
): Partial<QueueFile> => ({
  summary,
  queueId: queueIdOf(summary.queueIds, name),
  fields: defaultFields(today, summary.highest),
});

/** A file uploads only with a date and a total above 0, and once. */
export const isUploadable = (file: QueueFile): boolean =>
  file.summary !== null &&
  file.summary.records > 0 &&
  file.result?.isOk !== true &&
  statusOf(file.fields) === 'Ready';

/** A warning when the upload would replace the queue of another file in the list, or an uploaded one; otherwise null. */
export function replacedBy(
  file: QueueFile,
  files: readonly QueueFile[],
  uploadedIds: ReadonlySet<string>,
): string | null {
  if (file.summary === null) return null;
  const twin = files.find(({ id, queueId }) => id !== file.id && queueId === file.queueId);
  if (twin) return `Same queue as ${twin.name}: the file uploaded last replaces the other.`;
  return uploadedIds.has(file.queueId)
    ? 'This queue was uploaded before: its positions will be replaced.'
    : null;
}
