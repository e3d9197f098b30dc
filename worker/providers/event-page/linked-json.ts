import { decodeHTML } from 'entities';
import { readJson } from '../../../shared/json.ts';
import { endOfString, findJson } from '../public-page/script-json.ts';

/** The beginning of a text whose quotes are encoded. */
const ENCODED_QUOTES = /^\s*[[{]\s*&(?:quot|#34|#x22);/i;

/**
 * The values of the scripts of a page that contain linked data. Common faults are corrected:
 * comments, commas before a closing bracket, line breaks within texts, encoded quotes.
 * @returns also whether one of the scripts could not be read.
 */
export function readLinkedJson(texts: readonly string[]): { values: unknown[]; isBroken: boolean } {
  let isBroken = false;
  const values = texts.flatMap((text) => {
    const plain = ENCODED_QUOTES.test(text) ? decodeHTML(text) : text;
    const whole = readJson(plain.trim()) ?? readJson(mend(plain));
    if (whole !== undefined) return [whole];
    const parts = findJson(plain);
    isBroken ||= parts.length === 0 && plain.trim() !== '';
    return parts;
  });
  return { values, isBroken };
}

const OPENING_GUARD = /^(?:<!--|<!\[CDATA\[)/;
const CLOSING_GUARD = /(?:-->|\]\]>|;)$/;
const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Removes the usual faults of hand-written JSON from a text, in one pass. Texts in quotes keep their characters. */
function mend(given: string): string {
  const text = given.trim().replace(OPENING_GUARD, '').replace(CLOSING_GUARD, '');
  const parts: string[] = [];
  /** A comma that is written unless a closing bracket follows. */
  let comma = '';
  let at = 0;
  while (at < text.length) {
    const end = endOfToken(text, at);
    const token = text.slice(at, end);
    at = end;
    if (token === ',') {
      parts.push(comma);
      comma = token;
    } else if (token.startsWith('/')) {
      // A comment.
    } else if (token.trim() === '') {
      parts.push(' ');
    } else {
      if (token !== ']' && token !== '}') parts.push(comma);
      comma = '';
      parts.push(token.startsWith('"') ? withoutBreaks(token) : token);
    }
  }
  return parts.join('');
}

/** The characters that JSON forbids in a text are escaped, or become blanks. */
const withoutBreaks = (token: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters.
  token.replace(/[\u0000-\u001f]/g, (character) => ESCAPES[character] ?? ' ');

/** The end of a run of other characters: blanks, brackets, commas, quotes and comments. */
const BORDER = /[\s,[\]{}"/]/g;
const BLANKS = /\s+/y;

/**
 * The position after the token that begins at `at`: a comment, a text in quotes, blanks, a
 * punctuation mark, or a run of other characters.
 */
function endOfToken(text: string, at: number): number {
  const first = text[at] ?? '';
  if (first === '"') return endOfString(text, at) ?? text.length;
  BLANKS.lastIndex = at;
  if (BLANKS.test(text)) return BLANKS.lastIndex;
  if (text.startsWith('/*', at)) return behind(text, '*/', at + 2);
  if (text.startsWith('//', at)) return behind(text, '\n', at + 2);
  if (',[]{}/'.includes(first)) return at + 1;
  BORDER.lastIndex = at;
  return BORDER.exec(text)?.index ?? text.length;
}

/** The position after the next `mark`, or the end of the text. */
function behind(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}
