import { useNavigate } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { useCommands } from '../../../kit/keys/commands.ts';
import { saved, useSaved } from '../../../kit/saved/saved.ts';

const HISTORY_LIMIT = 10;

/** The operator's artist search terms: 10 entries, newest first. */
export const savedTerms = saved<string[]>({
  key: 'ticketing-search-history',
  schema: z.pipe(z.unknown(), z.transform(readHistory)),
  fallback: [],
  owner: 'operator',
});

/** The history with the term in front, without other spellings of it (case is ignored), at most ten entries. */
export function addTerm(history: readonly string[], term: string): string[] {
  const entry = term.trim().replace(/\s+/g, ' ');
  if (entry === '') return [...history];
  return [entry, ...removeTerm(history, entry)].slice(0, HISTORY_LIMIT);
}

/** The history without a term; case is ignored. */
export function removeTerm(history: readonly string[], term: string): string[] {
  const gone = withoutCase(term);
  return history.filter((entry) => withoutCase(entry) !== gone);
}

/** Reads a stored history; entries that are no text are left out. */
export function readHistory(stored: unknown): string[] {
  if (!Array.isArray(stored)) return [];
  const terms = stored.filter((entry): entry is string => typeof entry === 'string');
  return terms.reduceRight<string[]>((history, term) => addTerm(history, term), []);
}

const withoutCase = (term: string): string => term.normalize('NFC').toLowerCase();

const OFFERED = 5;

/** The last artist searches, in the command palette of every screen. */
export function useRecentSearches(): void {
  const navigate = useNavigate();
  const [terms] = useSaved(savedTerms);
  useCommands(
    terms.slice(0, OFFERED).map((term) => ({
      id: `ticketing.recent ${term}`,
      label: `Events of ${term}`,
      group: 'Recent',
      artist: term,
      keywords: [term, 'search'],
      run: () => void navigate({ to: '/ticketmaster', search: { artistName: term } }),
    })),
  );
}
