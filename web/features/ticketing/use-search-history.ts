import { useCallback } from 'react';
import { forgetTerm, readHistory, rememberTerm } from '../../../shared/ticketing/view-history.ts';
import { readStored, useStored, writeStored } from '../../lib/stored.ts';

const HISTORY_KEY = 'ticketing-search-history';
const NO_TERMS: string[] = [];

interface SearchHistory {
  terms: string[];
  remember: (term: string) => void;
  forget: (term: string) => void;
}

/** The artist search terms of this browser: at most 10, newest first. */
export function useSearchHistory(): SearchHistory {
  const [terms] = useStored(HISTORY_KEY, readHistory, NO_TERMS);
  const remember = useCallback((term: string) => {
    writeStored(HISTORY_KEY, rememberTerm(storedTerms(), term));
  }, []);
  const forget = useCallback((term: string) => {
    writeStored(HISTORY_KEY, forgetTerm(storedTerms(), term));
  }, []);
  return { terms, remember, forget };
}

function storedTerms(): string[] {
  return readStored(HISTORY_KEY, readHistory) ?? NO_TERMS;
}
