import { runJob } from '../../kit/job.ts';
import { downloadFile } from '../../lib/download.ts';
import type { CsvTask, EncoreCsvJobs } from './workers/encore-csv.worker.ts';

/** From this many rows on, the operator chooses a file to write into, where the browser can. */
const STREAM_FROM_ROWS = 50_000;

interface GenerateOptions {
  name: string;
  rows: number;
  task: Omit<CsvTask, 'handle'>;
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
 * Makes the file in a Web Worker and downloads it.
 * @returns false when the operator chose no file or cancelled.
 * @throws Error with what went wrong.
 */
export async function generateCsv(options: GenerateOptions): Promise<boolean> {
  const handle = await chooseFile(options);
  if (handle === 'none chosen') return false;
  const { task, signal, onProgress } = options;
  try {
    const file = await runJob<EncoreCsvJobs, Blob | null>(
      startWorker,
      (remote, listen) => remote.write({ ...task, handle }, listen(onProgress)),
      signal,
    );
    if (file) downloadFile(options.name, file, 'text/csv;charset=utf-8');
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
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

const startWorker = () =>
  new Worker(new URL('./workers/encore-csv.worker.ts', import.meta.url), { type: 'module' });
