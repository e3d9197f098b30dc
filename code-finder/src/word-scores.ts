import { fold } from '../../shared/text.ts';
import type { Candidate, MailContext } from './context.ts';
import type { Observations } from './observations.ts';
import { framesOf, keysAround, keysOfCode, keysOfMail } from './word-keys.ts';
import { wordsOf } from './words.ts';

/** Bytes in which a key and its number are written. */
export const ENTRY_BYTES = 5;

/** Small numbers by key, in places found by the key itself. */
export class NumberTable {
  private readonly mask: number;
  private readonly keys: Int32Array;
  private readonly values: Int8Array;
  private readonly isTaken: Uint8Array;
  /** The last sum in which each place was counted. */
  private readonly counted: Uint32Array;
  private sums = 0;

  constructor(numbers: ReadonlyMap<number, number>) {
    let size = 16;
    while (size < 2 * numbers.size) size *= 2;
    this.mask = size - 1;
    this.keys = new Int32Array(size);
    this.values = new Int8Array(size);
    this.isTaken = new Uint8Array(size);
    this.counted = new Uint32Array(size);
    for (const [key, number] of numbers) {
      const at = this.placeOf(key);
      this.isTaken[at] = 1;
      this.keys[at] = key;
      this.values[at] = number;
    }
  }

  /** The number of a key, 0 for an unknown one. */
  get(key: number): number {
    const at = this.placeOf(key);
    return this.isTaken[at] === 1 ? (this.values[at] ?? 0) : 0;
  }

  /** Sum of the numbers of the keys that are known, each key once, and how many are. */
  sum(keys: readonly number[]): { sum: number; known: number } {
    this.sums++;
    let sum = 0;
    let known = 0;
    for (let i = 0; i < keys.length; i++) {
      const at = this.placeOf(keys[i] ?? 0);
      if (this.isTaken[at] !== 1 || this.counted[at] === this.sums) continue;
      this.counted[at] = this.sums;
      sum += this.values[at] ?? 0;
      known++;
    }
    return { sum, known };
  }

  private placeOf(key: number): number {
    let at = Math.imul(key, 0x9e3779b1) >>> 7;
    for (at &= this.mask; this.isTaken[at] === 1 && this.keys[at] !== key; )
      at = (at + 1) & this.mask;
    return at;
  }
}

/** Reads small numbers by key: four bytes of the key and one of the number each. */
export function readNumbers(bytes: Buffer): NumberTable {
  const numbers = new Map<number, number>();
  for (let at = 0; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES)
    numbers.set(bytes.readInt32LE(at), bytes.readInt8(at + 4));
  return new NumberTable(numbers);
}

/** Writes numbers from -128 to 127 by key, as {@link readNumbers} reads them. */
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

/** What words were learned to say. */
export interface WordTable {
  bias: number;
  /** Worth of one step of a weight. */
  step: number;
  /** Whole steps by key. Keys that say nothing are left out. */
  weights: NumberTable;
}

/** What is learned of words: whether those around a candidate, and those of a mail, tell of a code. */
export interface WordTables {
  around: WordTable;
  mail: WordTable;
  /** In how many mails a word stands that is no code there, by the word's number; rare words are left out. */
  common: NumberTable;
}

/** What the words of one mail say: of each candidate, and of the mail. */
export interface WordSayings {
  around: readonly number[];
  /** How each candidate stands, in each of the {@link FRAMES}, as a key. */
  frames: readonly (readonly number[])[];
  /** Mails in which the rarest word of each candidate stands as an ordinary word. */
  common: readonly number[];
  mail: number;
}

/** Added to every score, so that all are above 0 as observations must be. */
const OFFSET = 20;
/** From this score on the words around a candidate may introduce a code. */
const LIKELY = -1;

/** Sum of the weights of keys, tempered by how many of them have one. */
function wordScore({ bias, step, weights }: WordTable, keys: readonly number[]): number {
  const { sum, known } = weights.sum(keys);
  return bias + (sum * step) / Math.sqrt(Math.max(1, known));
}

const above = (score: number): number => Math.max(0.01, score + OFFSET);

/** Ways in which candidates of one mail may stand alike; lists of codes repeat themselves. */
const FRAMES = ['alikeBefore', 'alikeBeforeTwo', 'alikeBothSides', 'alikeShape'] as const;

/** Of each candidate the best score of another that stands in the same frame; 0 when none does. */
function bestAlike(around: readonly number[], frames: readonly number[]): number[] {
  const best = new Map<number, { at: number; score: number; next: number }>();
  for (let at = 0; at < around.length; at++) {
    const score = around[at] ?? 0;
    const frame = frames[at] ?? 0;
    const known = best.get(frame);
    if (!known) best.set(frame, { at, score, next: -OFFSET });
    else if (score > known.score) best.set(frame, { at, score, next: known.score });
    else known.next = Math.max(known.next, score);
  }
  return frames.map((frame, at) => {
    const known = best.get(frame);
    const other = known?.at === at ? known.next : (known?.score ?? -OFFSET);
    return other <= -OFFSET ? 0 : above(other);
  });
}

/** Adds to the observations of one mail what its words say, of each candidate alone and beside the others. */
function noteWords(
  found: readonly Observations[],
  { around, frames, common, mail }: WordSayings,
): void {
  const sorted = [...around].sort((a, b) => b - a);
  const best = sorted[0] ?? 0;
  const second = sorted[1] ?? -OFFSET;
  const likely = around.filter((score) => score > LIKELY).length;
  const alike = FRAMES.map((_, kind) =>
    bestAlike(
      around,
      frames.map((own) => own[kind] ?? 0),
    ),
  );
  for (const [i, seen] of found.entries()) {
    const score = around[i] ?? 0;
    seen.note({
      wordsAround: above(score),
      wordsLead: above(score - (score === best ? second : best)),
      wordsBest: above(best),
      wordsLikely: likely,
      wordsMail: above(mail),
      alikeBefore: alike[0]?.[i],
      alikeBeforeTwo: alike[1]?.[i],
      alikeBothSides: alike[2]?.[i],
      alikeShape: alike[3]?.[i],
      wordsCommon: Math.log1p(common[i] ?? 0),
    });
  }
}

interface Judged {
  code: string;
  candidate: Candidate;
  features: Observations;
}

/** The words of one mail as keys: around and of each possible code, and of all of it. */
export interface WordKeys {
  around: readonly (readonly number[])[];
  codes: readonly (readonly number[])[];
  mail: readonly number[];
}

/** Reads the words of a mail in which possible codes were found. */
export function wordKeysOf(context: MailContext, found: readonly Judged[]): WordKeys {
  const words = wordsOf(context.text);
  return {
    around: found.map(({ candidate, features }) => keysAround(context, words, candidate, features)),
    codes: found.map(({ code }) => keysOfCode(fold(code))),
    mail: keysOfMail(context, words),
  };
}

/** Notes of each possible code of a mail what was learned of its words, in place of what was noted before. */
export function observeWords(
  found: readonly Judged[],
  keys: WordKeys,
  { around, common, mail }: WordTables,
): void {
  noteWords(
    found.map(({ features }) => features),
    {
      around: keys.around.map((own) => wordScore(around, own)),
      frames: keys.around.map(framesOf),
      common: keys.codes.map((own) =>
        own.length === 0 ? 0 : Math.min(...own.map((key) => common.get(key))),
      ),
      mail: wordScore(mail, keys.mail),
    },
  );
}
