import {
  defaultFields,
  type QueueFileFields,
  queueIdOf,
  statusOf,
} from '../../../shared/queues/queue-file.ts';
import type { FileSummary } from './workers/queue-files.worker.ts';

/** How an upload of a file went. */
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

export interface FileList {
  files: readonly QueueFile[];
  refusals: readonly Refusal[];
}

export type FileEvent =
  | { kind: 'added'; files: { id: string; name: string; size: number }[] }
  | { kind: 'progress'; id: string; bytes: number }
  | { kind: 'read'; id: string; summary: FileSummary; today: string }
  | { kind: 'refused'; refusals: Refusal[] }
  | { kind: 'unread'; id: string; reason: string }
  | { kind: 'dismissed'; id: string }
  | { kind: 'changed'; id: string; fields: Partial<QueueFileFields> }
  | { kind: 'uploaded'; id: string; result: UploadResult }
  | { kind: 'retried'; ids: readonly string[] }
  | { kind: 'removed'; ids: readonly string[] };

export const EMPTY_LIST: FileList = { files: [], refusals: [] };

/** The list after something happened to it. */
export function fileListAfter(list: FileList, event: FileEvent): FileList {
  switch (event.kind) {
    case 'added':
      return { refusals: [], files: [...list.files, ...event.files.map(newFile)] };
    case 'refused':
      return { ...list, refusals: [...list.refusals, ...event.refusals] };
    case 'unread':
      return refuseFile(list, event);
    case 'dismissed':
      return { ...list, refusals: list.refusals.filter(({ id }) => id !== event.id) };
    case 'removed':
      return { ...list, files: list.files.filter(({ id }) => !event.ids.includes(id)) };
    case 'retried':
      return changeFiles(list, (file) =>
        event.ids.includes(file.id) ? { ...file, result: null } : file,
      );
    default:
      return changeFiles(list, (file) => (file.id === event.id ? fileAfter(file, event) : file));
  }
}

/** Moves a file that cannot be read to the refusals. */
function refuseFile(list: FileList, { id, reason }: { id: string; reason: string }): FileList {
  const file = list.files.find((other) => other.id === id);
  if (file === undefined) return list;
  return {
    files: list.files.filter((other) => other !== file),
    refusals: [...list.refusals, { id, name: file.name, reason }],
  };
}

function changeFiles(list: FileList, change: (file: QueueFile) => QueueFile): FileList {
  return { ...list, files: list.files.map(change) };
}

type OneFileEvent = Extract<FileEvent, { kind: 'progress' | 'read' | 'changed' | 'uploaded' }>;

function fileAfter(file: QueueFile, event: OneFileEvent): QueueFile {
  switch (event.kind) {
    case 'progress':
      return { ...file, bytesRead: event.bytes };
    case 'read':
      return {
        ...file,
        summary: event.summary,
        queueId: queueIdOf(event.summary.queueIds, file.name),
        fields: defaultFields(event.today, event.summary.highest),
      };
    case 'changed':
      return { ...file, fields: { ...file.fields, ...event.fields }, result: null };
    case 'uploaded':
      return { ...file, result: event.result };
  }
}

const newFile = (file: { id: string; name: string; size: number }): QueueFile => ({
  ...file,
  bytesRead: 0,
  summary: null,
  queueId: '',
  fields: { queueDate: '', queueTotal: '' },
  result: null,
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
