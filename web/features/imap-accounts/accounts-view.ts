import { textParam, wordParam } from '../../lib/search-params.ts';

/** Which mailboxes are shown. */
export interface AccountsView {
  term: string;
  state: 'all' | 'active' | 'inactive';
}

/** The same as the address holds it; what is left out shows all. */
export interface AccountsSearch {
  filter?: string | undefined;
  state?: 'active' | 'inactive' | undefined;
}

/** Reads the query of /imap-accounts. */
export function readAccountsSearch(query: Record<string, unknown>): AccountsSearch {
  return {
    filter: textParam(query, 'filter'),
    state: wordParam(query, 'state', ['active', 'inactive']),
  };
}

export const viewOf = ({ filter, state }: AccountsSearch): AccountsView => ({
  term: filter ?? '',
  state: state ?? 'all',
});

export const searchOf = ({ term, state }: AccountsView): AccountsSearch => ({
  filter: term || undefined,
  state: state === 'all' ? undefined : state,
});
