import { readJson } from '../../../shared/json.ts';

/**
 * The maximum number of characters that all attempts together may read, as a multiple of the text.
 * It limits the cost of code that is not JSON.
 */
const BUDGET_FACTOR = 8;
const MAX_VALUES = 500;
const SHORTEST = 20;

/**
 * The JSON values inside a script's text: the whole text, or objects, lists and quoted JSON in assignments and calls
 * (`window.__STATE__ = {...}`, `JSON.parse("...")`). The text is parsed as data, never executed.
 */
export function findJson(text: string): unknown[] {
  const whole = readJson(stripGuards(text));
  if (whole !== undefined) return [whole];
  const values: unknown[] = [];
  let budget = text.length * BUDGET_FACTOR;
  const starts = /[[{]|JSON\.parse\(\s*(?=")/g;
  for (let match = starts.exec(text); match !== null; match = starts.exec(text)) {
    const isQuoted = match[0].startsWith('JSON');
    const start = isQuoted ? starts.lastIndex : match.index;
    const end = isQuoted ? endOfString(text, start) : endOfBrackets(text, start);
    budget -= (end ?? text.length) - start;
    if (budget < 0 || values.length >= MAX_VALUES) return values;
    if (end === null || end - start < SHORTEST) continue;
    const value = readJson(text.slice(start, end));
    const unpacked = isQuoted && typeof value === 'string' ? readJson(value) : value;
    if (unpacked === undefined) continue;
    values.push(unpacked);
    starts.lastIndex = end;
  }
  return values;
}

const OPENING_GUARD = /^(?:<!--|\/\/\s{0,9}<!\[CDATA\[|<!\[CDATA\[)/;
const CLOSING_GUARD = /(?:-->|\/\/\s{0,9}\]\]>|\]\]>|;)$/;

/** Old pages wrap their data in comments, and some end it with a semicolon. */
function stripGuards(text: string): string {
  // Trimmed first, because a pattern that ends in `\s*$` is tried again at every blank inside the
  // text.
  return text.trim().replace(OPENING_GUARD, '').trimEnd().replace(CLOSING_GUARD, '').trim();
}

/**
 * The position after the bracket that closes the one at `start`, or null. Ignores brackets in
 * double-quoted texts.
 */
function endOfBrackets(text: string, start: number): number | null {
  let depth = 0;
  for (let index = start; index < text.length; index++) {
    const character = text[index];
    if (character === '"') index = (endOfString(text, index) ?? text.length) - 1;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth === 0) return index + 1;
  }
  return null;
}

/** The position after the quotation mark that closes the one at `start`, or null. */
export function endOfString(text: string, start: number): number | null {
  for (let index = start + 1; index < text.length; index++) {
    const character = text[index];
    if (character === '\\') index += 1;
    else if (character === '"') return index + 1;
  }
  return null;
}
