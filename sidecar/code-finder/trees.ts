import { columnOf, type Observations } from './observations.ts';

/**
 * A tree that asks one question on each level: is an observation at least so much? The answers, the
 * first as the highest bit, are the number of the leaf whose value counts.
 */
export interface Tree {
  asks: readonly { name: string; least: number }[];
  leaves: readonly number[];
}

/** A sum of trees; the logistic function of it is the chance. */
export interface Forest {
  bias: number;
  trees: readonly Tree[];
}

/** A forest made ready for asking: trees share their questions, and each question is asked once. */
export interface PlantedForest {
  bias: number;
  /** Each question: the number of an observation, and how much it must be at least. */
  columns: Int32Array;
  leasts: Float64Array;
  /** Room for the answers, used again for each possible code. */
  answers: Uint8Array;
  /** Questions and leaves of all trees, one tree after the other, and how many questions each has. */
  depths: Uint8Array;
  asks: Int32Array;
  leaves: Float64Array;
}

/** Depth of a tree written as so many numbers: two for each question and one for each leaf. */
const DEPTH_OF: Readonly<Record<number, number>> = { 4: 1, 8: 2, 14: 3, 24: 4 };

/** Reads trees as they are written: [name, least, name, least, …, leaf, leaf, …], names by number. */
export function plant(
  bias: number,
  names: readonly string[],
  rows: readonly (readonly number[])[],
): PlantedForest {
  const questions = new Map<string, { column: number; least: number; at: number }>();
  const ask = (name: string, least: number): number => {
    const key = `${name} ${least}`;
    const known = questions.get(key) ?? { column: columnOf(name), least, at: questions.size };
    questions.set(key, known);
    return known.at;
  };
  const depths = rows.map((row) => DEPTH_OF[row.length] ?? 0);
  const asks = rows.flatMap((row, tree) =>
    Array.from({ length: depths[tree] ?? 0 }, (_, level) =>
      ask(names[row[2 * level] ?? 0] ?? '', row[2 * level + 1] ?? 0),
    ),
  );
  const all = [...questions.values()];
  return {
    bias,
    columns: Int32Array.from(all, ({ column }) => column),
    leasts: Float64Array.from(all, ({ least }) => least),
    answers: new Uint8Array(all.length),
    depths: Uint8Array.from(depths),
    asks: Int32Array.from(asks),
    leaves: Float64Array.from(rows.flatMap((row, tree) => row.slice(2 * (depths[tree] ?? 0)))),
  };
}

/** The trees of a forest as numbers, as {@link plant} reads them, rounded to thousandths. */
export function writeTrees({ trees }: Forest): { names: string[]; rows: number[][] } {
  const names = [...new Set(trees.flatMap(({ asks }) => asks.map(({ name }) => name)))].sort();
  const round = (value: number): number => Math.round(value * 1000) / 1000;
  const rows = trees.map(({ asks, leaves }) => [
    ...asks.flatMap(({ name, least }) => [names.indexOf(name), round(least)]),
    ...leaves.map(round),
  ]);
  return { names, rows };
}

/** The chance, 0 to 1, that a forest gives to what was observed. */
export function chanceIn(forest: PlantedForest, seen: Observations): number {
  const { columns, leasts, answers, depths, asks, leaves } = forest;
  for (let i = 0; i < answers.length; i++)
    answers[i] = seen.at(columns[i] ?? 0) >= (leasts[i] ?? 0) ? 1 : 0;
  let sum = forest.bias;
  let ask = 0;
  let firstLeaf = 0;
  for (let tree = 0; tree < depths.length; tree++) {
    let leaf = 0;
    const end = ask + (depths[tree] ?? 0);
    while (ask < end) leaf = leaf * 2 + (answers[asks[ask++] ?? 0] ?? 0);
    sum += leaves[firstLeaf + leaf] ?? 0;
    firstLeaf += 1 << (depths[tree] ?? 0);
  }
  return 1 / (1 + Math.exp(-sum));
}
