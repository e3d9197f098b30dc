import { expose } from 'comlink';
import { type FileResult, fileResult } from '../../../../shared/csv/file-result.ts';
import { AccountSheet } from '../../../../shared/pasted-accounts/account-file.ts';
import { readTable } from '../../../kit/file-import/read-table.ts';

export interface AccountFile {
  /** The address of each row, one per line. */
  text: string;
  /** `UTF-8, comma` */
  form: string;
  result: FileResult;
}

/** Reads a file of accounts: CSV of any delimiter and encoding, or a workbook. */
async function readAccounts(file: File): Promise<AccountFile> {
  const { taker, form, ...read } = await readTable(file, () => new AccountSheet());
  return {
    text: taker.accounts.join('\n'),
    form: form.text,
    result: fileResult(taker.counts, { ...read, ...form }),
  };
}

export type AccountFileApi = { readAccounts: typeof readAccounts };
expose({ readAccounts } satisfies AccountFileApi);
