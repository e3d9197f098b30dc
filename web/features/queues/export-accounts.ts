import {
  analysisFileName,
  categoryFileName,
  untestedFileName,
} from '../../../shared/queues/exports.ts';
import { fractionOf } from '../../../shared/queues/ratios.ts';
import type { QueueType } from '../../../shared/queues/schema.ts';
import { TEXTS } from '../../../shared/queues/texts.ts';
import { api } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { onSessionEnd } from '../../lib/auth.ts';
import { downloadFile } from '../../lib/download.ts';
import { countOf, formatNumber } from '../../lib/format.ts';
import { type ToastHandle, toast } from '../../ui/toast.tsx';

/** Longer exports show a toast with their progress; shorter ones only with their result. */
const SHOW_AFTER_MS = 600;

interface AccountExport {
  fileName: string;
  /** Of GET /queues/export. */
  query: Parameters<typeof api.queues.export.$get>[0]['query'];
  /** The result, after the number of accounts: 'exported'. */
  done: string;
  /** Shown where there is nothing to write. */
  none: string;
  failed: string;
}

export const NONE_AT_OR_BELOW = 'No account is at or below this ratio.';
export const NONE_BELOW = 'No account is below this ratio.';
export const NONE_UNTESTED = 'Every account has been in a queue.';

/** The accounts at or below a threshold in percent, ranked. */
export const analysisExport = (type: QueueType, percent: number): AccountExport => ({
  fileName: analysisFileName(percent),
  query: { type, max_avg_ratio: String(fractionOf(percent)) },
  done: 'downloaded',
  none: NONE_AT_OR_BELOW,
  failed: TEXTS.loadError,
});

/** The accounts of a category below a threshold in percent, ranked. */
export const categoryExport = (
  type: QueueType,
  category: string,
  percent: number,
): AccountExport => ({
  fileName: categoryFileName(category),
  query: { type, category, below_avg_ratio: String(fractionOf(percent)) },
  done: 'exported',
  none: NONE_BELOW,
  failed: TEXTS.categoriesError,
});

/** The accounts of a category that have been in no queue yet. */
export const untestedExport = (type: QueueType, category: string): AccountExport => ({
  fileName: untestedFileName(category),
  query: { type, category, untested: 'true' },
  done: 'exported',
  none: NONE_UNTESTED,
  failed: TEXTS.categoriesError,
});

/**
 * Downloads a list of accounts as CSV. It goes on when the operator leaves the screen, shows its progress with Cancel
 * when it takes long, and its result in a toast. The end of the session cancels it.
 */
export async function exportAccounts(request: AccountExport): Promise<void> {
  const controller = new AbortController();
  const stopListening = onSessionEnd(() => controller.abort());
  let progress = '';
  let busyToast: ToastHandle | null = null;
  const content = () => ({
    title: 'Preparing the download...',
    text: progress || undefined,
    tone: 'busy' as const,
    action: { label: 'Cancel', run: () => controller.abort() },
  });
  const timer = setTimeout(() => {
    busyToast = toast(content());
  }, SHOW_AFTER_MS);
  try {
    const { signal } = controller;
    const response = await api.queues.export.$get({ query: request.query }, { init: { signal } });
    const total = Number(response.headers.get('X-Total-Count'));
    if (total === 0) {
      toast({ title: request.none, tone: 'info' });
      return;
    }
    const file = await readFile(response, (accounts) => {
      progress = `${formatNumber(accounts)} of ${countOf(total, 'account')}`;
      busyToast?.change(content());
    });
    downloadFile(request.fileName, file, 'text/csv;charset=utf-8');
    toast({ title: `${countOf(total, 'account')} ${request.done}` });
  } catch (error) {
    if (controller.signal.aborted) return;
    if (error instanceof ApiError && error.kind === 'aborted') return;
    toast({ title: request.failed, tone: 'danger' });
  } finally {
    clearTimeout(timer);
    // Set by the timer, which the compiler does not see.
    (busyToast as ToastHandle | null)?.close();
    stopListening();
  }
}

const LINE_FEED = 10;

/** Reads the whole file. `onRead` is called with the number of accounts read so far. */
async function readFile(
  { body }: { body: ReadableStream<Uint8Array<ArrayBuffer>> | null },
  onRead: (accounts: number) => void,
): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let lines = 0;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    parts.push(part.value);
    for (const byte of part.value) if (byte === LINE_FEED) lines += 1;
    // The first line is the heading.
    onRead(lines - 1);
  }
  return new Blob(parts);
}
