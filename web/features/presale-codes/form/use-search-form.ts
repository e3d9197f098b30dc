import { useCallback, useState } from 'react';
import { saved } from '../../../kit/saved/saved.ts';
import { SEARCH_DEFAULTS, type SearchForm, storedSearchForm } from './search-form.ts';

const KEY = 'presale-search';

/** The form of a new tab. */
const lastForm = saved<SearchForm>({
  key: KEY,
  schema: storedSearchForm,
  fallback: SEARCH_DEFAULTS,
  owner: 'operator',
});

/** The form of a tab, which survives reloads, so that two tabs can have different searches. */
const formOfTab = saved<SearchForm | null>({
  key: KEY,
  schema: storedSearchForm,
  fallback: null,
  owner: 'operator',
  place: 'tab',
});

/** The search form, remembered per tab and per operator. */
export function useSearchForm(): [SearchForm, (form: SearchForm) => void] {
  const [form, setForm] = useState(() => formOfTab.read() ?? lastForm.read());
  const change = useCallback((next: SearchForm) => {
    setForm(next);
    lastForm.write(next);
    formOfTab.write(next);
  }, []);
  return [form, change];
}
