import { expose } from 'comlink';
import { readCsvFile } from '../../../shared/csv/read-file.ts';

export interface AccountFile {
  /** The first cell with an @ of each row, one per line. */
  text: string;
  /** Rows without one, the heading apart, and the line of the first. */
  leftOut: number;
  firstLine: number;
}

/** Reads a file of accounts: comma, semicolon or tab, any encoding that spreadsheets write. */
async function readAccounts(file: File): Promise<AccountFile> {
  const { accounts, without } = await readCsvFile(file, () => {
    const taken = { accounts: [] as string[], without: [] as number[] };
    const onRow = (cells: string[], line: number) => {
      const account = cells.find((cell) => cell.includes('@'));
      if (account !== undefined) taken.accounts.push(account.trim());
      else if (line > 1 && cells.some((cell) => cell.trim() !== '')) taken.without.push(line);
    };
    return { ...taken, onRow };
  });
  return {
    text: accounts.join('\n'),
    leftOut: without.length,
    firstLine: without[0] ?? 0,
  };
}

export type AccountFileApi = { readAccounts: typeof readAccounts };
expose({ readAccounts } satisfies AccountFileApi);
