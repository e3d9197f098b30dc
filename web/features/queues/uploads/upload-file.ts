import { readTotal } from '../../../../shared/queues/queue-file.ts';
import type { QueueType } from '../../../../shared/queues/schema.ts';
import { TEXTS } from '../../../../shared/queues/texts.ts';
import { apiFetch } from '../../../lib/api.ts';
import { ApiError } from '../../../lib/api-error.ts';
import type { QueueFile, UploadResult } from './file-list.ts';
import type { QueueFileReader } from './file-reader.ts';

interface UploadOptions {
  reader: QueueFileReader;
  type: QueueType;
  signal: AbortSignal;
  /** Called after each part with the share of the file that is uploaded, 0 to 1. */
  onProgress: (share: number) => void;
}

/** A part is sent this many times when the network or the server is briefly unavailable. */
const ATTEMPTS = 3;

/**
 * Uploads one file, in parts when it is large; the server applies all parts as one.
 * @returns how it went; a failed call is a result too.
 * @throws ApiError `aborted` when the operator cancels, Error when the rows were lost with the worker.
 */
export async function uploadFile(file: QueueFile, options: UploadOptions): Promise<UploadResult> {
  try {
    const message = await sendParts(file, options);
    return { isOk: true, message: TEXTS.uploaded, detail: message };
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind === 'aborted') throw error;
    const hasMessage = error.kind === 'server' && error.message !== '';
    return { isOk: false, message: hasMessage ? error.message : TEXTS.uploadFailed, detail: null };
  }
}

async function sendParts(
  file: QueueFile,
  { reader, type, signal, onProgress }: UploadOptions,
): Promise<string> {
  const total = readTotal(file.fields.queueTotal) ?? 0;
  const head = {
    type,
    queue_id: file.queueId,
    queue_total: total,
    queue_date: file.fields.queueDate,
  };
  const parts = await reader.countParts(file.id, total);
  const uploadId = crypto.randomUUID();
  let from: number | null = 0;
  let message = '';
  for (let part = 1; part <= parts && from !== null; part++) {
    const upload = parts === 1 ? {} : { upload: { id: uploadId, part, parts } };
    const { body, next } = await reader.writePart(file.id, { ...head, ...upload }, from);
    message = await sendPart(body, signal);
    onProgress(part / parts);
    from = next;
  }
  return message;
}

async function sendPart(body: ArrayBuffer, signal: AbortSignal, attempt = 1): Promise<string> {
  try {
    const response = await apiFetch('/api/queues/insert', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      signal,
    });
    const answer: { message: string } = await response.json();
    return answer.message;
  } catch (error) {
    const isTemporary =
      error instanceof ApiError && (error.kind === 'network' || error.status === 503);
    if (!isTemporary || attempt >= ATTEMPTS || signal.aborted) throw error;
    return sendPart(body, signal, attempt + 1);
  }
}
