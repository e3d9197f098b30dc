import { useEffect, useEffectEvent, useState } from 'react';
import { AS_FOUND_BY_NAME, readAgainAs } from '../../../../shared/csv/read-file.ts';
import { isTableFile } from '../../../../shared/csv/table-file.ts';
import { errorText } from '../../../../shared/error-text.ts';
import type { QueueType, QueueUploaded } from '../../../../shared/queues/schema.ts';
import { RESULTS_MS, severalQueuesText, TEXTS } from '../../../../shared/queues/texts.ts';
import { QUEUE_MEANINGS } from '../../../../shared/queues/uploads/file-columns.ts';
import {
  defaultFields,
  type QueueFileFields,
  queueIdOf,
  readTotal,
  statusOf,
} from '../../../../shared/queues/uploads/queue-file.ts';
import { MOST_QUEUES } from '../../../../shared/queues/uploads/queue-sheet.ts';
import { failureText } from '../../../kit/failure.ts';
import { chosenColumns } from '../../../kit/file-import/chosen-columns.ts';
import { sendParts } from '../../../kit/file-import/send-parts.ts';
import {
  type ChosenFile,
  type FileKind,
  type FileUpload,
  useFileImport,
} from '../../../kit/file-import/use-file-import.ts';
import { openJobs } from '../../../kit/job.ts';
import { postJson, readAnswer } from '../../../lib/api.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { isoDay } from '../../../lib/format.ts';
import type { FileSummary, QueueFileJobs, ReadQueueAs, UploadHead } from './queue-files.worker.ts';

/** The content that was read from a file, and the operator's settings for it. */
export interface QueueContent {
  summary: FileSummary;
  queueId: string;
  fields: QueueFileFields;
  /** How the operator chose to read the file. */
  as: ReadQueueAs;
  /** Whether the entry is one queue of a file. Such an entry cannot be read again. */
  isPart: boolean;
}

/** The columns that an operator has chosen for files of a header. */
const queueColumns = chosenColumns('queue-columns', QUEUE_MEANINGS);

export type QueueFile = ChosenFile<QueueContent>;

const queueFiles = (
  type: QueueType,
): FileKind<QueueContent, UploadHead, QueueFileJobs, ReadQueueAs> => ({
  open: (onCrash) =>
    openJobs(
      () => new Worker(new URL('./queue-files.worker.ts', import.meta.url), { type: 'module' }),
      onCrash,
    ),
  read: async (jobs, id, file, { onProgress, as }) => {
    const read = as ?? AS_FOUND_BY_NAME;
    const summary = await jobs.run((remote, listen) =>
      remote.readFile(id, file, { ...read, remembered: queueColumns.read() }, listen(onProgress)),
    );
    // A file without data stays if the operator chose how to read it, so that another choice can be made.
    if (!summary.hasData && as === null) return 'Skipped: the file has no data rows.';
    const ids = idsOf(summary);
    if (ids.length > MOST_QUEUES && as === null) return severalQueuesText(ids);
    const fields = defaultFields(isoDay(new Date()), summary.highest);
    return { summary, queueId: queueIdOf(ids, file.name), fields, as: read, isPart: false };
  },
  parts: async (jobs, id, { queueId, fields: { queueTotal, queueDate } }) => {
    const total = readTotal(queueTotal) ?? 0;
    const head = { type, queue_id: queueId, queue_total: total, queue_date: queueDate };
    const uploadId = crypto.randomUUID();
    const parts = await jobs.run((remote) => remote.countParts(id, total));
    return Array.from({ length: parts }, (_, at) => ({
      ...head,
      upload: { id: uploadId, part: at + 1, parts },
    }));
  },
  write: (jobs, id, part) => jobs.run((remote) => remote.writePart(id, part)),
  failure: (error) => `It could not be read: ${errorText(error)}`,
});

const idsOf = ({ queues }: FileSummary): string[] =>
  queues.map((queue) => queue.id).filter(Boolean);

/** The ids of a file with several queues, which have a total each; empty for other files. */
export function severalQueues({ content }: QueueFile): string[] {
  const ids = content === null ? [] : idsOf(content.summary);
  return ids.length > 1 ? ids : [];
}

/**
 * The number of the file that is being uploaded, the number of all files, and the share of the file that is done, 0 to
 * 1.
 */
interface UploadProgress {
  file: number;
  files: number;
  share: number;
  /** Whether the server has the whole file. It then writes the rest by itself, so that nothing can be cancelled. */
  isReceived: boolean;
}

/** Whether a file can be uploaded: only once, and only with a date and a total above 0. */
export const isUploadable = (file: QueueFile): boolean =>
  (file.state === 'ready' || file.state === 'failed') && isComplete(file);

const isComplete = ({ content, ...file }: QueueFile): boolean =>
  content !== null &&
  severalQueues({ content, ...file }).length === 0 &&
  statusOf(content.fields, content.summary.records) === 'Ready';

/** A file that cannot be uploaded in its current state, or whose upload has failed. */
export const needsAttention = (file: QueueFile): boolean =>
  file.state === 'failed' || file.content?.summary.records === 0 || severalQueues(file).length > 0;

/**
 * The files of an upload: how many were sent, how many of these succeeded, and how many of the list
 * were skipped.
 */
export interface UploadOutcome {
  uploaded: number;
  sent: number;
  leftOut: number;
}

/**
 * A warning when the upload would replace the queue of another file in the list, or an uploaded one; otherwise null.
 */
export function replacedBy(
  { id, content }: QueueFile,
  files: readonly QueueFile[],
  uploadedIds: ReadonlySet<string>,
): string | null {
  if (content === null) return null;
  const isTwin = (other: QueueFile) =>
    other.id !== id && other.content?.queueId === content.queueId;
  const twin = files.find(isTwin);
  if (twin) return `Same queue as ${twin.name}: the file uploaded last replaces the other.`;
  return uploadedIds.has(content.queueId)
    ? 'This queue was uploaded before: its positions will be replaced.'
    : null;
}

/** The files of the upload section: read in a Web Worker, configured, and uploaded one after the other. */
export function useQueueFiles(type: QueueType, onUploaded: () => void) {
  const imported = useFileImport(queueFiles(type));
  const refusals = imported.files.filter(({ state }) => state === 'refused');
  const files = imported.files.filter(({ state }) => state !== 'refused');
  /** The results of the last upload; null when they are no longer shown. */
  const [outcome, setOutcome] = useState<UploadOutcome | null>(null);
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const [error, setError] = useState<string | null>(null);

  const change = ({ id, content }: QueueFile, part: Partial<QueueFileFields>) => {
    if (content === null) return;
    const fields = { ...content.fields, ...part };
    imported.step(id, 'change', { content: { ...content, fields } });
  };

  /** Creates an entry for each queue of a file, each with its own total. */
  const divide = async ({ id, name, content }: QueueFile) => {
    if (content === null) return;
    const { summary, fields } = content;
    const parts = summary.queues.map((queue) => ({
      id: crypto.randomUUID(),
      name: `${name} (${queue.id})`,
      content: {
        ...content,
        summary: { ...summary, ...queue, queues: [queue] },
        queueId: queueIdOf([queue.id], name),
        fields: { ...defaultFields(fields.queueDate, queue.highest), queueDate: fields.queueDate },
        isPart: true,
      },
    }));
    const pairs = parts.map((part, at) => [part.id, summary.queues[at]?.id ?? ''] as const);
    await imported.divide(id, parts, (jobs) => jobs.run((remote) => remote.divide(id, pairs)));
  };
  /**
   * Reads a file again with other settings, and remembers chosen columns for files with its header.
   */
  const readAgain = ({ id, content }: QueueFile, part: Partial<ReadQueueAs>) => {
    if (content === null) return;
    if (part.columns) queueColumns.remember(content.summary.headerKey, part.columns);
    imported.again(id, readAgainAs(content.as, content.summary.form, part));
  };

  /**
   * Hides the results. If all files succeeded, they are removed from the list, except those changed
   * since then.
   */
  const endResults = useEffectEvent(() => {
    setOutcome(null);
    if (outcome?.uploaded !== outcome?.sent) return;
    for (const { id, state } of files) if (state === 'uploaded') imported.remove(id);
  });
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(endResults, RESULTS_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const uploadFile = async (file: QueueFile, onProgress: OnProgress) => {
    const { id } = file;
    let signal: AbortSignal | null = null;
    try {
      const work = await imported.begin(file);
      if (work === null) return 'failed';
      signal = work.signal;
      const message = await sendQueue(work, onProgress);
      imported.step(id, 'store', { message });
      return 'uploaded';
    } catch (thrown) {
      const isCancelled = signal?.aborted ?? false;
      if (thrown instanceof ApiError && !isCancelled) {
        imported.step(id, 'fail', { message: failureText(thrown, TEXTS.uploadFailed) });
        return 'failed';
      }
      imported.step(id, 'stop');
      if (!isCancelled) setError(TEXTS.uploadError);
      return 'stopped';
    }
  };
  const upload = async (chosen: readonly QueueFile[]) => {
    setError(null);
    setOutcome(null);
    for (const file of chosen) change(file, {});
    const isLeftOut = (file: QueueFile) => file.state !== 'uploaded' && !chosen.includes(file);
    const leftOut = refusals.length + files.filter(isLeftOut).length;
    let uploaded = 0;
    let done = 0;
    for (const [index, file] of chosen.entries()) {
      const at = { file: index + 1, files: chosen.length };
      setProgress({ ...at, share: 0, isReceived: false });
      const result = await uploadFile(file, (share, isReceived) =>
        setProgress({ ...at, share, isReceived }),
      );
      if (result === 'stopped') break;
      done += 1;
      if (result === 'uploaded') uploaded += 1;
    }
    setProgress(null);
    // Files after a stop are also skipped.
    const unsent = chosen.length - done;
    if (done > 0) setOutcome({ uploaded, sent: done, leftOut: leftOut + unsent });
    if (uploaded > 0) onUploaded();
  };

  return {
    files,
    refusals,
    progress,
    outcome,
    error,
    change,
    /** Sets the date of every file that is not uploaded. */
    setDates: (queueDate: string) => {
      for (const file of files) if (file.state !== 'uploaded') change(file, { queueDate });
    },
    divide: (file: QueueFile) => void divide(file),
    readAgain,
    /** Refusals of earlier files are removed first. */
    add: (chosen: readonly File[]) => {
      for (const { id } of refusals) imported.remove(id);
      for (const file of chosen) {
        if (isTableFile(file)) imported.add(file);
        else imported.refuse(file, 'Not a CSV file.');
      }
    },
    remove: imported.remove,
    uploadAll: () => void upload(files.filter(isUploadable)),
    cancel: () => {
      for (const { id, state } of files) if (state === 'uploading') imported.cancel(id);
    },
  };
}

export type QueueFilesHandle = ReturnType<typeof useQueueFiles>;

/** `share` is the uploaded share of a file, 0 to 1. `isReceived`: the server has the whole file. */
type OnProgress = (share: number, isReceived: boolean) => void;

/** A file of more parts is received first and then written, which takes about as long. */
const PARTS_WRITTEN_AT_ONCE = 5;

/**
 * Sends a file, in parts when it is large; the server applies all parts as one. Of a large file, it writes some rows
 * with each call, so the last part is sent until no row is left. If such a call fails, the server writes the rest alone.
 * @param onProgress called after each call.
 * @returns the server's message, such as that a queue was replaced.
 */
async function sendQueue(
  { parts, write, signal }: FileUpload<UploadHead>,
  onProgress: OnProgress,
): Promise<string> {
  let message = '';
  let missing = 0;
  let rowsLeft = 0;
  const send = async (head: UploadHead) => {
    const response = await postJson('/api/queues/insert', await write(head), signal);
    const answer = await readAnswer<Partial<QueueUploaded>>(response);
    message = answer.message ?? '';
    missing = answer.missing_parts ?? 0;
    rowsLeft = answer.rows_left ?? 0;
  };
  const heads = [...parts];
  const sentShare = heads.length > PARTS_WRITTEN_AT_ONCE ? 0.5 : 1;
  let sent = 0;
  const sendNext = async (head: UploadHead) => {
    await send(head);
    sent += 1;
    onProgress((sentShare * sent) / heads.length, rowsLeft > 0);
  };
  await sendParts(heads, { atOnce: 1, signal, send: sendNext });
  // The server has lost the first parts, for example by an upgrade.
  if (missing > 0) throw new ApiError('server', 'A part of the file was lost. Upload it again.');
  const rows = rowsLeft;
  while (rowsLeft > 0) {
    try {
      await sendParts(heads.slice(-1), { atOnce: 1, signal, send });
    } catch {
      return TEXTS.received;
    }
    onProgress(1 - ((1 - sentShare) * Math.min(rows, rowsLeft)) / rows, true);
  }
  return message;
}
