import { useCallback } from 'react';
import * as z from 'zod/mini';
import { forgetTerm, readHistory, rememberTerm } from '../../../shared/ticketing/view-history.ts';
import { saved, useSaved } from '../../kit/saved/saved.ts';

const savedTerms = saved<string[]>({
  key: 'ticketing-search-history',
  schema: z.pipe(z.unknown(), z.transform(readHistory)),
  fallback: [],
  owner: 'operator',
});

interface SearchHistory {
  terms: string[];
  remember: (term: string) => void;
  forget: (term: string) => void;
}

/** The operator's artist search terms: 10 entries, newest first. */
export function useSearchHistory(): SearchHistory {
  const [terms] = useSaved(savedTerms);
  const remember = useCallback((term: string) => {
    savedTerms.write(rememberTerm(savedTerms.read(), term));
  }, []);
  const forget = useCallback((term: string) => {
    savedTerms.write(forgetTerm(savedTerms.read(), term));
  }, []);
  return { terms, remember, forget };
}
