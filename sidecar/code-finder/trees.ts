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

/** A forest made ready for asking: observations by their numbers. */
export interface PlantedForest {
  bias: number;
  trees: readonly { columns: Int32Array; leasts: Float64Array; leaves: Float64Array }[];
}

/** Depth of a tree written as so many numbers: two for each question and one for each leaf. */
const DEPTH_OF: Readonly<Record<number, number>> = { 4: 1, 8: 2, 14: 3, 24: 4 };

/** Reads trees as they are written: [name, least, name, least, …, leaf, leaf, …], names by number. */
export function plant(
  bias: number,
  names: readonly string[],
  rows: readonly (readonly number[])[],
): PlantedForest {
  const trees = rows.map((row) => {
    const depth = DEPTH_OF[row.length] ?? 0;
    const levels = Array.from({ length: depth }, (_, level) => 2 * level);
    return {
      columns: Int32Array.from(levels, (at) => columnOf(names[row[at] ?? 0] ?? '')),
      leasts: Float64Array.from(levels, (at) => row[at + 1] ?? 0),
      leaves: Float64Array.from(row.slice(2 * depth)),
    };
  });
  return { bias, trees };
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
  let sum = forest.bias;
  for (const { columns, leasts, leaves } of forest.trees) {
    let leaf = 0;
    for (let level = 0; level < columns.length; level++) {
      const isYes = seen.at(columns[level] ?? 0) >= (leasts[level] ?? 0);
      leaf = leaf * 2 + (isYes ? 1 : 0);
    }
    sum += leaves[leaf] ?? 0;
  }
  return 1 / (1 + Math.exp(-sum));
}
