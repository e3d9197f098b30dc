import { READERS, type Reader, UNITS } from './harness/hostile-texts.ts';
import type { Measure, Row } from './harness/row.ts';

const KB = 1024;
/** The first length. It is doubled until a reading takes long enough to be measured. */
const SHORTEST = 16 * KB;
/** The longest text: a line of 5 MB. */
const LONGEST = 5 * 1024 * KB;
const LONG_ENOUGH_MS = 24;
/**
 * n log n grows less than 2.1-fold at these lengths; the rest allows for memory and garbage
 * collection.
 */
const MOST_GROWTH = 2.5;
/** Other processes share caches and memory with this one: a growth beyond the limit counts only if it repeats. */
const ATTEMPTS = 4;
const REPEATS = 3;

/** Processor time of one reading in milliseconds. */
async function costMs(read: Reader, text: string): Promise<number> {
  const before = process.threadCpuUsage();
  try {
    await read(text);
  } catch {
    // A parser may refuse the text.
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

async function leastMs(read: Reader, text: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let repeat = 0; repeat < REPEATS; repeat++)
    least = Math.min(least, await costMs(read, text));
  return least;
}

interface Growth {
  /** The growth of the time from `length` to twice as many characters. */
  growth: number;
  length: number;
  /** The time for the longer text. */
  ms: number;
}

/** A letter at both ends, so that a pattern anchored at an end does not match there at once. */
const textOf = (unit: string, length: number) => `x${unit.repeat(length / unit.length)}x`;

async function growthOf(read: Reader, unit: string): Promise<Growth> {
  let length = SHORTEST;
  while (length < LONGEST / 2 && (await costMs(read, textOf(unit, length))) < LONG_ENOUGH_MS)
    length *= 2;
  const [shorter, longer] = [textOf(unit, length), textOf(unit, 2 * length)];
  let least: Growth = { growth: Number.POSITIVE_INFINITY, length, ms: 0 };
  for (let attempt = 0; attempt < ATTEMPTS && least.growth > MOST_GROWTH; attempt++) {
    const before = await leastMs(read, shorter);
    const ms = await leastMs(read, longer);
    // Times below one tick of the clock are noise.
    const growth = Math.max(ms, LONG_ENOUGH_MS / 2) / Math.max(before, LONG_ENOUGH_MS / 2);
    if (growth < least.growth) least = { growth, length, ms };
  }
  return least;
}

/**
 * How much longer each parser takes for twice as long a text of its worst units. Prints each pair; a row is the worst
 * one of a parser.
 */
export const measure: Measure = async () => {
  const rows = new Map<string, Row>();
  for (const [name, unit] of UNITS) {
    const read = READERS[name];
    if (read === undefined) throw new Error(`no parser ${name}`);
    const { growth, length, ms } = await growthOf(read, unit);
    const what = `${name}, ${JSON.stringify(unit)}, ${Math.round(length / KB)} kB to twice as many`;
    const verdict = growth > MOST_GROWTH ? ' OVER' : '';
    console.log(`${growth.toFixed(2)} times, ${ms.toFixed(0)} ms: ${what}${verdict}`);
    if (growth <= (rows.get(name)?.measured ?? 0)) continue;
    rows.set(name, {
      what: `time of ${what}`,
      measured: growth,
      unit: 'times',
      against: 'n log n, and the collection of memory',
      limit: MOST_GROWTH,
    });
  }
  return [...rows.values()];
};
