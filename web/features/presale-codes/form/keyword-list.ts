import { SEARCH_LIMITS } from '../../../../shared/presale-codes/constants.ts';

/**
 * The keywords after a list was pasted into the row at `index`: one row per line, up to the limit of a search. Null for
 * a text of one line. `leftOut` counts the rows beyond the limit.
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
  const kept = all.slice(0, SEARCH_LIMITS.keywords);
  return { words: kept, leftOut: all.length - kept.length };
}
