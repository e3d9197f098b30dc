import type { WordTable } from '../src/model.ts';

/** Keys that occur together, their label, its weight, and their mail. */
export interface WordSample {
  keys: readonly number[];
  isTrue: boolean;
  weight: number;
  mail: number;
}

const EPOCHS = 10;
const RATE = 0.3;
/** Pulls all weights towards 0. */
const DECAY = 1e-4;
/** Keys that occur in fewer mails are omitted, because their results do not apply to others. */
const FEWEST_MAILS = 2;
/** Weights below this have no effect and are dropped. */
const LEAST_STEPS = 2;
/** Words that occur in fewer mails than this count as rare, as codes do. */
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

/** Numbers the keys from 0 on, in the order in which they are first seen. */
const numbers = new Map<number, number>();
const numbered = new WeakMap<readonly number[], Int32Array>();

/** The keys of a sample as these numbers, each once; the numbers are the same in every fit. */
function numbersOf(keys: readonly number[]): Int32Array {
  const cached = numbered.get(keys);
  if (cached) return cached;
  const distinct = Int32Array.from(new Set(keys), (key) => {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
  numbered.set(keys, distinct);
  return distinct;
}

/** Maps each number to its place among the keys that enough mails have, or to -1. */
function placesOf(samples: readonly Int32Array[], mails: readonly number[]): Int32Array {
  const counts = new Int32Array(numbers.size);
  const last = new Int32Array(numbers.size).fill(-1);
  for (const [i, own] of samples.entries()) {
    const mail = mails[i] ?? 0;
    for (const number of own) {
      if (last[number] === mail) continue;
      last[number] = mail;
      counts[number] = (counts[number] ?? 0) + 1;
    }
  }
  let places = 0;
  return counts.map((count) => (count >= FEWEST_MAILS ? places++ : -1));
}

/**
 * Logistic regression on keys by gradient steps of decreasing size (AdaGrad), rounded to bytes.
 * Deterministic.
 */
export function learnWords(samples: readonly WordSample[]): WordTable<ReadonlyMap<number, number>> {
  const all = samples.map(({ keys }) => numbersOf(keys));
  const places = placesOf(
    all,
    samples.map(({ mail }) => mail),
  );
  const placeLists = all.map((own) =>
    own.map((number) => places[number] ?? -1).filter((place) => place >= 0),
  );
  const size = places.reduce((most, place) => Math.max(most, place), -1) + 1;
  const weights = new Float64Array(size);
  const steps = new Float64Array(size).fill(0.01);
  let bias = 0;
  let biasSteps = 0.01;
  for (let epoch = 0; epoch < EPOCHS; epoch++)
    for (const i of shuffled(samples.length)) {
      const { isTrue = false, weight = 0 } = samples[i] ?? {};
      const samplePlaces = placeLists[i] ?? new Int32Array();
      const norm = 1 / Math.sqrt(Math.max(1, samplePlaces.length));
      let sum = 0;
      for (const at of samplePlaces) sum += weights[at] ?? 0;
      const chance = 1 / (1 + Math.exp(-(bias + sum * norm)));
      const slope = (chance - (isTrue ? 1 : 0)) * weight;
      for (const at of samplePlaces) {
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
    .map(([key, number]) => [key, Math.round((weights[places[number] ?? -1] ?? 0) / step)] as const)
    .filter(([, value]) => Math.abs(value) >= LEAST_STEPS);
  return { bias, step, weights: new Map(rounded) };
}

/** The number of mails in which each word is not a code; words in few mails are omitted. */
export function countWords(mails: readonly ReadonlySet<number>[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const words of mails)
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const common = [...counts].filter(([, count]) => count >= FEWEST_OF_COMMON);
  return new Map(common.map(([word, count]) => [word, Math.min(127, count)]));
}
