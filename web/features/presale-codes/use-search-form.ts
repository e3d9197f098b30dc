import { useCallback, useState } from 'react';
import { readStored, writeStored } from '../../lib/stored.ts';
import { readSearchForm, SEARCH_DEFAULTS, type SearchForm } from './search-form.ts';

const KEY = 'presale-search';

/**
 * The search form. Each tab keeps its own form over reloads, so that two tabs can search for different things. A new
 * tab starts with the browser's last form.
 */
export function useSearchForm(): [SearchForm, (form: SearchForm) => void] {
  const [form, setForm] = useState(
    () => readOfTab() ?? readStored(KEY, readSearchForm) ?? SEARCH_DEFAULTS,
  );
  const change = useCallback((next: SearchForm) => {
    setForm(next);
    writeStored(KEY, next);
    writeOfTab(next);
  }, []);
  return [form, change];
}

function readOfTab(): SearchForm | null {
  try {
    return readSearchForm(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
  } catch {
    return null;
  }
}

function writeOfTab(form: SearchForm): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(form));
  } catch {
    // Storage is blocked or full: after a reload the form starts with the browser's last search.
  }
}
