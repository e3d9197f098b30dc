import { readFileSync } from 'node:fs';
import model from '../model/forests.json' with { type: 'json' };
import { columnOf, type Observations } from './observations.ts';

/**
 * A tree with one split on each level: whether an observation reaches a threshold. The results, the
 * first as the highest bit, form the number of the leaf whose value counts.
 */
export interface Tree {
  splits: readonly { name: string; least: number }[];
  leaves: readonly number[];
}

/** A sum of trees; the logistic function of it is the chance. */
export interface Forest {
  bias: number;
  trees: readonly Tree[];
}

/** The number of splits of the deepest tree. */
const DEPTH = 3;
const LEAVES = 2 ** DEPTH;
/** The depth of a tree by the count of its numbers: two for each split and one for each leaf. */
const DEPTH_OF: Readonly<Record<number, number>> = { 4: 1, 8: 2, 14: 3 };

/** A forest as flat arrays: {@link DEPTH} splits and {@link LEAVES} leaves for each tree. */
export interface PlantedForest {
  bias: number;
  columns: Uint16Array;
  leasts: Float64Array;
  leaves: Float64Array;
}

/**
 * Reads trees in their written form: [name, least, name, least, …, leaf, leaf, …], names by number.
 */
export function plant(
  bias: number,
  names: readonly string[],
  rows: readonly (readonly number[])[],
): PlantedForest {
  const columns = new Uint16Array(rows.length * DEPTH);
  // The splits that a shallow tree lacks are never reached.
  const leasts = new Float64Array(rows.length * DEPTH).fill(Number.POSITIVE_INFINITY);
  const leaves = new Float64Array(rows.length * LEAVES);
  for (const [tree, row] of rows.entries()) {
    const depth = DEPTH_OF[row.length];
    if (depth === undefined) throw new Error(`Tree ${tree} has ${row.length} numbers.`);
    for (let level = 0; level < depth; level++) {
      columns[tree * DEPTH + level] = columnOf(names[row[2 * level] ?? 0] ?? '');
      leasts[tree * DEPTH + level] = row[2 * level + 1] ?? 0;
    }
    const step = 2 ** (DEPTH - depth);
    for (let leaf = 0; leaf < LEAVES; leaf++)
      leaves[tree * LEAVES + leaf] = row[2 * depth + Math.floor(leaf / step)] ?? 0;
  }
  return { bias, columns, leasts, leaves };
}

/** The chance, 0 to 1, that a forest computes from the observations. */
export function chanceIn(forest: PlantedForest, seen: Observations): number {
  const { columns, leasts, leaves } = forest;
  let sum = forest.bias;
  for (let at = 0, first = 0; at < columns.length; first += LEAVES) {
    let leaf = 0;
    for (let level = 0; level < DEPTH; level++, at++)
      leaf = 2 * leaf + (seen.at(columns[at] ?? 0) >= (leasts[at] ?? 0) ? 1 : 0);
    sum += leaves[first + leaf] ?? 0;
  }
  return 1 / (1 + Math.exp(-sum));
}

/** The trees of a forest as numbers, as {@link plant} reads them, rounded to thousandths. */
export function writeTrees({ trees }: Forest): { names: string[]; rows: number[][] } {
  const names = [...new Set(trees.flatMap(({ splits }) => splits.map(({ name }) => name)))].sort();
  const round = (value: number): number => Math.round(value * 1000) / 1000;
  const rows = trees.map(({ splits, leaves }) => [
    ...splits.flatMap(({ name, least }) => [names.indexOf(name), round(least)]),
    ...leaves.map(round),
  ]);
  return { names, rows };
}

const planted = ({ bias, names, trees }: (typeof model)['first']) => plant(bias, names, trees);

/** The fitted trees, ready for use. */
export const FORESTS = { first: planted(model.first), second: planted(model.second) };

/** Small numbers by key: a loaded table, or a Map during a fit. */
interface Numbers {
  get(key: number): number | undefined;
}

/** The learned weights of words. */
export interface WordTable<Kept extends Numbers = Numbers> {
  bias: number;
  /** The value of one step of a weight. */
  step: number;
  /** Weights as whole numbers of steps, by key. Keys without a weight are omitted. */
  weights: Kept;
}

/** The learned data: whether the words around a candidate, and those of a mail, indicate a code. */
export interface WordTables<Kept extends Numbers = Numbers> {
  around: WordTable<Kept>;
  mail: WordTable<Kept>;
  /**
   * The number of mails in which a word is not a code, by the word's number; rare words are
   * omitted.
   */
  common: Kept;
}

/** The bytes of a written key and of its number. */
const ENTRY_BYTES = 5;

/**
 * Numbers in a hash table with each key beside its number. Most keys of a mail are not in the
 * processor's cache, and a Map would access several memory locations for each.
 */
class NumberTable implements Numbers {
  private readonly mask: number;
  /** The key and the number of each slot. A number of 0 marks a free slot: zeros are never written. */
  private readonly places: Int32Array;

  /** Reads entries of four bytes for the key and one byte for the number. */
  constructor(bytes: Buffer) {
    const size = 2 ** Math.ceil(Math.log2((2 * bytes.length) / ENTRY_BYTES + 2));
    this.mask = 2 * size - 1;
    this.places = new Int32Array(2 * size);
    for (let at = 0; at < bytes.length; at += ENTRY_BYTES) {
      const key = bytes.readInt32LE(at);
      const place = this.placeOf(key);
      this.places[place] = key;
      this.places[place + 1] = bytes.readInt8(at + 4);
    }
  }

  get(key: number): number | undefined {
    return this.places[this.placeOf(key) + 1] || undefined;
  }

  private placeOf(key: number): number {
    const { places, mask } = this;
    let at = ((Math.imul(key, 0x9e3779b1) >>> 7) * 2) & mask;
    while (places[at + 1] !== 0 && places[at] !== key) at = (at + 2) & mask;
    return at;
  }
}

/** Writes numbers from -128 to 127 by key, in the form of {@link NumberTable}. */
export function writeNumbers(numbers: ReadonlyMap<number, number>): Buffer {
  const bytes = Buffer.alloc(ENTRY_BYTES * numbers.size);
  let at = 0;
  for (const [key, number] of numbers) {
    bytes.writeInt32LE(key, at);
    bytes.writeInt8(number, at + 4);
    at += ENTRY_BYTES;
  }
  return bytes;
}

/** The learned words: three tables, one after the other in one file. */
function readWords(): WordTables {
  const bytes = readFileSync(new URL('../model/words.bin', import.meta.url));
  let at = 0;
  const next = ({ entries }: { entries: number }) => {
    const from = at;
    at += entries * ENTRY_BYTES;
    return new NumberTable(bytes.subarray(from, at));
  };
  const { around, mail, common } = model.words;
  return {
    around: { bias: around.bias, step: around.step, weights: next(around) },
    mail: { bias: mail.bias, step: mail.step, weights: next(mail) },
    common: next(common),
  };
}

export const WORDS = readWords();
