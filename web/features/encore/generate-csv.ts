import { downloadFile } from '../../lib/download.ts';
import type { CsvReport, CsvTask } from './workers/encore-csv.worker.ts';

/** From so many rows on the operator chooses a file that is written into, where the browser can. */
const STREAM_FROM_ROWS = 50_000;

interface GenerateOptions {
  name: string;
  rows: number;
  task: Omit<CsvTask, 'handle'>;
  /** Ends the work. */
  signal: AbortSignal;
  onProgress: (rows: number) => void;
}

interface SavePicker {
  showSaveFilePicker?: (options: {
    suggestedName: string;
    types: { description: string; accept: Record<string, string[]> }[];
  }) => Promise<FileSystemFileHandle>;
}

/**
 * Makes the file in a Web Worker and hands it to the browser.
 * @returns false when the operator chose no file or cancelled.
 * @throws Error with what went wrong.
 */
export async function generateCsv(options: GenerateOptions): Promise<boolean> {
  const handle = await chooseFile(options);
  if (handle === 'none chosen') return false;
  const file = await runWorker(options, handle);
  if (file === 'cancelled') return false;
  if (file) downloadFile(options.name, file, 'text/csv;charset=utf-8');
  return true;
}

/** Null where the file is small or the browser cannot write into files: it is downloaded then. */
async function chooseFile({
  name,
  rows,
}: GenerateOptions): Promise<FileSystemFileHandle | null | 'none chosen'> {
  // Not every browser has it, and the types do not know it.
  const { showSaveFilePicker } = window as Window & SavePicker;
  if (rows < STREAM_FROM_ROWS || !showSaveFilePicker) return null;
  try {
    return await showSaveFilePicker.call(window, {
      suggestedName: name,
      types: [{ description: 'CSV', accept: { 'text/csv': ['.csv'] } }],
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'none chosen';
    throw error;
  }
}

function runWorker(
  { task, signal, onProgress }: GenerateOptions,
  handle: FileSystemFileHandle | null,
): Promise<Blob | null | 'cancelled'> {
  const worker = new Worker(new URL('./workers/encore-csv.worker.ts', import.meta.url), {
    type: 'module',
  });
  return new Promise<Blob | null | 'cancelled'>((resolve, reject) => {
    signal.addEventListener('abort', () => resolve('cancelled'), { once: true });
    worker.onerror = () => reject(new Error('The file could not be made.'));
    worker.onmessage = ({ data }: MessageEvent<CsvReport>) => {
      if (data.kind === 'progress') onProgress(data.rows);
      else if (data.kind === 'done') resolve(data.file);
      else reject(new Error(data.message));
    };
    worker.postMessage({ ...task, handle } satisfies CsvTask);
  }).finally(() => worker.terminate());
}
