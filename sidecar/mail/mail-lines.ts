/** How a piece of a mail was set off from its surroundings. */
export type Emphasis = 'strong' | 'quoted';

/** A stretch of a line that stands out: bold, large, boxed, code-like, a link or in quotation marks. */
export interface Mark {
  start: number;
  end: number;
  emphasis: Emphasis;
}

export type LineKind = 'subject' | 'text' | 'cell' | 'alt' | 'link';

/** One visual line of a mail, cleaned of invisible characters. */
export interface MailLine {
  text: string;
  kind: LineKind;
  marks: Mark[];
  /** Inside somebody else's quoted message. */
  isQuoted: boolean;
  /** Not shown to the reader (display:none and the like). */
  isHidden: boolean;
  /** Heading of the table column the cell stands in, or null. */
  columnHead: string | null;
  /** Starts a new paragraph: the sentence before has ended. */
  startsBlock: boolean;
}

/** Zero-width characters, soft hyphens, direction marks, byte-order marks. */
const INVISIBLE =
  /\u034f|\u17b4|\u17b5|[\u180b-\u180d]|[\ufe00-\ufe0f]|[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
/** Thin blanks that only space letters out. */
const THIN_BLANK = /([A-Za-z0-9])[\u2009\u200a](?=[A-Za-z0-9])/g;
const ANY_BLANK = /[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const TYPOGRAPHIC_HYPHEN = /[\u2010-\u2013\u2212\ufe63\uff0d]/g;
const FULL_WIDTH = /[\uff01-\uff5e]/g;

/** Removes what the eye does not see and writes hyphens, blanks and full-width forms in ASCII. */
export function cleanText(text: string): string {
  if (isAscii(text)) return text.replaceAll('\t', ' ');
  return text
    .replace(INVISIBLE, '')
    .replace(THIN_BLANK, '$1')
    .replace(ANY_BLANK, ' ')
    .replace(TYPOGRAPHIC_HYPHEN, '-')
    .replace(FULL_WIDTH, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0));
}

/**
 * Lower case without accents, with the same length as the input so that positions agree.
 * Used for comparing only; what is shown keeps its letters.
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text
    .replace(BEYOND_ASCII, foldCharacter)
    .replace(CAPITALS, (capitals) => capitals.toLowerCase());
}

const HAS_BEYOND_ASCII = /[\u0080-\uffff]/;
/** Whether a text has only plain characters: no accents, no marks but those of a keyboard. */
export const isAscii = (text: string): boolean => !HAS_BEYOND_ASCII.test(text);
const BEYOND_ASCII = /[\u0080-\u{10ffff}]/gu;
const CAPITALS = /[A-Z]+/g;
const folded = new Map<string, string>([['’', "'"]]);

/** One character without its accents in lower case, or itself where that would change the length. */
function foldCharacter(character: string): string {
  const known = folded.get(character);
  if (known !== undefined) return known;
  const lower = (character.normalize('NFD')[0] ?? character).toLowerCase();
  const result = lower.length === character.length ? lower : character;
  if (folded.size < 5000) folded.set(character, result);
  return result;
}
