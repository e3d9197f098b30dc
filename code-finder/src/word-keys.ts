import type { Candidate, MailContext } from './context.ts';
import { columnOf, type Observations } from './observations.ts';
import { firstAfter, type MailWords, numberOf, stemOf } from './words.ts';

/** Words looked at before and after a candidate. */
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

/** Stands for what is before the first word and after the last. */
const NOTHING = numberOf('$');
/** Stands for the candidate itself where it is repeated. */
const ITSELF = numberOf('@');

const mix = (sum: number, part: number): number => {
  const mixed = Math.imul(sum ^ part, 0xc2b2ae35);
  return mixed ^ (mixed >>> 15);
};

/** One number for up to three numbers in a role. */
const key = (role: number, a: number, b = 0, c = 0): number =>
  mix(mix(mix(Math.imul(role ^ 0x9e3779b9, 0x85ebca6b), a), b), c);

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

/** What stands right before and after a stretch of the text: a few of the keys of {@link keysAround}. */
export function keysBeside(words: MailWords, from: number, to: number): number[] {
  const first = firstAfter(words, from);
  const next = firstAfter(words, to);
  const stem = (at: number): number => words.stems[at] ?? NOTHING;
  const whole = (at: number): number => words.wholes[at] ?? NOTHING;
  const [l3, l2, l1] = [stem(first - 3), stem(first - 2), stem(first - 1)];
  return [
    key(1, whole(first - 1)),
    key(3, l2, l1),
    key(4, l3, l2, l1),
    key(5, whole(next)),
    key(7, stem(next), stem(next + 1)),
    key(8, l1, stem(next)),
  ];
}

/** What stands around a candidate: single words, neighbours in order, and all together, each as a key. */
export function keysAround(
  { text, starts, lines }: MailContext,
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
export const framesOf = (around: readonly number[]): number[] =>
  [0, 2, 7, 9].map((place) => around[place] ?? 0);

/** Each word of a side, wherever it stands there, and apart those close by and those farther off. */
function addSide(keys: number[], { stems, isWord }: Side, side: 0 | 1): void {
  for (let i = 0; i < stems.length; i++) {
    if (isWord[i] !== 1) continue;
    const stem = stems[i] ?? 0;
    keys.push(key(12, stem));
    if (i > 0) keys.push(key((i < CLOSE ? 13 : 15) + side, stem));
  }
}

/** What a whole mail speaks of: its words, its pairs of words, the words of its subject. */
export function keysOfMail({ lines }: MailContext, words: MailWords): number[] {
  const subjectEnd = lines[0]?.kind === 'subject' ? lines[0].text.length : 0;
  const keys: number[] = [];
  for (let i = 0; i < words.count; i++) {
    if (words.isWord[i] !== 1) continue;
    const stem = words.stems[i] ?? 0;
    keys.push(key(20, stem));
    if (i > 0 && words.isWord[i - 1] === 1) keys.push(key(21, words.stems[i - 1] ?? 0, stem));
    if ((words.froms[i] ?? 0) < subjectEnd) keys.push(key(22, stem));
  }
  return keys;
}

/** The words of a mail, each once. */
export function keysOfWords({ count, wholes, isWord }: MailWords): Set<number> {
  return new Set(wholes.subarray(0, count).filter((_, i) => isWord[i] === 1));
}

/** The words that a code is made of; none for one of digits. */
export function keysOfCode(folded: string): number[] {
  return [...folded.matchAll(/[\p{L}\p{M}\p{N}]+/gu)]
    .map(([word]) => word)
    .filter((word) => word.length > 1 && !/\p{N}/u.test(word))
    .map(numberOf);
}
