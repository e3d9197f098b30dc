import type { Forest, Tree } from '../src/model.ts';
import type { Observations } from '../src/observations.ts';
import { type Column, columnsOf } from './columns.ts';

/** One possible code: its observations, whether it is a code, and its weight. */
export interface Row {
  features: Observations;
  isCode: boolean;
  weight: number;
}

const ROUNDS = 800;
const DEPTH = 3;
const RATE = 0.12;
/** Keeps the values of leaves with few rows small. */
const LAMBDA = 1;
/**
 * The share of the observations from which a question is chosen. Trees that see different observations make fewer
 * errors together.
 */
const SHARE = 0.4;

interface Question {
  column: Column;
  /** The number of thresholds that a row must reach for the answer yes. */
  reach: number;
}

/** The state of a round: for each row its slope and curvature, and the leaf that it is in so far. */
interface Round {
  gradient: Float64Array;
  curve: Float64Array;
  leafOf: Uint8Array;
}

/** Sums of slopes and curvatures in each leaf. */
function sumsOf({ gradient, curve, leafOf }: Round, leaves: number): [Float64Array, Float64Array] {
  const g = new Float64Array(leaves);
  const h = new Float64Array(leaves);
  for (let i = 0; i < leafOf.length; i++) {
    const leaf = leafOf[i] ?? 0;
    g[leaf] = (g[leaf] ?? 0) + (gradient[i] ?? 0);
    h[leaf] = (h[leaf] ?? 0) + (curve[i] ?? 0);
  }
  return [g, h];
}

const worth = (g: number, h: number): number => (g * g) / (h + LAMBDA);

/** Gain of each threshold of a column, by Newton steps. */
function gainsOf(
  { leasts, rows, reached }: Column,
  { gradient, curve, leafOf }: Round,
  [allG, allH]: readonly [Float64Array, Float64Array],
): Float64Array {
  const width = leasts.length + 1;
  const g = new Float64Array(allG.length * width);
  const h = new Float64Array(allG.length * width);
  for (let k = 0; k < rows.length; k++) {
    const i = rows[k] ?? 0;
    const cell = (leafOf[i] ?? 0) * width + (reached[k] ?? 0);
    g[cell] = (g[cell] ?? 0) + (gradient[i] ?? 0);
    h[cell] = (h[cell] ?? 0) + (curve[i] ?? 0);
  }
  const gains = new Float64Array(width);
  for (let leaf = 0; leaf < allG.length; leaf++) {
    const G = allG[leaf] ?? 0;
    const H = allH[leaf] ?? 0;
    let yesG = 0;
    let yesH = 0;
    for (let reach = width - 1; reach > 0; reach--) {
      yesG += g[leaf * width + reach] ?? 0;
      yesH += h[leaf * width + reach] ?? 0;
      gains[reach] =
        (gains[reach] ?? 0) + worth(yesG, yesH) + worth(G - yesG, H - yesH) - worth(G, H);
    }
  }
  return gains;
}

/** The question that separates the leaves best, among the drawn columns. */
function bestQuestion(drawn: readonly Column[], round: Round, leaves: number): Question | null {
  const all = sumsOf(round, leaves);
  let best: { question: Question; gain: number } | null = null;
  for (const column of drawn)
    for (const [reach, gain] of gainsOf(column, round, all).entries())
      if (reach > 0 && gain > (best?.gain ?? 1e-9)) best = { question: { column, reach }, gain };
  return best?.question ?? null;
}

/** Numbers from 0 to 1 that look random and are always the same. */
function* draws(): Generator<number> {
  let state = 20261;
  for (;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

/**
 * Gradient boosting of symmetric trees on the logistic loss, on the observations whose names count.
 * Deterministic.
 */
export function boost(
  rows: readonly Row[],
  counts: (name: string) => boolean,
  rounds = ROUNDS,
): Forest {
  const columns = columnsOf(
    rows.map(({ features }) => features),
    counts,
  );
  const random = draws();
  const isDrawn = (): boolean => (random.next().value ?? 0) < SHARE;
  const codes = rows.reduce((sum, row) => sum + (row.isCode ? row.weight : 0), 0);
  const others = rows.reduce((sum, row) => sum + (row.isCode ? 0 : row.weight), 0);
  const bias = Math.log(codes / others);
  const sums = new Float64Array(rows.length).fill(bias);
  const gradient = new Float64Array(rows.length);
  const curve = new Float64Array(rows.length);
  const trees: Tree[] = [];
  for (let turn = 0; turn < rounds; turn++) {
    for (const [i, { isCode, weight }] of rows.entries()) {
      const chance = 1 / (1 + Math.exp(-(sums[i] ?? 0)));
      gradient[i] = ((isCode ? 1 : 0) - chance) * weight;
      curve[i] = chance * (1 - chance) * weight;
    }
    const round = { gradient, curve, leafOf: new Uint8Array(rows.length) };
    const splits: { name: string; least: number }[] = [];
    for (let level = 0; level < DEPTH; level++) {
      const question = bestQuestion(columns.filter(isDrawn), round, 2 ** level);
      if (!question) break;
      const { column, reach } = question;
      splits.push({ name: column.name, least: column.leasts[reach - 1] ?? 0 });
      for (let i = 0; i < rows.length; i++) round.leafOf[i] = (round.leafOf[i] ?? 0) * 2;
      for (const [k, i] of column.rows.entries())
        if ((column.reached[k] ?? 0) >= reach) round.leafOf[i] = (round.leafOf[i] ?? 0) + 1;
    }
    if (splits.length === 0) continue;
    const [g, h] = sumsOf(round, 2 ** splits.length);
    const leaves = Array.from(g, (value, leaf) => (RATE * value) / ((h[leaf] ?? 0) + LAMBDA));
    for (let i = 0; i < sums.length; i++)
      sums[i] = (sums[i] ?? 0) + (leaves[round.leafOf[i] ?? 0] ?? 0);
    trees.push({ splits, leaves });
  }
  return { bias, trees };
}
