import { runJob } from '../../kit/job.ts';
import type { AccountFile, AccountFileJobs } from './workers/account-file.worker.ts';

const startWorker = () =>
  new Worker(new URL('./workers/account-file.worker.ts', import.meta.url), { type: 'module' });

/**
 * Reads a file of accounts in a Web Worker: comma, semicolon or tab, in any encoding that `decodeCsv` reads.
 * @throws Error with what went wrong.
 */
export function readAccountFile(file: File): Promise<AccountFile> {
  return runJob<AccountFileJobs, AccountFile>(startWorker, (remote) => remote.readAccounts(file));
}
