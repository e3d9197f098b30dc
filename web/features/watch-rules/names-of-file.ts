import { decodeCsv } from '../../../shared/csv/decode.ts';
import { readCsv } from '../../../shared/csv/read-file.ts';
import { linesOf } from './rule-values.ts';

/** 5,000 names are about 100 kB. */
const MOST_BYTES = 1_000_000;

/** Why a list of artists cannot be read, as a sentence. */
class ListFault extends Error {}

/** The reason of {@link namesOfFile} as a sentence; '' for a fault of the browser. */
export const faultOf = (error: unknown): string =>
  error instanceof ListFault ? error.message : '';

/**
 * The names of an uploaded list: the first column of a CSV file, or one name in each line.
 * @throws an error that {@link faultOf} explains
 */
export async function namesOfFile(file: File): Promise<string[]> {
  if (file.size > MOST_BYTES) throw new ListFault('The file is larger than 1 MB.');
  const texts = /\.csv$/i.test(file.name) ? await firstColumn(file) : [await textOf(file)];
  if (texts.some((text) => text.includes('\0'))) throw new ListFault('The file is not a text.');
  const names = linesOf(texts.join('\n'));
  if (names.length === 0) throw new ListFault('The file contains no names.');
  return names;
}

/**
 * If a file has a row with only one cell, it is a plain list: its other lines contain a name with a
 * comma.
 */
async function firstColumn(file: File): Promise<string[]> {
  const { taker, form } = await readCsv(file, () => {
    const rows: string[][] = [];
    return { rows, onRow: (cells: string[]) => void rows.push(cells) };
  });
  const isList = taker.rows.some((cells) => cells.length === 1);
  return taker.rows.map((cells) => (isList ? cells.join(form.delimiter ?? ',') : (cells[0] ?? '')));
}

async function textOf(file: File): Promise<string> {
  let text = '';
  await decodeCsv(file, {
    onText: (piece) => {
      text += piece;
    },
    onRestart: () => {
      text = '';
    },
  });
  return text;
}
