import { ApiError } from '../../lib/api-error.ts';
import { onSessionEnd } from '../../lib/auth.ts';
import { countOf } from '../../lib/format.ts';
import { type ToastHandle, toast } from '../../ui/toast.tsx';

/** From here on an export says that it runs; shorter ones only say how they went. */
const SHOW_AFTER_MS = 600;

/** How an export reports: it ends with `signal`, and tells after each page how many accounts were read so far. */
export interface ExportRun {
  signal: AbortSignal;
  onRead: (accounts: number) => void;
}

interface ExportTexts {
  /** Of the result, with the number of accounts before it: 'exported'. */
  done: string;
  /** Where there is nothing to write. */
  none: string;
  failed: string;
}

/**
 * Runs an export to its end, also when the operator leaves the screen: what takes long shows a toast with Cancel, and
 * the result is told in one. `write` answers how many accounts it wrote. Another operator's session ends it.
 */
export async function runExport(
  write: (run: ExportRun) => Promise<number>,
  texts: ExportTexts,
): Promise<void> {
  const controller = new AbortController();
  const stopListening = onSessionEnd(() => controller.abort());
  let read = 0;
  let shown: ToastHandle | null = null;
  const progress = () => ({
    title: 'Preparing the download...',
    text: read === 0 ? undefined : `${countOf(read, 'account')} read`,
    tone: 'busy' as const,
    action: { label: 'Cancel', run: () => controller.abort() },
  });
  const timer = setTimeout(() => {
    shown = toast(progress());
  }, SHOW_AFTER_MS);
  const onRead = (accounts: number) => {
    read = accounts;
    shown?.change(progress());
  };
  try {
    const rows = await write({ signal: controller.signal, onRead });
    if (rows > 0) toast({ title: `${countOf(rows, 'account')} ${texts.done}` });
    else toast({ title: texts.none, tone: 'info' });
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'aborted') return;
    toast({ title: texts.failed, tone: 'danger' });
  } finally {
    clearTimeout(timer);
    // The timer may have run meanwhile, which the compiler does not see.
    (shown as ToastHandle | null)?.close();
    stopListening();
  }
}
