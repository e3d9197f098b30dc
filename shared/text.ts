const HAS_BEYOND_ASCII = /[\u0080-\uffff]/;
const BEYOND_ASCII = /[\u0080-\u{10ffff}]/gu;
const CAPITALS = /[A-Z]+/g;
const ACCENTS = /[\u0300-\u036f]/g;

/** Whether a text consists of ASCII characters only. */
export const isAscii = (text: string): boolean => !HAS_BEYOND_ASCII.test(text);

/** Folded characters so far; the first entry is a typographic apostrophe. */
const folded = new Map<string, string>([['’', "'"]]);
const MOST_FOLDED = 5000;

/**
 * One character in lower case without its accents, or unchanged if that would change the length.
 */
function foldCharacter(character: string): string {
  const earlier = folded.get(character);
  if (earlier !== undefined) return earlier;
  // In scripts other than Latin, Greek and Cyrillic, marks make other letters: without its mark, パ
  // would be ハ.
  const lower = character.normalize('NFD').replace(ACCENTS, '').normalize('NFC').toLowerCase();
  const result = lower.length === character.length ? lower : character;
  if (folded.size < MOST_FOLDED) folded.set(character, result);
  return result;
}

/**
 * Lower case without accents. The result has the same length as the input, so that positions match.
 * Use it only for comparison.
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text
    .replace(BEYOND_ASCII, foldCharacter)
    .replace(CAPITALS, (capitals) => capitals.toLowerCase());
}

/** A text in lower case and without accents, for searches in texts. Its length may differ from that of `text`. */
export const toSearchText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * All matches of a global pattern, as `matchAll` finds them. `matchAll` copies the pattern at every call, which costs
 * more than searching a short line.
 */
export function allMatches(text: string, pattern: RegExp): RegExpExecArray[] {
  const matches: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    matches.push(match);
    if (match[0] === '') pattern.lastIndex++;
  }
  return matches;
}

/**
 * A pattern for the text directly before an index. It is tested only at that index, while a pattern
 * that ends in `$` is tried at every earlier index.
 */
export const ending = (source: string, flags = ''): RegExp =>
  new RegExp(`(?<=${source})`, `y${flags}`);

/** Whether a text, up to `at`, ends with a match of a pattern of {@link ending}. */
export function endsWith(text: string, pattern: RegExp, at = text.length): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/**
 * The number of characters around a cut that are examined: the longest emoji sequences have about
 * 30.
 */
const CUT_REACH = 64;
let graphemes: Intl.Segmenter | undefined;

/**
 * The beginning of a text, of at most `length` UTF-16 units. Use it for every external text: no
 * database stores half of a surrogate pair, and no webhook accepts it. A character that consists of
 * several code points (a flag, a letter with a combining mark) is left out as a whole, and halves
 * that the text already had become U+FFFD.
 */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text.toWellFormed();
  graphemes ??= new Intl.Segmenter('en');
  const from = Math.max(0, length - CUT_REACH);
  const around = text.slice(from, length + CUT_REACH);
  const start = from + (graphemes.segment(around).containing(length - from)?.index ?? 0);
  // A longer sequence, such as hundreds of combining marks, is cut within; only a surrogate pair stays whole.
  const end = start > from ? start : length - Number(isHighHalf(text, length - 1));
  return text.slice(0, end).toWellFormed();
}

const isHighHalf = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;

const HALF_ESCAPE = /\\u[dD][89a-fA-F]/;
/** An escape sequence of JSON. A pair of halves is one match, and so is a backslash that is escaped itself. */
const ESCAPES =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[dD][89a-fA-F][\da-fA-F]{2}|.)/gs;
const HALF_ESCAPE_LENGTH = '\\ud83c'.length;

/**
 * A JSON text whose texts have no half characters: the database would store what JavaScript reads
 * as U+D83C as bytes that nobody can read. Any other text is only made well-formed.
 */
export function wellFormedJson(json: string): string {
  const text = json.toWellFormed();
  if (!HALF_ESCAPE.test(text)) return text;
  return text.replace(ESCAPES, (sequence) =>
    sequence.length === HALF_ESCAPE_LENGTH ? '\\ufffd' : sequence,
  );
}

declare global {
  interface String {
    /**
     * A text of a fixed length may end in half a character: use {@link cut}, or `substring` for a
     * text that is only searched. This does not apply to computed lengths and the short ones of
     * dates and prefixes.
     */
    slice<Length extends number>(start: 0, end: FixedLength<Length>): UseCut;
  }
}

type ShortLength = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 16 | 19;
/** A length that is a literal in the source; `never` for all others. */
type FixedLength<Length extends number> = number extends Length
  ? never
  : `${Length}` extends `-${string}` | `${ShortLength}`
    ? never
    : Length;
interface UseCut {
  readonly useCutOfSharedText: never;
}
