import { allMatches, fold } from '../../shared/text.ts';
import { type Candidate, MAX_LENGTH, type MailContext } from './context.ts';
import { logit } from './observations.ts';

/** The answer of an operator about a code. `copied` is a weak `right`. */
export type Verdict = 'right' | 'wrong' | 'copied';

/** A code of an earlier mail of the same sender, with the answer of an operator. */
export interface Example {
  verdict: Verdict;
  trace: Trace;
}

/** What was learned from the codes of a sender, newest first. */
export interface Learned {
  /** A keyed hash of 32 bits, which is not 0: a trace must not be readable without the key. */
  hash(text: string): number;
  examples: readonly Example[];
}

/** The place of a code in its mail and its shape, without any word of the mail. */
export interface Trace {
  /** Bits of {@link ALPHABET}. */
  alphabet: number;
  /** The length in characters. */
  length: number;
  /** Hashes in the order of {@link PLACES}; 0 if there is no text at the place. */
  places: readonly number[];
  /** Hashes of the longer words near the code. */
  words: readonly number[];
}

const ALPHABET = { upper: 1, lower: 2, digit: 4, other: 8, blank: 16, isTitle: 32 } as const;

/** The places around a code that are compared, in the order of a trace. */
const PLACES = {
  threeBefore: 0,
  oneBefore: 1,
  twoAfter: 2,
  oneAfter: 3,
  above: 4,
  aboveEnd: 5,
  below: 6,
  belowStart: 7,
  layout: 8,
  longWordBefore: 9,
  secondLongWordBefore: 10,
} as const;
const MOST_WORDS = 6;
/** The number of characters before and after a code whose words are compared. */
const NEAR = 70;
/**
 * The number of characters of a line that are read on either side of a code, and of the lines above
 * and below, because lines may be endless.
 */
const WINDOW = 200;
/** The maximum number of lines above and below that are skipped because they show nothing. */
const MOST_SKIPPED = 5;
/** The number of characters of such a line that are read. */
const MOST_READ = 1_000;
const LONG_WORD = /\p{L}{5,}/gu;

type Shape = Pick<Trace, 'alphabet' | 'length'>;

/** Alphabet and length of a code. */
function shapeOf(code: string): Shape {
  const alphabet =
    (/\p{Lu}/u.test(code) ? ALPHABET.upper : 0) |
    (/[\p{Ll}\p{Lo}]/u.test(code) ? ALPHABET.lower : 0) |
    (/\p{N}/u.test(code) ? ALPHABET.digit : 0) |
    (/[^\p{L}\p{M}\p{N}\s]/u.test(code) ? ALPHABET.other : 0) |
    (/\s/.test(code) ? ALPHABET.blank : 0) |
    (/^\p{Lu}[\p{Ll}'’]+$/u.test(code) ? ALPHABET.isTitle : 0);
  return { alphabet, length: [...code].length };
}

const flat = (text: string): string =>
  text
    .replace(/\p{N}+/gu, '0')
    .replace(/\s+/g, ' ')
    .trim();
const lastWords = (text: string, count: number): string => text.split(' ').slice(-count).join(' ');
const firstWords = (text: string, count: number): string =>
  text.split(' ').slice(0, count).join(' ');

/** Whether the sentence continues after the code. */
const GOES_ON = /^[\p{L}\p{N}]/u;

/** The text of the nearest line above (-1) or below (1) that shows one; empty if there is none, or if it is the subject. */
function textBeside(
  { lines, folded }: Pick<MailContext, 'lines' | 'folded'>,
  line: number,
  step: -1 | 1,
): string {
  for (let skipped = 0; skipped <= MOST_SKIPPED; skipped++) {
    const at = line + step * (skipped + 1);
    const beside = lines[at];
    // The subject differs in each mail.
    if (beside === undefined || beside.kind === 'subject') return '';
    const text = beside.kind === 'link' ? '' : flat((folded[at] ?? '').substring(0, MOST_READ));
    if (text !== '') return text;
  }
  return '';
}

/** Records the place of a code. The hashes are computed with `hash`. */
export function traceOf(
  { lines, folded }: Pick<MailContext, 'lines' | 'folded'>,
  { code, line: at, start, end }: Candidate,
  hash: Learned['hash'],
): Trace {
  const line = lines[at];
  const text = folded[at] ?? '';
  const left = flat(text.slice(Math.max(0, start - WINDOW), start));
  const right = flat(text.slice(end, end + WINDOW));
  const above = textBeside({ lines, folded }, at, -1).slice(-WINDOW);
  const below = textBeside({ lines, folded }, at, 1).substring(0, WINDOW);
  const marks = (line?.marks ?? [])
    .filter((mark) => mark.start <= start && mark.end >= end)
    .map(({ emphasis }) => emphasis)
    .sort();
  const layout = [
    line?.kind,
    fold(line?.columnHead ?? ''),
    ...marks,
    left === '' ? 'first' : '',
    right === '' ? 'last' : '',
    GOES_ON.test(right) ? 'goes on' : '',
  ].join('|');
  const texts = [
    lastWords(left, 3),
    lastWords(left, 1),
    firstWords(right, 2),
    firstWords(right, 1),
    above,
    lastWords(above, 2),
    below,
    firstWords(below, 2),
    layout,
  ];
  const longBefore = (left.match(LONG_WORD) ?? []).slice(-2).reverse();
  const near = `${text.slice(Math.max(0, start - NEAR), start)} ${text.slice(end, end + NEAR)}`;
  const words = [...new Set(near.match(LONG_WORD) ?? [])].slice(-MOST_WORDS);
  return {
    ...shapeOf(code),
    places: [
      ...texts.map((one, place) => (one === '' ? 0 : hash(`${place}:${one}`))),
      // The two words may be in either order.
      ...[0, 1].map((at) => (longBefore[at] ? hash(`long:${longBefore[at]}`) : 0)),
    ],
    words: words.map((word) => hash(`word:${word}`)),
  };
}

/** The weight of a place whose punctuation or end of sentence differs. */
const OTHER_LAYOUT = 0.8;

/** How far the places of two codes agree, 0 to 1. */
function likeness(one: Trace, other: Trace): number {
  const isSame = (place: keyof typeof PLACES): boolean =>
    (one.places[PLACES[place]] ?? 0) !== 0 &&
    one.places[PLACES[place]] === other.places[PLACES[place]];
  const isEmpty = ({ places }: Trace, place: keyof typeof PLACES): boolean =>
    (places[PLACES[place]] ?? 0) === 0;
  const above = isSame('above') ? 1 : isSame('aboveEnd') ? 0.7 : 0;
  const below = isSame('below') ? 1 : isSame('belowStart') ? 0.7 : 0;
  const layout = isSame('layout') ? 1 : 0;
  const isAlone = (trace: Trace): boolean =>
    isEmpty(trace, 'oneBefore') && isEmpty(trace, 'oneAfter');
  if (isAlone(one) !== isAlone(other)) return 0;
  if (isAlone(one)) return 0.4 * layout + 0.35 * above + 0.25 * below;
  const longWords = ({ places }: Trace): number[] =>
    [places[PLACES.longWordBefore] ?? 0, places[PLACES.secondLongWordBefore] ?? 0].filter(Boolean);
  const sharesLongWord = longWords(one).some((word) => longWords(other).includes(word));
  const before = isEmpty(one, 'oneBefore')
    ? isEmpty(other, 'oneBefore')
      ? 0.5
      : 0
    : isSame('threeBefore')
      ? 1
      : isSame('oneBefore')
        ? 0.6
        : sharesLongWord
          ? 0.5
          : 0;
  const after =
    isSame('twoAfter') || (isEmpty(one, 'oneAfter') && isEmpty(other, 'oneAfter'))
      ? 1
      : isSame('oneAfter')
        ? 0.7
        : 0;
  const shared = one.words.filter((word) => other.words.includes(word)).length;
  const words = shared >= 2 ? 1 : 0.6 * shared;
  const inLine = 0.45 * before + 0.25 * words + 0.15 * after;
  return (inLine + 0.1 * above + 0.05 * below) * (layout === 1 ? 1 : OTHER_LAYOUT);
}

const CASES = ALPHABET.upper | ALPHABET.lower | ALPHABET.isTitle;

/** How far the shapes of two codes agree, 0 to 1: a confirmed code is no evidence for words of another kind. */
function shapeLikeness(example: Shape, { alphabet, length }: Shape): number {
  const isSameCase = (example.alphabet & CASES) === (alphabet & CASES);
  const isLetters = (alphabet & ALPHABET.digit) === 0;
  const spare = isLetters ? Math.max(4, example.length) : Math.max(2, example.length / 2);
  if (!isSameCase || Math.abs(example.length - length) > spare) return 0;
  const different = (example.alphabet ^ alphabet) & ~CASES;
  if (different === 0) return 1;
  return different === ALPHABET.digit ||
    different === ALPHABET.other ||
    different === ALPHABET.blank
    ? 0.6
    : 0.3;
}

/** Below the first likeness nothing is learned, and from the second on it counts fully. */
const LIKENESS = { least: 0.3, full: 0.8 };
/** Added to the log odds of a code that is in the same place as a confirmed one. */
const MOST_GAIN = 6;
/** Subtracted from the log odds of a code that is in the same place as a wrong one. */
const MOST_LOSS = 6;
/**
 * Subtracted from the log odds of the other codes in a mail that has one code in the place of a
 * confirmed one.
 */
const LOSS_OF_RIVALS = 3;
/**
 * Shares of the highest gain in a mail: from the first on a code gains too, and below the second it
 * is a rival.
 */
const GAINING = 0.8;
const RIVAL = 0.5;
/**
 * The maximum number of codes in a mail that gain fully: more in the same place are rows of a list,
 * such as the towns of a tour.
 */
const MOST_GAINING = 2;
/** The maximum of a learned chance, because a confirmation may be wrong. */
const MOST_LEARNED = 0.97;
/** The weight of a copied code relative to a confirmed one. */
const COPIED = 0.5;

/** Words and marks without a blank, as in most codes. */
const TOKEN = /[\p{L}\p{N}][\p{L}\p{M}\p{N}_\-&+#@*$%]*/gu;
/** Limits for what is examined beyond the candidates: tokens of a mail, and returned places. */
const MOST_TOKENS = 1_500;
const MOST_PLACES = 8;
/**
 * The minimum likeness to a confirmed place for which another place is examined without a cue, 0 to
 * 1.
 */
const LIKE_ENOUGH = 0.3;

/**
 * The places of a mail that are similar to those of confirmed codes. They are examined although no
 * cue introduces them.
 */
export function learnedPlaces(
  context: Pick<MailContext, 'lines' | 'folded'>,
  { hash, examples }: Learned,
): Candidate[] {
  const confirmed = examples.filter(({ verdict }) => verdict !== 'wrong');
  if (confirmed.length === 0) return [];
  const places: { candidate: Candidate; match: number }[] = [];
  let looked = 0;
  const look = (candidate: Candidate): void => {
    const shape = shapeOf(candidate.code);
    looked++;
    if (!confirmed.some(({ trace }) => shapeLikeness(trace, shape) === 1)) return;
    const near = nearest(traceOf(context, candidate, hash), confirmed);
    if (near && near.match >= LIKE_ENOUGH) places.push({ candidate, match: near.match });
  };
  const hasBlanks = confirmed.some(({ trace }) => (trace.alphabet & ALPHABET.blank) !== 0);
  for (const [line, { text, kind }] of context.lines.entries()) {
    if (looked >= MOST_TOKENS) break;
    if (kind === 'subject' || kind === 'link') continue;
    for (const { index: start, 0: code } of allMatches(text, TOKEN).slice(0, MOST_TOKENS - looked))
      if (code.length >= 3 && code.length <= MAX_LENGTH)
        look({ code, line, start, end: start + code.length, isJoined: false });
    if (hasBlanks && text.length <= MAX_LENGTH && text.includes(' '))
      look({ code: text, line, start: 0, end: text.length, isJoined: true });
  }
  return places
    .sort((a, b) => b.match - a.match)
    .slice(0, MOST_PLACES)
    .map(({ candidate }) => candidate);
}

interface Judged {
  code: string;
  candidate: Candidate;
  confidence: number;
}

/** The example that is most similar to a code, and its likeness; the newest of equal ones. */
function nearest(
  trace: Trace,
  examples: readonly Example[],
): { verdict: Verdict; match: number } | null {
  let best: { verdict: Verdict; match: number } | null = null;
  for (const { verdict, trace: example } of examples) {
    const part = (likeness(example, trace) - LIKENESS.least) / (LIKENESS.full - LIKENESS.least);
    const match = Math.min(1, part) * shapeLikeness(example, trace);
    if (match > 0 && (best === null || match > best.match)) best = { verdict, match };
  }
  return best;
}

/**
 * Whether two codes of a mail are in the same column of a list: the same punctuation or word
 * precedes both.
 */
const isRow = ({ places: one }: Trace, { places: other }: Trace): boolean =>
  [PLACES.oneBefore, PLACES.layout].every((place) => one[place] === other[place]);

/**
 * The chances after the answers of operators about earlier codes of the sender: a code in the place of a confirmed one is
 * likelier, one in the place of a wrong one less likely. Only codes of the same shape are compared.
 */
export function withLearned<Found extends Judged>(
  context: Pick<MailContext, 'lines' | 'folded'>,
  judged: readonly Found[],
  { hash, examples }: Learned,
): Found[] {
  const compared = judged.map((entry) => {
    const trace = traceOf(context, entry.candidate, hash);
    return { entry, trace, near: nearest(trace, examples) };
  });
  const gains = compared.map(({ near }) =>
    near === null || near.verdict === 'wrong'
      ? 0
      : MOST_GAIN * near.match * (near.verdict === 'copied' ? COPIED : 1),
  );
  const best = Math.max(0, ...gains);
  const isGaining = (gain: number): boolean => gain > 0 && gain >= GAINING * best;
  const likeliest = compared[gains.indexOf(best)]?.trace;
  const inRows = compared.filter(
    ({ trace }, at) =>
      likeliest &&
      (gains[at] ?? 0) >= RIVAL * best &&
      (isGaining(gains[at] ?? 0) || isRow(trace, likeliest)),
  ).length;
  const share = Math.min(1, MOST_GAINING / Math.max(1, inRows));
  const loss = LOSS_OF_RIVALS * Math.max(0, (best * share) / MOST_GAIN - 0.25);
  return compared.map(({ entry, near }, at) => {
    const gain = gains[at] ?? 0;
    const change =
      near?.verdict === 'wrong'
        ? -MOST_LOSS * near.match
        : isGaining(gain)
          ? gain * share
          : gain < RIVAL * best
            ? -loss
            : 0;
    if (change === 0) return entry;
    const most = change > 0 ? Math.max(entry.confidence, MOST_LEARNED) : 1;
    const confidence = 1 / (1 + Math.exp(-(logit(entry.confidence) + change)));
    return { ...entry, confidence: Math.min(most, confidence) };
  });
}
