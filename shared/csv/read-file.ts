import { type ByteSource, decodeCsv } from './decode.ts';
import { CsvReader, type CsvReaderOptions } from './reader.ts';

/**
 * Reads a CSV file of any delimiter and encoding.
 * @param open creates the receiver of the rows. It is called again if the encoding turns out to be another one: all rows then
 * arrive again, and the earlier receiver is dropped.
 * @param onProgress called after each piece with the bytes so far; they start at 0 again with a new receiver.
 * @returns the receiver of all rows
 */
export async function readCsvFile<Taker extends CsvReaderOptions>(
  source: ByteSource,
  open: () => Taker,
  onProgress?: (bytes: number) => void,
): Promise<Taker> {
  let taker = open();
  let reader = new CsvReader(taker);
  let bytes = 0;
  await decodeCsv(source, {
    onText: (text, length) => {
      reader.push(text);
      bytes += length;
      onProgress?.(bytes);
    },
    onRestart: () => {
      taker = open();
      reader = new CsvReader(taker);
      bytes = 0;
    },
  });
  reader.end();
  return taker;
}
