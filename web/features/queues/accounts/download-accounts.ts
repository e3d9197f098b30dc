import type { QueueAccount } from '../../../../shared/queues/accounts/columns.ts';
import { ANALYSIS_COLUMNS, selectedFileName } from '../../../../shared/queues/accounts/exports.ts';
import { reportFile } from '../../../kit/file-report.ts';
import { api } from '../../../lib/api.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { downloadCsv } from '../../../lib/download.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { onSessionEnd } from '../../../lib/session.ts';
import { importAgain } from '../../../ui/import-again.ts';
import { type ToastHandle, toast } from '../../../ui/toast.tsx';
import type { AccountExport } from './account-exports.ts';

const loadWriter = () => importAgain(() => import('../../../../shared/csv/spreadsheet-writer.ts'));

/** Longer exports show a toast with their progress; shorter ones only with their result. */
const SHOW_AFTER_MS = 600;

/** Downloads the selected accounts, in the order of their selection, with the columns of the analysis. */
export async function exportSelected(
  category: string | undefined,
  accounts: readonly string[],
  rows: ReadonlyMap<string, QueueAccount>,
): Promise<void> {
  const { streamSpreadsheetCsv } = await loadWriter();
  const ranked = accounts.flatMap((account) => rows.get(account) ?? []);
  const fileName = selectedFileName(category);
  downloadCsv(fileName, streamSpreadsheetCsv(ANALYSIS_COLUMNS, ranked));
  reportFile(fileName, countOf(ranked.length, 'account'));
}

/**
 * Downloads a list of accounts as CSV. It continues when the operator leaves the screen, shows its progress with Cancel
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
    downloadCsv(request.fileName, file);
    reportFile(request.fileName, countOf(total, 'account'));
  } catch (error) {
    if (controller.signal.aborted) return;
    if (error instanceof ApiError && error.kind === 'aborted') return;
    toast({ title: request.failed, tone: 'danger' });
  } finally {
    clearTimeout(timer);
    // Set by the timer, which the compiler cannot detect.
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
