import { SEARCH_LIMITS } from '../../../shared/presale-codes/constants.ts';

export const KEYWORD_LENGTH = 200;

/**
 * The keywords after a list was pasted into the row at `index`: a row for each of its lines, as many as a search
 * takes. Null for a text of one line, which is pasted as it is. `leftOut`: rows at the end that found no place.
 */
export function pasteKeywords(
  words: readonly string[],
  index: number,
  text: string,
): { words: string[]; leftOut: number } | null {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  const pasted = lines.filter((line) => line !== '');
  if (pasted.length < 2) return null;
  const all = [...words.slice(0, index), ...pasted, ...words.slice(index + 1)];
  const taken = all.slice(0, SEARCH_LIMITS.keywords).map((line) => line.slice(0, KEYWORD_LENGTH));
  return { words: taken, leftOut: all.length - taken.length };
}
