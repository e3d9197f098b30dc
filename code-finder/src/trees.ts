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

/**
 * A forest made ready for asking. Trees share their questions, and most answers are no: so each question is asked once,
 * and a yes goes to all trees that ask it. In small numbers, so that all of it stays close to the processor.
 */
export interface PlantedForest {
  bias: number;
  /** Observations that are asked about, each with where its questions begin; the last entry ends them all. */
  columns: Uint16Array;
  questionsOf: Uint16Array;
  /** How much an observation must be at least for each question, rising, and where the trees that ask it begin. */
  leasts: Float64Array;
  treesOf: Uint16Array;
  /** Trees that ask, question by question, and how many leaves a yes moves each. */
  trees: Uint16Array;
  moves: Uint8Array;
  /** The leaf of each tree when all answers are no, and room for the leaves reached, used again for each possible code. */
  firstLeaves: Uint16Array;
  reached: Uint16Array;
  /** Values of the leaves in thousandths. */
  leaves: Int16Array;
}

/** Depth of a tree written as so many numbers: two for each question and one for each leaf. */
const DEPTH_OF: Readonly<Record<number, number>> = { 4: 1, 8: 2, 14: 3, 24: 4 };

interface Question {
  column: number;
  least: number;
  /** Trees that ask it, and how many leaves a yes moves them. */
  yes: { tree: number; move: number }[];
}

/** Where each of a row of lists begins when they stand one after the other, and where the last one ends. */
function beginnings(lengths: readonly number[]): Uint16Array {
  let at = 0;
  return Uint16Array.from([0, ...lengths], (length) => {
    at += length;
    return at;
  });
}

/** Reads trees as they are written: [name, least, name, least, …, leaf, leaf, …], names by number. */
export function plant(
  bias: number,
  names: readonly string[],
  rows: readonly (readonly number[])[],
): PlantedForest {
  const questions = new Map<string, Question>();
  const depths = rows.map((row) => DEPTH_OF[row.length] ?? 0);
  for (const [tree, row] of rows.entries()) {
    const depth = depths[tree] ?? 0;
    for (let level = 0; level < depth; level++) {
      const name = names[row[2 * level] ?? 0] ?? '';
      const least = row[2 * level + 1] ?? 0;
      const key = `${name} ${least}`;
      const question = questions.get(key) ?? { column: columnOf(name), least, yes: [] };
      question.yes.push({ tree, move: 1 << (depth - 1 - level) });
      questions.set(key, question);
    }
  }
  const all = [...questions.values()].sort((a, b) => a.column - b.column || a.least - b.least);
  const columns = [...new Set(all.map(({ column }) => column))];
  const yes = all.flatMap((question) => question.yes);
  const firstLeaves = beginnings(depths.map((depth) => 1 << depth)).subarray(0, rows.length);
  return {
    bias,
    columns: Uint16Array.from(columns),
    questionsOf: beginnings(
      columns.map((column) => all.filter((question) => question.column === column).length),
    ),
    leasts: Float64Array.from(all, ({ least }) => least),
    treesOf: beginnings(all.map((question) => question.yes.length)),
    trees: Uint16Array.from(yes, ({ tree }) => tree),
    moves: Uint8Array.from(yes, ({ move }) => move),
    firstLeaves,
    reached: new Uint16Array(rows.length),
    leaves: Int16Array.from(
      rows.flatMap((row, tree) => row.slice(2 * (depths[tree] ?? 0))),
      (value) => Math.round(value * 1000),
    ),
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
  const { columns, questionsOf, leasts, treesOf, trees, moves, reached, leaves } = forest;
  reached.set(forest.firstLeaves);
  for (let i = 0; i < columns.length; i++) {
    const value = seen.at(columns[i] ?? 0);
    const end = questionsOf[i + 1] ?? 0;
    for (let q = questionsOf[i] ?? 0; q < end && value >= (leasts[q] ?? 0); q++) {
      const last = treesOf[q + 1] ?? 0;
      for (let k = treesOf[q] ?? 0; k < last; k++) {
        const tree = trees[k] ?? 0;
        reached[tree] = (reached[tree] ?? 0) + (moves[k] ?? 0);
      }
    }
  }
  let sum = 0;
  for (let tree = 0; tree < reached.length; tree++) sum += leaves[reached[tree] ?? 0] ?? 0;
  return 1 / (1 + Math.exp(-(forest.bias + sum / 1000)));
}
