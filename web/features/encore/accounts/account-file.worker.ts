import { expose } from 'comlink';
import { isWorkbook, readCsvFile, WORKBOOK } from '../../../../shared/csv/read-file.ts';
import { AccountSheet } from '../../../../shared/pasted-accounts/account-file.ts';

export interface AccountFile {
  /** The address of each row, one per line. */
  text: string;
  /** Rows without one, the heading apart, and the line of the first. */
  leftOut: number;
  firstLine: number;
}

/** Reads a file of accounts: comma, semicolon or tab, any encoding that spreadsheets write. */
async function readAccounts(file: File): Promise<AccountFile> {
  if (await isWorkbook(file)) throw new Error(WORKBOOK);
  const { accounts, without } = await readCsvFile(file, () => new AccountSheet());
  return {
    text: accounts.join('\n'),
    leftOut: without.length,
    firstLine: without[0] ?? 0,
  };
}

export type AccountFileApi = { readAccounts: typeof readAccounts };
expose({ readAccounts } satisfies AccountFileApi);
