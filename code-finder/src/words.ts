/** Answers kept of one question. */
const MOST = 4000;
/** Characters of a text whose answer is kept; a longer one could hold on to the mail that it was cut from. */
const LONGEST = 12;

/**
 * Makes a pure question about a word answer from memory: mails are mostly written in the same few thousand words. The
 * answer must not be changed by who gets it.
 */
export function remembered<Answer extends NonNullable<unknown>>(
  ask: (text: string) => Answer,
): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return (text) => {
    if (text.length > LONGEST) return ask(text);
    const answer = known.get(text);
    if (answer !== undefined) return answer;
    const fresh = ask(text);
    if (known.size >= MOST) known.clear();
    known.set(text, fresh);
    return fresh;
  };
}

/** Words and marks of a folded mail in their order, as numbers that stand for them. */
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

/** Letters by which forms of one word are known. */
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
const UNKNOWN = 9;

function kindOf(text: string): number {
  if (text === '\n') return MARK;
  if (/\s/.test(text)) return BLANK;
  if (/[0-9]/.test(text)) return DIGIT;
  if (/\p{N}/u.test(text)) return NUMERAL;
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

/** What stands for a word with a numeral: what the numeral says is of one mail. */
const SHORT = numberOf('0');
const MIDDLE = numberOf('0000');
const LONG = numberOf('00000');
const MIXED = numberOf('a0');

function numeral(length: number, isPure: boolean): number {
  if (!isPure) return MIXED;
  return length <= 2 ? SHORT : length <= 4 ? MIDDLE : LONG;
}

let latest: { text: string; words: MailWords } | null = null;

/** The words of a folded mail; those of the latest one are kept, since a mail is asked for them twice. */
export function wordsOf(text: string): MailWords {
  if (latest?.text !== text) latest = { text, words: readWords(text) };
  return latest.words;
}

/** Reads the words of a folded mail. */
function readWords(text: string): MailWords {
  const most = text.length;
  const froms = new Int32Array(most);
  const tos = new Int32Array(most);
  const wholes = new Int32Array(most);
  const stems = new Int32Array(most);
  const isWord = new Uint8Array(most);
  let count = 0;
  for (let at = 0; at < most; ) {
    const from = at;
    const kind = kindAt(text, at);
    let whole = Math.imul(SEED ^ text.charCodeAt(at++), STEP);
    if (kind === BLANK) continue;
    let stem = whole;
    if (kind !== MARK) {
      let hasNumeral = kind !== LETTER;
      let isPure = kind === DIGIT;
      for (; at < most; at++) {
        const next = kindAt(text, at);
        if (next < LETTER) break;
        whole = Math.imul(whole ^ text.charCodeAt(at), STEP);
        if (at - from < STEM) stem = whole;
        hasNumeral ||= next !== LETTER;
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
  return { count, froms, tos, wholes, stems, isWord };
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
