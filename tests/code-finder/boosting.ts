import type { Forest, Tree } from '../../sidecar/code-finder/trees.ts';

/** One possible code: what was observed, whether it is one, and how much that counts. */
export interface Row {
  features: Readonly<Record<string, number>>;
  isCode: boolean;
  weight: number;
}

const ROUNDS = 400;
const DEPTH = 3;
const RATE = 0.12;
/** Keeps leaves with few rows modest. */
const LAMBDA = 3;
/** Questions that fewer rows answer with yes teach nothing that holds. */
const RARE = 6;
/** Thresholds tried of an observation that is not only 0 or 1. */
const STEPS = 8;

interface Question {
  name: string;
  least: number;
  /** The rows that answer yes. */
  rows: Int32Array;
}

/** The questions worth asking: each observation's distinct values, or its quantiles when it has many. */
function questionsOf(rows: readonly Row[]): Question[] {
  const values = new Map<string, { row: number; value: number }[]>();
  for (const [row, { features }] of rows.entries())
    for (const [name, value] of Object.entries(features))
      if (value > 0) values.set(name, [...(values.get(name) ?? []), { row, value }]);
  return [...values].flatMap(([name, seen]) => {
    const sorted = seen.map(({ value }) => value).sort((a, b) => a - b);
    const picks = Array.from(
      { length: STEPS },
      (_, i) => sorted[Math.floor((i * sorted.length) / STEPS)] ?? 0,
    );
    return [...new Set(picks)].flatMap((least) => {
      const yes = seen.filter(({ value }) => value >= least).map(({ row }) => row);
      return yes.length < RARE ? [] : [{ name, least, rows: Int32Array.from(yes) }];
    });
  });
}

/** The question that parts the leaves best, by the gain of Newton steps. */
function bestQuestion(
  questions: readonly Question[],
  leafOf: Uint8Array,
  leaves: number,
  { gradient, curve }: { gradient: Float64Array; curve: Float64Array },
): Question | null {
  const allG = new Float64Array(leaves);
  const allH = new Float64Array(leaves);
  for (let i = 0; i < leafOf.length; i++) {
    const leaf = leafOf[i] ?? 0;
    allG[leaf] = (allG[leaf] ?? 0) + (gradient[i] ?? 0);
    allH[leaf] = (allH[leaf] ?? 0) + (curve[i] ?? 0);
  }
  const score = (g: number, h: number): number => (g * g) / (h + LAMBDA);
  let best: { question: Question; gain: number } | null = null;
  const yesG = new Float64Array(leaves);
  const yesH = new Float64Array(leaves);
  for (const question of questions) {
    yesG.fill(0);
    yesH.fill(0);
    for (const i of question.rows) {
      const leaf = leafOf[i] ?? 0;
      yesG[leaf] = (yesG[leaf] ?? 0) + (gradient[i] ?? 0);
      yesH[leaf] = (yesH[leaf] ?? 0) + (curve[i] ?? 0);
    }
    let gain = 0;
    for (let leaf = 0; leaf < leaves; leaf++) {
      const [g, h, G, H] = [yesG[leaf] ?? 0, yesH[leaf] ?? 0, allG[leaf] ?? 0, allH[leaf] ?? 0];
      gain += score(g, h) + score(G - g, H - h) - score(G, H);
    }
    if (gain > (best?.gain ?? 1e-9)) best = { question, gain };
  }
  return best?.question ?? null;
}

/** Gradient boosting of symmetric trees on the logistic loss. Deterministic. */
export function boost(rows: readonly Row[]): Forest {
  const questions = questionsOf(rows);
  const sums = new Float64Array(rows.length);
  const gradient = new Float64Array(rows.length);
  const curve = new Float64Array(rows.length);
  const codes = rows.reduce((sum, row) => sum + (row.isCode ? row.weight : 0), 0);
  const others = rows.reduce((sum, row) => sum + (row.isCode ? 0 : row.weight), 0);
  const bias = Math.log(codes / others);
  sums.fill(bias);
  const trees: Tree[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, { isCode, weight }] of rows.entries()) {
      const chance = 1 / (1 + Math.exp(-(sums[i] ?? 0)));
      gradient[i] = ((isCode ? 1 : 0) - chance) * weight;
      curve[i] = chance * (1 - chance) * weight;
    }
    const leafOf = new Uint8Array(rows.length);
    const asks: { name: string; least: number }[] = [];
    for (let level = 0; level < DEPTH; level++) {
      const question = bestQuestion(questions, leafOf, 2 ** level, { gradient, curve });
      if (!question) break;
      asks.push({ name: question.name, least: question.least });
      for (let i = 0; i < leafOf.length; i++) leafOf[i] = (leafOf[i] ?? 0) * 2;
      for (const i of question.rows) leafOf[i] = (leafOf[i] ?? 0) + 1;
    }
    if (asks.length === 0) break;
    const g = new Float64Array(2 ** asks.length);
    const h = new Float64Array(2 ** asks.length);
    for (let i = 0; i < leafOf.length; i++) {
      const leaf = leafOf[i] ?? 0;
      g[leaf] = (g[leaf] ?? 0) + (gradient[i] ?? 0);
      h[leaf] = (h[leaf] ?? 0) + (curve[i] ?? 0);
    }
    const leaves = Array.from(g, (value, leaf) => (RATE * value) / ((h[leaf] ?? 0) + LAMBDA));
    for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] ?? 0) + (leaves[leafOf[i] ?? 0] ?? 0);
    trees.push({ asks, leaves });
  }
  return { bias, trees };
}
