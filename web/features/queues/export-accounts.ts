import type { QueueAccount } from '../../../shared/queues/columns.ts';
import {
  ANALYSIS_COLUMNS,
  analysisFileName,
  categoryFileName,
  selectedFileName,
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
import type { AccountsOf } from './queries.ts';

/** Longer exports show a toast with their progress; shorter ones only with their result. */
const SHOW_AFTER_MS = 600;

interface AccountExport {
  fileName: string;
  /** Of GET /queues/export. */
  query: Parameters<typeof api.queues.export.$get>[0]['query'];
  /** The result, after the number of accounts: 'exported'. */
  done: string;
  /** Shown if there is nothing to write. */
  none: string;
  failed: string;
}

export const NONE_UNTESTED = 'Every account has been in a queue.';

/** Why a threshold export would be empty: the analysis takes the threshold itself too. */
export const noneWithin = ({ category }: AccountsOf): string =>
  category === undefined
    ? 'No account is at or below this ratio.'
    : 'No account is below this ratio.';

/** The ranked accounts of a list within a threshold in percent. */
export function thresholdExport(type: QueueType, of: AccountsOf, percent: number): AccountExport {
  const { category } = of;
  const ratio = String(fractionOf(percent));
  const none = noneWithin(of);
  if (category === undefined) {
    const query = { type, max_avg_ratio: ratio };
    const fileName = analysisFileName(percent);
    return { fileName, query, done: 'downloaded', none, failed: TEXTS.loadError };
  }
  return {
    fileName: categoryFileName(category),
    query: { type, category, below_avg_ratio: ratio },
    done: 'exported',
    none,
    failed: TEXTS.categoriesError,
  };
}

/** The accounts that have been in no queue, of one category or of all. */
export const untestedExport = (type: QueueType, category?: string): AccountExport => ({
  fileName: untestedFileName(category),
  query: { type, untested: 'true', ...(category !== undefined && { category }) },
  done: 'exported',
  none: NONE_UNTESTED,
  failed: TEXTS.categoriesError,
});

/** Downloads the selected accounts, in the order of their selection, with the columns of the analysis. */
export async function exportSelected(
  category: string | undefined,
  accounts: readonly string[],
  rows: ReadonlyMap<string, QueueAccount>,
): Promise<void> {
  const { streamSpreadsheetCsv } = await import('../../../shared/csv/spreadsheet-writer.ts');
  const ranked = accounts.flatMap((account) => rows.get(account) ?? []);
  const text = [...streamSpreadsheetCsv(ANALYSIS_COLUMNS, ranked)].join('');
  downloadFile(selectedFileName(category), text, 'text/csv;charset=utf-8');
  toast({ title: `${countOf(ranked.length, 'account')} exported` });
}

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
