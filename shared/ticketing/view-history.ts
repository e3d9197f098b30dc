const HISTORY_LIMIT = 10;

/** The history with the term in front, without other spellings of it (case is ignored), at most ten entries. */
export function rememberTerm(history: readonly string[], term: string): string[] {
  const entry = term.trim().replace(/\s+/g, ' ');
  if (entry === '') return [...history];
  return [entry, ...forgetTerm(history, entry)].slice(0, HISTORY_LIMIT);
}

/** The history without a term; case is ignored. */
export function forgetTerm(history: readonly string[], term: string): string[] {
  const gone = fold(term);
  return history.filter((entry) => fold(entry) !== gone);
}

/** Reads a stored history; entries that are no text are left out. */
export function readHistory(stored: unknown): string[] {
  if (!Array.isArray(stored)) return [];
  const terms = stored.filter((entry): entry is string => typeof entry === 'string');
  return terms.reduceRight<string[]>((history, term) => rememberTerm(history, term), []);
}

function fold(term: string): string {
  return term.normalize('NFC').toLowerCase();
}
