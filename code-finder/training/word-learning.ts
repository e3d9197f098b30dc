/** Keys seen together, what is true of them, how much that counts, and the mail they are of. */
export interface WordSample {
  keys: readonly number[];
  isTrue: boolean;
  weight: number;
  mail: number;
}

/** What was learned: a sum to begin with, and weights by key in whole steps of a worth. */
export interface LearnedWords {
  bias: number;
  step: number;
  weights: ReadonlyMap<number, number>;
}

const EPOCHS = 10;
const RATE = 0.3;
/** Pulls weights to 0. */
const DECAY = 1e-4;
/** Keys of fewer mails teach nothing that holds. */
const FEWEST_MAILS = 2;
/** Steps below which a weight changes nothing and is left out. */
const LEAST_STEPS = 2;
/** Words of fewer mails are rare ones, and codes are. */
const FEWEST_OF_COMMON = 4;

/** Numbers 0, 1, 2, … in an order that looks random and is always the same. */
function* shuffled(count: number): Generator<number> {
  const order = Array.from({ length: count }, (_, i) => i);
  let state = 12345 + count;
  for (let i = count - 1; i >= 0; i--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const j = Math.floor((state / 2 ** 32) * (i + 1));
    const picked = order[j] ?? 0;
    order[j] = order[i] ?? 0;
    yield picked;
  }
}

/** Numbers the keys of enough mails. */
function numberKeys(samples: readonly WordSample[]): Map<number, number> {
  const seen = new Map<number, { mails: number; last: number }>();
  for (const { keys, mail } of samples)
    for (const key of keys) {
      const known = seen.get(key);
      if (!known) seen.set(key, { mails: 1, last: mail });
      else if (known.last !== mail) {
        known.mails++;
        known.last = mail;
      }
    }
  const common = [...seen].filter(([, { mails }]) => mails >= FEWEST_MAILS);
  return new Map(common.map(([key], i) => [key, i]));
}

/** Logistic regression on keys by gradient steps that shrink (AdaGrad), rounded to bytes. Deterministic. */
export function learnWords(samples: readonly WordSample[]): LearnedWords {
  const numbers = numberKeys(samples);
  const known = samples.map(({ keys }) =>
    Int32Array.from([...new Set(keys)].flatMap((key) => numbers.get(key) ?? [])),
  );
  const weights = new Float64Array(numbers.size);
  const steps = new Float64Array(numbers.size).fill(0.01);
  let bias = 0;
  let biasSteps = 0.01;
  for (let epoch = 0; epoch < EPOCHS; epoch++)
    for (const i of shuffled(samples.length)) {
      const { isTrue = false, weight = 0 } = samples[i] ?? {};
      const own = known[i] ?? new Int32Array();
      const norm = 1 / Math.sqrt(Math.max(1, own.length));
      let sum = 0;
      for (const at of own) sum += weights[at] ?? 0;
      const chance = 1 / (1 + Math.exp(-(bias + sum * norm)));
      const slope = (chance - (isTrue ? 1 : 0)) * weight;
      for (const at of own) {
        const gradient = slope * norm + DECAY * (weights[at] ?? 0);
        const total = (steps[at] ?? 0) + gradient * gradient;
        steps[at] = total;
        weights[at] = (weights[at] ?? 0) - (RATE * gradient) / Math.sqrt(total);
      }
      biasSteps += slope * slope;
      bias -= (RATE * slope) / Math.sqrt(biasSteps);
    }
  const most = weights.reduce((max, value) => Math.max(max, Math.abs(value)), 1e-9);
  const step = most / 127;
  const rounded = [...numbers]
    .map(([key, at]) => [key, Math.round((weights[at] ?? 0) / step)] as const)
    .filter(([, value]) => Math.abs(value) >= LEAST_STEPS);
  return { bias, step, weights: new Map(rounded) };
}

/** In how many mails each word stands that is no code there; words of few mails are left out. */
export function countWords(mails: readonly ReadonlySet<number>[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const words of mails)
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const common = [...counts].filter(([, count]) => count >= FEWEST_OF_COMMON);
  return new Map(common.map(([word, count]) => [word, Math.min(127, count)]));
}
