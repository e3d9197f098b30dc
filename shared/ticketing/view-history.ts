/** Part 9: 10 entries, newest first, compared without case. */
const HISTORY_LIMIT = 10;

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

/** Reads a stored history. Whatever is no term (older versions, edited storage) is left out. */
export function readHistory(stored: unknown): string[] {
  if (!Array.isArray(stored)) return [];
  const terms = stored.filter((entry): entry is string => typeof entry === 'string');
  return terms.reduceRight<string[]>((history, term) => rememberTerm(history, term), []);
}

function fold(term: string): string {
  return term.normalize('NFC').toLowerCase();
}
