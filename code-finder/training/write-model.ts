import { writeFileSync } from 'node:fs';
import type { WordTables } from '../src/model.ts';
import { type Forest, writeNumbers, writeTrees } from '../src/model.ts';

const FOLDER = new URL('../model/', import.meta.url);

const written = (forest: Forest): string => {
  const { names, rows } = writeTrees(forest);
  const bias = Math.round(forest.bias * 1000) / 1000;
  const trees = rows.map((row) => JSON.stringify(row)).join(',\n');
  return `{"bias":${bias},"names":${JSON.stringify(names)},"trees":[\n${trees}\n]}`;
};

/**
 * Writes the fitted trees (`forests.json`) and the learned words (`words.bin`) as `src/model.ts` reads them, and beside
 * them the figures on writers that were left out of the fit (`left-out.json`).
 */
export function writeModel(
  { first, second }: { first: Forest; second: Forest },
  { around, mail, common }: WordTables<ReadonlyMap<number, number>>,
  leftOut: Readonly<Record<string, Readonly<Record<string, number>>>>,
): void {
  const words = {
    around: { bias: around.bias, step: around.step, entries: around.weights.size },
    mail: { bias: mail.bias, step: mail.step, entries: mail.weights.size },
    common: { entries: common.size },
  };
  writeFileSync(
    new URL('forests.json', FOLDER),
    `{"first":${written(first)},\n"second":${written(second)},\n"words":${JSON.stringify(words)}}\n`,
  );
  const tables = [around.weights, mail.weights, common].map(writeNumbers);
  writeFileSync(new URL('words.bin', FOLDER), Buffer.concat(tables));
  const figures = Object.entries(leftOut).map(
    ([set, own]) => `  ${JSON.stringify(set)}: ${JSON.stringify(own)}`,
  );
  writeFileSync(new URL('left-out.json', FOLDER), `{\n${figures.join(',\n')}\n}\n`);
}
