import { hashText } from '../../shared/random.ts';
import { allMatches, fold } from '../../shared/text.ts';
import { cachedByLine, cachedByWord } from './cache.ts';
import type { Candidate, MailContext } from './context.ts';
import { CATEGORIES, cuesInLine } from './cue-search.ts';
import { shapeFeatures } from './features.ts';
import { WORDS, type WordTable, type WordTables } from './model.ts';
import type { ObservedCode } from './observations.ts';
import { keysOfCode } from './shapes.ts';
import { key, ROLE, SIDES, type SideRoles } from './word-keys.ts';

/** A number for the first letters of a word, which all its forms share. */
const stemOf = (word: string): number => hashText(word.slice(0, 5));

/** A word or mark with the numbers computed from it. */
interface Reading {
  text: string;
  /**
   * All numerals of the same length have the same number, because the value of a numeral is
   * specific to one mail.
   */
  whole: number;
  stem: number;
  /** Whether it has more than one character and is not just one or two digits. */
  isWord: boolean;
  /** The kinds of cue words that it belongs to in any language, as bits. */
  cues: number;
}

/** A word or mark of a folded line, with its place in it. */
interface Word extends Reading {
  from: number;
  to: number;
}

function readNumeral(text: string): Reading {
  const digits = text.length <= 2 ? '0' : text.length <= 4 ? '0000' : '00000';
  const isPure = /^[0-9]+$/.test(text);
  const number = hashText(isPure ? digits : 'a0');
  return { text, whole: number, stem: number, isWord: text.length > (isPure ? 2 : 1), cues: 0 };
}

const readWord = cachedByWord((text): Reading => {
  if (/\p{N}/u.test(text)) return readNumeral(text);
  return { text, whole: hashText(text), stem: stemOf(text), isWord: text.length > 1, cues: 0 };
});

/** Japanese is written without blanks: its words end where the script changes. */
const WORD_OR_MARK =
  /[\p{Script=Han}--\p{N}]+|\p{Script=Hiragana}+|[\p{Script=Katakana}ー]+|[[\p{L}\p{M}\p{N}]--[[\p{Script=Han}--\p{N}]\p{Script=Hiragana}\p{Script=Katakana}ー]]+|\S/gv;

/** The index of the first word that ends after a place of its line. */
function firstAfter(words: readonly Word[], at: number): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.to ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The words and marks of a line. */
export const wordsInLine = cachedByLine((line): readonly Word[] => {
  const words = allMatches(line.folded, WORD_OR_MARK).map(({ index: from, 0: word }) => ({
    ...readWord(word),
    from,
    to: from + word.length,
  }));
  // Every word of `core` is also one of `presale` or `early`.
  for (const { category, from, to } of cuesInLine(line))
    for (const word of words.slice(firstAfter(words, from), firstAfter(words, to - 1) + 1))
      if (category !== 'core') word.cues |= 1 << CATEGORIES.indexOf(category);
  return words;
});

const LINE_FEED = readWord('\n');
/** Represents what is before the first word and after the last. */
const NOTHING = readWord('$');
/** Represents the words of a candidate where they are repeated. */
const ITSELF = readWord('@');

/** The distances, in words, up to which words around a candidate are read, count as close by, and are read in order. */
const REACH = { before: 14, after: 10, close: 4, order: 6 };

const NOWHERE = Array.from({ length: REACH.before }, () => NOTHING);

/** The words before and after a candidate, the nearest first, with a line feed between lines. */
export function wordsBeside({ cachedLines }: MailContext, { line, start, end }: Candidate) {
  const wordsOf = (index: number): readonly Word[] => {
    const own = cachedLines[index];
    return own ? wordsInLine(own) : [];
  };
  const own = wordsOf(line);
  let before: Reading[] = own.slice(0, firstAfter(own, start));
  for (let at = line - 1; at >= 0 && before.length < REACH.before; at--)
    before = [...wordsOf(at).slice(-REACH.before), LINE_FEED, ...before];
  let after: Reading[] = own.slice(firstAfter(own, end));
  for (let at = line + 1; at < cachedLines.length && after.length < REACH.after; at++)
    after = [...after, LINE_FEED, ...wordsOf(at).slice(0, REACH.after)];
  return [
    [...NOWHERE, ...before].slice(-REACH.before).reverse(),
    [...after, ...NOWHERE].slice(0, REACH.after),
  ] as const;
}

/** The nearest words on both sides, alone and in pairs, each as a key. */
export function keysBeside(
  [before = NOTHING, second = NOTHING, third = NOTHING]: readonly Reading[],
  [after = NOTHING, afterThat = NOTHING]: readonly Reading[],
): number[] {
  return [
    key(ROLE.before, before.whole),
    key(ROLE['two before'], second.stem, before.stem),
    key(ROLE['both sides'], before.stem, after.stem),
    key(ROLE['second before'], second.whole),
    key(ROLE['three before'], third.stem, second.stem, before.stem),
    key(ROLE.after, after.whole),
    key(ROLE['second after'], afterThat.whole),
    key(ROLE['two after'], after.stem, afterThat.stem),
  ];
}

/** A number for the shape of a code, regardless of its letters. */
const shapeOf = cachedByWord((code) => hashText(Object.values(shapeFeatures(code)).join('')));

/**
 * Observations of the first keys around a candidate: candidates that share such a key are in the
 * same frame.
 */
const FRAMES = ['alikeShape', 'alikeBefore', 'alikeBeforeTwo', 'alikeBothSides'] as const;

/**
 * Keys of the words on one side of a candidate, the nearest first: each word at any distance, near
 * or far, and in pairs; the order of cue words, marks and other words, and the distance of the cue
 * words.
 */
function addSide(keys: number[], side: readonly Reading[], role: SideRoles): void {
  let { order } = role;
  let nearest = 0;
  for (const [i, { whole, stem, isWord, cues }] of side.entries()) {
    if (i > 0) keys.push(key(role.pair, side[i - 1]?.stem ?? 0, stem));
    if (i < REACH.order) {
      order = key(ROLE.order, order, cues || (isWord ? ITSELF.whole : whole));
      keys.push(order);
    }
    if (cues !== 0 && cues !== nearest) {
      const distance = i > REACH.order ? REACH.close : Math.min(i, REACH.close - 1);
      keys.push(key(role.cue, cues, distance), key(role.cues, nearest, cues));
      nearest = cues;
    }
    if (!isWord) continue;
    keys.push(key(ROLE.around, stem));
    if (i > 0) keys.push(key(i < REACH.close ? role.close : role.far, stem));
  }
}

/** The words around a candidate, alone and in pairs, each as a key. */
function keysAround(context: MailContext, candidate: Candidate): number[] {
  const { code, line, start, end } = candidate;
  const own = context.folded[line]?.slice(start, end) ?? '';
  const readings = (words: readonly Reading[]): Reading[] =>
    words.map((word) => (word.text.length > 2 && own.includes(word.text) ? ITSELF : word));
  const [wordsBefore, wordsAfter] = wordsBeside(context, candidate);
  const [before, after] = [readings(wordsBefore), readings(wordsAfter)];
  const shape = shapeOf(code);
  const keys = [
    key(ROLE['shape before'], shape, before[0]?.stem),
    ...keysBeside(before, after),
    key(ROLE['shape after'], shape, after[0]?.stem),
    key(ROLE.shape, shape),
  ];
  addSide(keys, before, SIDES.before);
  addSide(keys, after, SIDES.after);
  const lineStart = before.indexOf(LINE_FEED);
  for (const { stem, isWord } of lineStart < 0 ? before : before.slice(0, lineStart))
    if (isWord) keys.push(key(ROLE['before in line'], stem));
  for (const [word] of context.lines[line]?.columnHead?.toLowerCase().matchAll(/\p{L}+/gu) ?? [])
    keys.push(key(ROLE.column, stemOf(word)));
  return keys;
}

/** The words of a line and its pairs of words, each as a key. */
const keysInLine = cachedByLine((line): readonly number[] =>
  wordsInLine(line).flatMap(({ isWord, stem }, i, words) => {
    if (!isWord) return [];
    const previous = words[i - 1];
    const pair = previous?.isWord ? [key(ROLE['pair in mail'], previous.stem, stem)] : [];
    return [key(ROLE.mail, stem), ...pair];
  }),
);

/** The keys that have a learned weight. */
const weighedKeysInLine = cachedByLine((line): readonly number[] =>
  keysInLine(line).filter((key) => WORDS.mail.weights.get(key) !== undefined),
);

/** The words and pairs of words of a whole mail, and the words of its subject, each as a key. */
function keysOfMail({ cachedLines, lines }: MailContext, isFit: boolean): number[] {
  const keys: number[] = [];
  for (const [index, line] of cachedLines.entries()) {
    for (const key of isFit ? keysInLine(line) : weighedKeysInLine(line)) keys.push(key);
    if (lines[index]?.kind !== 'subject') continue;
    for (const { isWord, stem } of wordsInLine(line))
      if (isWord) keys.push(key(ROLE.subject, stem));
  }
  return keys;
}

/**
 * The words of one mail as keys: around each possible code, of the code itself, and of the whole
 * mail.
 */
export interface WordKeys {
  around: readonly (readonly number[])[];
  codes: readonly (readonly number[])[];
  mail: readonly number[];
}

/** Reads the words of a mail in which possible codes were found; for a fit also those without a learned weight. */
export const wordKeysOf = (
  context: MailContext,
  found: readonly ObservedCode[],
  { isFit = false } = {},
): WordKeys => ({
  around: found.map(({ candidate }) => keysAround(context, candidate)),
  codes: found.map(({ code }) => (/\p{N}/u.test(code) ? [] : keysOfCode(fold(code)))),
  mail: keysOfMail(context, isFit),
});

/** The sum of the weights of keys, each key counted once, reduced by the number of keys with a weight. */
function wordScore({ bias, step, weights }: WordTable, keys: readonly number[]): number {
  const counted = new Set<number>();
  let sum = 0;
  for (const key of keys) {
    const weight = weights.get(key);
    if (weight === undefined || counted.has(key)) continue;
    counted.add(key);
    sum += weight;
  }
  return bias + (sum * step) / Math.sqrt(Math.max(1, counted.size));
}

/** Added to every score, so that all are above 0 as observations must be. */
const OFFSET = 20;
/** With at least this score, the words around a candidate may introduce a code. */
const LIKELY = -1;
const above = (score: number): number => Math.max(0.01, score + OFFSET);

/** For each candidate the best score of another candidate in the same frame; 0 if there is none. */
function bestAlike(scores: readonly number[], frames: readonly number[]): number[] {
  const inFrame = Map.groupBy(scores.keys(), (at) => frames[at] ?? 0);
  for (const places of inFrame.values()) places.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  return frames.map((frame, at) => {
    const other = inFrame.get(frame)?.find((place) => place !== at);
    return other === undefined ? 0 : above(scores[other] ?? 0);
  });
}

/**
 * Adds the learned scores of words to each possible code of a mail, alone and compared with the others, and replaces
 * earlier ones.
 */
export function observeWords(
  codes: readonly ObservedCode[],
  keys: WordKeys,
  { around, mail, common }: WordTables,
): void {
  const scores = keys.around.map((own) => wordScore(around, own));
  const [best = 0, second = -OFFSET] = [...scores].sort((a, b) => b - a);
  const ofMail = {
    wordsBest: above(best),
    wordsLikely: scores.filter((score) => score > LIKELY).length,
    wordsMail: above(wordScore(mail, keys.mail)),
  };
  const alike = FRAMES.map((name, place) => {
    const frames = keys.around.map((own) => own[place] ?? 0);
    return { name, best: bestAlike(scores, frames) };
  });
  for (const [i, { features }] of codes.entries()) {
    const score = scores[i] ?? 0;
    const uses = (keys.codes[i] ?? []).map((key) => common.get(key) ?? 0);
    features.note({
      ...ofMail,
      wordsAround: above(score),
      wordsLead: above(score - (score === best ? second : best)),
      // How many mails use the code's rarest word as an ordinary word.
      wordsCommon: Math.log1p(uses.length === 0 ? 0 : Math.min(...uses)),
    });
    for (const { name, best } of alike) features.note({ [name]: best[i] });
  }
}
