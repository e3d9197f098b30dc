import { writeFileSync } from 'node:fs';
import { type Forest, writeTrees } from '../src/trees.ts';
import { writeNumbers } from '../src/word-table.ts';
import type { LearnedTables } from './word-folds.ts';

const FOLDER = new URL('../model/', import.meta.url);

/** Writes the fitted trees (`forest.json`) and the learned words (`words.bin`) as `src/model.ts` reads them. */
export function writeModel(forest: Forest, { around, mail, common }: LearnedTables): void {
  const { names, rows } = writeTrees(forest);
  const head = {
    bias: Math.round(forest.bias * 1000) / 1000,
    names,
    words: {
      around: { bias: around.bias, step: around.step, entries: around.weights.size },
      mail: { bias: mail.bias, step: mail.step, entries: mail.weights.size },
      common: { entries: common.size },
    },
  };
  const trees = rows.map((row) => JSON.stringify(row)).join(',\n');
  const written = JSON.stringify(head).replace(/\}$/, `,"trees":[\n${trees}\n]}\n`);
  writeFileSync(new URL('forest.json', FOLDER), written);
  const tables = [around.weights, mail.weights, common].map(writeNumbers);
  writeFileSync(new URL('words.bin', FOLDER), Buffer.concat(tables));
}
