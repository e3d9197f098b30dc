import { fileResult } from '../../../../shared/csv/file-result.ts';
import type { ReadWithColumns } from '../../../../shared/csv/read-file.ts';
import {
  type AccountColumns,
  AccountSheet,
} from '../../../../shared/pasted-accounts/account-file.ts';
import { exposeJobs } from '../../../kit/expose-jobs.ts';
import { readTable } from '../../../kit/file-import/read-table.ts';

interface ReadOptions extends ReadWithColumns<AccountColumns> {
  /** Columns that were chosen for files with a header. */
  remembered: Readonly<Record<string, AccountColumns>>;
}

/**
 * Reads a file of accounts: CSV of any delimiter and encoding, or a workbook. `text` has the addresses, one per line.
 */
async function readAccounts(file: File, { columns, remembered, ...as }: ReadOptions) {
  const open = () => new AccountSheet({ columns, remembered });
  const { taker, form, ...read } = await readTable(file, open, { as });
  return {
    text: taker.accounts.join('\n'),
    form,
    result: fileResult(taker.counts, { ...read, ...form }),
    head: taker.head,
    columns: taker.columns,
    headerKey: taker.headerKey,
  };
}

const jobs = { readAccounts };
export type AccountFile = Awaited<ReturnType<typeof readAccounts>>;
export type AccountFileJobs = typeof jobs;
exposeJobs(jobs);
