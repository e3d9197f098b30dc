import { expose } from 'comlink';
import { decodeCsv } from '../../../../shared/csv/decode.ts';
import { CsvReader } from '../../../../shared/csv/reader.ts';

/** The accounts of a file. */
export interface AccountFile {
  /** The first cell with an @ of each row, one per line. */
  text: string;
  /** Rows without one, the heading apart, and the line of the first of them. */
  leftOut: number;
  firstLine: number;
}

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
  return { text: accounts.join('\n'), leftOut: without.length, firstLine: without[0] ?? 0 };
}

const jobs = { readAccounts };
export type AccountFileJobs = typeof jobs;
expose(jobs);
