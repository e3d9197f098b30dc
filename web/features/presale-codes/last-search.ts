import type { PresaleSearchInput } from '../../../shared/presale-codes/schema.ts';

/** The last search of this tab, so that a reload finds it again. What it found stays with the server. */
export interface LastSearch {
  id: string;
  /** The operator who asked; nobody else is shown what was found. */
  owner: number;
  search: PresaleSearchInput;
  startedAt: number;
  /** Null while it runs. */
  endedAt: number | null;
}

const KEY = 'presale-last-search';

/** Remembers a search for this tab alone, or forgets it. Blocked storage remembers nothing. */
export function rememberLastSearch(last: LastSearch | null): void {
  try {
    if (last === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(last));
  } catch {
    // Storage is blocked or full: a reload will not find the search, nothing else is lost.
  }
}

export function readLastSearch(): LastSearch | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return isLastSearch(value) ? value : null;
  } catch {
    return null;
  }
}

/** The server checks the search itself again. */
function isLastSearch(value: unknown): value is LastSearch {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'owner' in value &&
    typeof value.owner === 'number' &&
    'startedAt' in value &&
    typeof value.startedAt === 'number' &&
    'endedAt' in value &&
    (value.endedAt === null || typeof value.endedAt === 'number') &&
    'search' in value &&
    typeof value.search === 'object' &&
    value.search !== null &&
    'imap_account_ids' in value.search &&
    Array.isArray(value.search.imap_account_ids)
  );
}
