import { expose } from 'comlink';
import { decodeCsv } from '../../../shared/csv/decode.ts';
import { CsvReader } from '../../../shared/csv/reader.ts';

export interface AccountFile {
  /** The first cell with an @ of each row, one per line. */
  text: string;
  /** Rows without one, the heading apart, and the line of the first. */
  leftOut: number;
  firstLine: number;
}

/** Reads a file of accounts: comma, semicolon or tab, any encoding that spreadsheets write. */
async function readAccounts(file: File): Promise<AccountFile> {
  let accounts: string[] = [];
  let without: number[] = [];
  const open = () =>
    new CsvReader({
      onRow: (cells, line) => {
        const found = cells.find((cell) => cell.includes('@'));
        if (found !== undefined) accounts.push(found.trim());
        else if (line > 1 && cells.some((cell) => cell.trim() !== '')) without.push(line);
      },
    });
  let reader = open();
  await decodeCsv(file, {
    onText: (text) => reader.push(text),
    onRestart: () => {
      accounts = [];
      without = [];
      reader = open();
    },
  });
  reader.end();
  return {
    text: accounts.join('\n'),
    leftOut: without.length,
    firstLine: without[0] ?? 0,
  };
}

export type AccountFileApi = { readAccounts: typeof readAccounts };
expose({ readAccounts } satisfies AccountFileApi);
