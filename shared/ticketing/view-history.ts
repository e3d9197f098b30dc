/** Part 9: 10 entries, newest first, compared without case. */
export const HISTORY_LIMIT = 10;

/** The history with a term put in front; an older spelling of the same term goes, and so does the eleventh entry. */
export function rememberTerm(history: readonly string[], term: string): string[] {
  const entry = term.trim().replace(/\s+/g, ' ');
  if (entry === '') return [...history];
  return [entry, ...forgetTerm(history, entry)].slice(0, HISTORY_LIMIT);
}

/** The history without a term, whatever its case. */
export function forgetTerm(history: readonly string[], term: string): string[] {
  const gone = fold(term);
  return history.filter((entry) => fold(entry) !== gone);
}

/** Reads a stored history. Anything that is not one (older versions, edited storage) yields the entries that are. */
export function readHistory(stored: string | null): string[] {
  if (stored === null) return [];
  const value = parseJson(stored);
  if (!Array.isArray(value)) return [];
  const terms = value.filter((entry): entry is string => typeof entry === 'string');
  return terms.reduceRight<string[]>((history, term) => rememberTerm(history, term), []);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A damaged entry of the browser's storage is worth no more than an empty one.
    return null;
  }
}

function fold(term: string): string {
  return term.normalize('NFC').toLowerCase();
}
