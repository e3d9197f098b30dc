import { decodeCsv } from '../../../../shared/csv/decode.ts';
import { CsvReader } from '../../../../shared/csv/reader.ts';

/** What a file of accounts holds; or why it could not be read. */
export type AccountFileReport =
  | {
      kind: 'read';
      /** The first cell with an @ of each row, one per line. */
      text: string;
      /** Rows without one, the heading apart, and where the first of them stands. */
      leftOut: number;
      firstLine: number;
    }
  | { kind: 'failed'; message: string };

self.onmessage = async ({ data }: MessageEvent<File>) => {
  try {
    self.postMessage(await readAccounts(data));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    self.postMessage({ kind: 'failed', message } satisfies AccountFileReport);
  }
};

async function readAccounts(file: File): Promise<AccountFileReport> {
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
    kind: 'read',
    text: accounts.join('\n'),
    leftOut: without.length,
    firstLine: without[0] ?? 0,
  };
}
