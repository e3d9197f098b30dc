import type { AccountFileReport } from './workers/account-file.worker.ts';

/**
 * Reads a file of accounts in a Web Worker: comma, semicolon or tab, any encoding of part 4, "CSV files".
 * @throws Error with what went wrong.
 */
export async function readAccountFile(
  file: File,
): Promise<Extract<AccountFileReport, { kind: 'read' }>> {
  const worker = new Worker(new URL('./workers/account-file.worker.ts', import.meta.url), {
    type: 'module',
  });
  try {
    const report = await new Promise<AccountFileReport>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<AccountFileReport>) => resolve(data);
      worker.onerror = () => reject(new Error('The browser stopped reading.'));
      worker.postMessage(file);
    });
    if (report.kind === 'failed') throw new Error(report.message);
    return report;
  } finally {
    worker.terminate();
  }
}
