import { fold } from '../../shared/text.ts';
import type { Candidate, MailContext } from './context.ts';
import { columnOf, type Observations } from './observations.ts';
import {
  firstAfter,
  key,
  keysOfCode,
  keysOfMail,
  type MailWords,
  NOTHING,
  type NumberTable,
  numberOf,
  stemOf,
  wordsOf,
} from './words.ts';

/** Words that are read before and after a candidate. */
const LEFT = 14;
const RIGHT = 10;
/** Up to here a word counts as close by. */
const CLOSE = 4;
const SHAPES = [
  'shapeMixed',
  'shapeDigits',
  'shapeShortDigits',
  'shapeYear',
  'shapeCaps',
  'shapeTitle',
  'shapeCamel',
  'shapeLower',
  'shapeSpecial',
  'shapeShort',
  'shapeStop',
].map(columnOf);

/** The key of the candidate itself where it is repeated. */
const ITSELF = numberOf('@');

/** The words on one side of a candidate, the nearest first, in places that are used again for the next. */
interface Side {
  step: -1 | 1;
  wholes: Int32Array;
  stems: Int32Array;
  isWord: Uint8Array;
}

const sideOf = (step: -1 | 1, size: number): Side => ({
  step,
  wholes: new Int32Array(size),
  stems: new Int32Array(size),
  isWord: new Uint8Array(size),
});
const left = sideOf(-1, LEFT);
const right = sideOf(1, RIGHT);

/** Fills a side with the words from `start` on, the candidate's `own` words made alike. */
function fill(side: Side, words: MailWords, text: string, own: string, start: number): void {
  for (let i = 0; i < side.stems.length; i++) {
    const at = start + side.step * i;
    const isThere = at >= 0 && at < words.count;
    const from = words.froms[at] ?? 0;
    const to = words.tos[at] ?? 0;
    const isItself = isThere && to - from > 2 && own.includes(text.slice(from, to));
    const instead = isItself ? ITSELF : NOTHING;
    const isPlain = isThere && !isItself;
    side.wholes[i] = isPlain ? (words.wholes[at] ?? 0) : instead;
    side.stems[i] = isPlain ? (words.stems[at] ?? 0) : instead;
    side.isWord[i] = isPlain ? (words.isWord[at] ?? 0) : 0;
  }
}

function shapeOf(seen: Observations): number {
  let bits = 0;
  for (let i = 0; i < SHAPES.length; i++) if (seen.at(SHAPES[i] ?? 0) > 0) bits |= 1 << i;
  return bits;
}

const classesByMail = new WeakMap<MailWords, Int32Array>();

/** Of each word of a mail the kinds of cue words that it belongs to, whatever the language, as bits. */
function classesOf(cues: MailContext['cues'], words: MailWords): Int32Array {
  const known = classesByMail.get(words);
  if (known) return known;
  const { noun, early, other, verb, presale, discount, otp, order, expired, later } = cues;
  const kinds = [noun, early, other, verb, presale, discount, otp, order, expired, later];
  const classes = new Int32Array(words.count);
  for (const [bit, spans] of kinds.entries())
    for (let cue = spans.first(0, Infinity); cue; cue = spans.first(cue.to, Infinity))
      for (
        let at = firstAfter(words, cue.from);
        (words.froms[at] ?? 0) < cue.to && at < words.count;
        at++
      )
        classes[at] = (classes[at] ?? 0) | (1 << bit);
  classesByMail.set(words, classes);
  return classes;
}

/** Adds in which order cue words, marks and other words stand beside a candidate, and how far off the cue words are. */
function addClasses(
  keys: number[],
  { count, wholes, isWord }: MailWords,
  classes: Int32Array,
  start: number,
  step: -1 | 1,
): void {
  let order = 40 + step;
  let nearest = 0;
  for (let i = 0; i < LEFT; i++) {
    const at = start + step * i;
    if (at < 0 || at >= count) break;
    const own = classes[at] ?? 0;
    if (i < 6) {
      order = key(42, order, own || (isWord[at] === 1 ? ITSELF : (wholes[at] ?? 0)));
      if (i !== 3) keys.push(order);
    }
    if (own === 0 || own === nearest) continue;
    keys.push(key(44 + step, own, Math.min(i, 3) + (i > 6 ? 1 : 0)), key(47 + step, nearest, own));
    nearest = own;
  }
}

/** The surroundings of a candidate: words and cue words, alone, in order and all together, each as a key. */
function keysAround(
  { text, starts, lines, cues }: MailContext,
  words: MailWords,
  candidate: Candidate,
  seen: Observations,
): number[] {
  const from = (starts[candidate.line] ?? 0) + candidate.start;
  const to = (starts[candidate.line] ?? 0) + candidate.end;
  const own = text.slice(from, to);
  const first = firstAfter(words, from);
  fill(left, words, text, own, first - 1);
  fill(right, words, text, own, firstAfter(words, to));
  const [l1 = 0, l2 = 0, l3 = 0] = left.stems;
  const [r1 = 0, r2 = 0] = right.stems;
  const shape = shapeOf(seen);
  const keys = [
    key(1, left.wholes[0] ?? 0),
    key(2, left.wholes[1] ?? 0),
    key(3, l2, l1),
    key(4, l3, l2, l1),
    key(5, right.wholes[0] ?? 0),
    key(6, right.wholes[1] ?? 0),
    key(7, r1, r2),
    key(8, l1, r1),
    key(9, shape),
    key(10, shape, l1),
    key(11, shape, r1),
  ];
  const classes = classesOf(cues, words);
  addClasses(keys, words, classes, first - 1, -1);
  addClasses(keys, words, classes, firstAfter(words, to), 1);
  addSide(keys, left, 0);
  addSide(keys, right, 1);
  for (let i = 1; i + 1 < LEFT; i++) keys.push(key(17, left.stems[i + 1] ?? 0, left.stems[i] ?? 0));
  for (let i = 0; i + 1 < RIGHT; i++)
    keys.push(key(19, right.stems[i] ?? 0, right.stems[i + 1] ?? 0));
  const lineStart = starts[candidate.line] ?? 0;
  for (let i = 0, at = first - 1; i < LEFT && (words.froms[at] ?? -1) >= lineStart; i++, at--)
    if (left.isWord[i] === 1) keys.push(key(23, left.stems[i] ?? 0));
  for (const [word] of lines[candidate.line]?.columnHead?.toLowerCase().matchAll(/\p{L}+/gu) ?? [])
    keys.push(key(18, stemOf(word)));
  return keys;
}

/** Of the keys around a candidate those of the word before, the two before, both neighbours, its shape and the word before. */
const framesOf = (around: readonly number[]): number[] =>
  [0, 2, 7, 9].map((place) => around[place] ?? 0);

/** Each word of a side at any distance, and again by distance: near or far. */
function addSide(keys: number[], { stems, isWord }: Side, side: 0 | 1): void {
  for (let i = 0; i < stems.length; i++) {
    if (isWord[i] !== 1) continue;
    const stem = stems[i] ?? 0;
    keys.push(key(12, stem));
    if (i > 0) keys.push(key((i < CLOSE ? 13 : 15) + side, stem));
  }
}

/** The learned weights of words. */
export interface WordTable {
  bias: number;
  /** Worth of one step of a weight. */
  step: number;
  /** Whole steps by key. Keys without weight are left out. */
  weights: NumberTable;
}

/** The learned data: whether the words around a candidate, and those of a mail, indicate a code. */
export interface WordTables {
  around: WordTable;
  mail: WordTable;
  /** The number of mails in which a word is no code, by the word's number; rare words are left out. */
  common: NumberTable;
}

/** Added to every score, so that all are above 0 as observations must be. */
const OFFSET = 20;
/** From this score on the words around a candidate may introduce a code. */
const LIKELY = -1;

/** Sum of the weights of keys, reduced by the number of keys with a weight. */
function wordScore({ bias, step, weights }: WordTable, keys: readonly number[]): number {
  const { sum, known } = weights.sum(keys);
  return bias + (sum * step) / Math.sqrt(Math.max(1, known));
}

const above = (score: number): number => Math.max(0.01, score + OFFSET);

/** The best score of another candidate in the same frame, for each candidate; 0 without one. */
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
    codes: found.map(({ code }) => (/\p{N}/u.test(code) ? [] : keysOfCode(fold(code)))),
    mail: keysOfMail(context, words),
  };
}

/**
 * Adds the learned scores of words to each possible code of a mail, alone and compared with the others, and replaces
 * earlier ones.
 */
export function observeWords(found: readonly Judged[], keys: WordKeys, tables: WordTables): void {
  const around = keys.around.map((own) => wordScore(tables.around, own));
  const frames = keys.around.map(framesOf);
  const mail = above(wordScore(tables.mail, keys.mail));
  const sorted = [...around].sort((a, b) => b - a);
  const best = sorted[0] ?? 0;
  const second = sorted[1] ?? -OFFSET;
  const likely = around.filter((score) => score > LIKELY).length;
  const alike = [0, 1, 2, 3].map((kind) =>
    bestAlike(
      around,
      frames.map((own) => own[kind] ?? 0),
    ),
  );
  for (const [i, { features }] of found.entries()) {
    const score = around[i] ?? 0;
    const codeKeys = keys.codes[i] ?? [];
    // How many mails use the code's rarest word as an ordinary word.
    const common =
      codeKeys.length === 0 ? 0 : Math.min(...codeKeys.map((key) => tables.common.get(key)));
    features.note({
      wordsAround: above(score),
      wordsLead: above(score - (score === best ? second : best)),
      wordsBest: above(best),
      wordsLikely: likely,
      wordsMail: mail,
      alikeBefore: alike[0]?.[i],
      alikeBeforeTwo: alike[1]?.[i],
      alikeBothSides: alike[2]?.[i],
      alikeShape: alike[3]?.[i],
      wordsCommon: Math.log1p(common),
    });
  }
}
