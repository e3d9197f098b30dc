import type { MailContext } from './context.ts';

/** Words and marks of a folded mail in their order, as numbers. */
export interface MailWords {
  count: number;
  froms: Int32Array;
  tos: Int32Array;
  /** Number of the whole word or mark; numerals of one length are alike. */
  wholes: Int32Array;
  /** Number of its first letters, so that forms of one word are alike. */
  stems: Int32Array;
  /** 1 for more than one character, 0 for a mark. */
  isWord: Uint8Array;
}

/** The number of first letters that forms of one word share. */
const STEM = 5;
const SEED = 0x811c9dc5;
const STEP = 0x01000193;

/** A number for a text (FNV-1a). */
export function numberOf(text: string): number {
  let sum = SEED;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), STEP);
  return sum;
}

/** A number for the first letters of a word. */
export const stemOf = (word: string): number => numberOf(word.slice(0, STEM));

const BLANK = 0;
const MARK = 1;
const LETTER = 2;
const DIGIT = 3;
/** A numeral that is not 0 to 9. */
const NUMERAL = 4;
/** Japanese is written without blanks: its words end where the script changes. */
const HAN = 5;
const HIRAGANA = 6;
const KATAKANA = 7;
const UNKNOWN = 9;

function kindOf(text: string): number {
  if (text === '\n') return MARK;
  if (/\s/.test(text)) return BLANK;
  if (/[0-9]/.test(text)) return DIGIT;
  if (/\p{N}/u.test(text)) return NUMERAL;
  if (/\p{Script=Han}/u.test(text)) return HAN;
  if (/\p{Script=Hiragana}/u.test(text)) return HIRAGANA;
  if (/[\p{Script=Katakana}ー]/u.test(text)) return KATAKANA;
  return /[\p{L}\p{M}]/u.test(text) ? LETTER : MARK;
}

const kinds = new Uint8Array(0x10000).fill(UNKNOWN);

/** Kind of the character at a place; both halves of a pair are of the kind of the pair. */
function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const known = kinds[code] ?? UNKNOWN;
  if (known !== UNKNOWN) return known;
  const isFirst = code >= 0xd800 && code < 0xdc00;
  const isSecond = code >= 0xdc00 && code < 0xe000 && at > 0;
  if (isFirst || isSecond)
    return kindOf(String.fromCodePoint(text.codePointAt(at - +isSecond) ?? 0));
  const kind = kindOf(String.fromCharCode(code));
  kinds[code] = kind;
  return kind;
}

/** The text that represents a word with a numeral, because the value of the numeral belongs to one mail. */
const SHORT = numberOf('0');
const MIDDLE = numberOf('0000');
const LONG = numberOf('00000');
const MIXED = numberOf('a0');

function numeral(length: number, isPure: boolean): number {
  if (!isPure) return MIXED;
  return length <= 2 ? SHORT : length <= 4 ? MIDDLE : LONG;
}

let latest: { text: string; words: MailWords } | null = null;

/** The words of a folded mail; those of the latest one are cached, because each mail is read twice. */
export function wordsOf(text: string): MailWords {
  if (latest?.text !== text) latest = { text, words: readWords(text) };
  return latest.words;
}

const roomFor = (most: number) => ({
  froms: new Int32Array(most),
  tos: new Int32Array(most),
  wholes: new Int32Array(most),
  stems: new Int32Array(most),
  isWord: new Uint8Array(most),
});
/** Places behind the last word that are looked at. */
const BEHIND = 2;
/** Where words are gathered until their number is known: a mail has a quarter as many as characters. */
let room = roomFor(16_384);

/** Reads the words of a folded mail. */
function readWords(text: string): MailWords {
  const most = text.length;
  if (room.froms.length < most) room = roomFor(2 * most);
  const { froms, tos, wholes, stems, isWord } = room;
  let count = 0;
  for (let at = 0; at < most; ) {
    const from = at;
    const kind = kindAt(text, at);
    let whole = Math.imul(SEED ^ text.charCodeAt(at++), STEP);
    if (kind === BLANK) continue;
    let stem = whole;
    isWord[count] = 0;
    if (kind !== MARK) {
      let hasNumeral = kind === DIGIT || kind === NUMERAL;
      let isPure = kind === DIGIT;
      for (; at < most; at++) {
        const next = kindAt(text, at);
        if (next < LETTER || (next !== kind && Math.max(next, kind) >= HAN)) break;
        whole = Math.imul(whole ^ text.charCodeAt(at), STEP);
        if (at - from < STEM) stem = whole;
        hasNumeral ||= next === DIGIT || next === NUMERAL;
        isPure &&= next === DIGIT;
      }
      if (hasNumeral) stem = whole = numeral(at - from, isPure);
      isWord[count] = at - from > 1 && !(isPure && at - from <= 2) ? 1 : 0;
    }
    froms[count] = from;
    tos[count] = at;
    wholes[count] = whole;
    stems[count] = stem;
    count++;
  }
  // What is looked at behind the last word is 0, as the model was fitted.
  const kept = Math.min(count + BEHIND, most);
  wholes.fill(0, count, kept);
  stems.fill(0, count, kept);
  return {
    count,
    froms: froms.slice(0, count),
    tos: tos.slice(0, count),
    wholes: wholes.slice(0, kept),
    stems: stems.slice(0, kept),
    isWord: isWord.slice(0, count),
  };
}

/** Index of the first word that ends after a place of the text. */
export function firstAfter({ tos, count }: MailWords, at: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tos[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

const mix = (sum: number, part: number): number => {
  const mixed = Math.imul(sum ^ part, 0xc2b2ae35);
  return mixed ^ (mixed >>> 15);
};

/** One number for up to three numbers in a role. */
export const key = (role: number, a: number, b = 0, c = 0): number =>
  mix(mix(mix(Math.imul(role ^ 0x9e3779b9, 0x85ebca6b), a), b), c);

/** The key before the first word and after the last. */
export const NOTHING = numberOf('$');

/** The words right before and after a stretch of the text: a few of the keys that word-scores.ts reads around a candidate. */
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

/** The words of a whole mail: single words, its pairs of words, the words of its subject. */
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

/** Numbers kept of each place: the key, and its number with the last sum in which it was counted. */
const PLACE = 2;
/** Marks a place as taken. */
const TAKEN = 256;
/** Sums until the marks of the last ones are cleared; a mark has 22 bits beside the number and a bit for "taken". */
const MOST_SUMS = 2 ** 22 - 1;

/**
 * Small numbers by key, in places found by the key itself. What belongs to a key stands side by side: most keys of a mail
 * are not in the processor's cache, and each is fetched once.
 */
export class NumberTable {
  private readonly mask: number;
  /** Of each place the key, and in bits the sum (22), whether it is taken (1), the number with 128 added (8). */
  private readonly places: Int32Array;
  private sums = 0;

  constructor(numbers: ReadonlyMap<number, number>) {
    let size = 16;
    while (size < 2 * numbers.size) size *= 2;
    this.mask = size - 1;
    this.places = new Int32Array(size * PLACE);
    for (const [key, number] of numbers) {
      const at = this.placeOf(key);
      this.places[at] = key;
      this.places[at + 1] = TAKEN | (number + 128);
    }
  }

  /** The number of a key, 0 for an unknown one. */
  get(key: number): number {
    const entry = this.places[this.placeOf(key) + 1] ?? 0;
    return entry === 0 ? 0 : (entry & 255) - 128;
  }

  /** Sum of the numbers of the known keys, each key once, and their count. */
  sum(keys: readonly number[]): { sum: number; known: number } {
    const { places } = this;
    if (++this.sums > MOST_SUMS) this.clearSums();
    const mark = this.sums << 9;
    let sum = 0;
    let known = 0;
    for (let i = 0; i < keys.length; i++) {
      const at = this.placeOf(keys[i] ?? 0) + 1;
      const entry = places[at] ?? 0;
      if (entry === 0 || (entry & ~511) === mark) continue;
      places[at] = mark | (entry & 511);
      sum += (entry & 255) - 128;
      known++;
    }
    return { sum, known };
  }

  private clearSums(): void {
    this.sums = 1;
    for (let at = 1; at < this.places.length; at += PLACE)
      this.places[at] = (this.places[at] ?? 0) & 511;
  }

  private placeOf(key: number): number {
    const { places, mask } = this;
    let at = (Math.imul(key, 0x9e3779b1) >>> 7) & mask;
    while (places[at * PLACE + 1] !== 0 && places[at * PLACE] !== key) at = (at + 1) & mask;
    return at * PLACE;
  }
}
