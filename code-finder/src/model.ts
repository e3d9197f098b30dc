import { readFileSync } from 'node:fs';
import forest from '../model/forest.json' with { type: 'json' };
import { plant } from './trees.ts';
import type { WordTables } from './word-scores.ts';
import { ENTRY_BYTES, readNumbers } from './word-table.ts';

/** The fitted trees, ready for use. */
export const FOREST = plant(forest.bias, forest.names, forest.trees);

/** The learned words: three tables, one after the other in one file. */
function readWords(): WordTables {
  const bytes = readFileSync(new URL('../model/words.bin', import.meta.url));
  let at = 0;
  const next = ({ entries }: { entries: number }) => {
    const from = at;
    at += entries * ENTRY_BYTES;
    return readNumbers(bytes.subarray(from, at));
  };
  const { around, mail, common } = forest.words;
  return {
    around: { bias: around.bias, step: around.step, weights: next(around) },
    mail: { bias: mail.bias, step: mail.step, weights: next(mail) },
    common: next(common),
  };
}

export const WORDS = readWords();
