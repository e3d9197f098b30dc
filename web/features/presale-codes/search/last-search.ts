import * as z from 'zod/mini';
import { SEARCH_DEADLINE_MS, SEARCH_KEPT_MS } from '../../../../shared/presale-codes/constants.ts';
import type { PresaleSearchInput } from '../../../../shared/presale-codes/schema.ts';
import { saved } from '../../../kit/saved/saved.ts';

/** The last search of this tab, so that a reload finds it again. The server keeps its results. */
export interface LastSearch {
  id: string;
  /** The operator of the search; results are shown to no one else. */
  owner: number;
  search: PresaleSearchInput;
  /** Its key among the recent searches; empty without one. */
  key: string;
  startedAt: number;
  /** Null while it runs. */
  endedAt: number | null;
}

/** The server checks the search itself again. */
export const isSearch = (value: unknown): value is PresaleSearchInput =>
  typeof value === 'object' &&
  value !== null &&
  'imap_account_ids' in value &&
  Array.isArray(value.imap_account_ids);

/** The last search of this tab; null when there is none. */
export const lastSearch = saved<LastSearch | null>({
  key: 'presale-last-search',
  schema: z.object({
    id: z.string(),
    owner: z.number(),
    search: z.custom<PresaleSearchInput>(isSearch),
    key: z.catch(z.string(), ''),
    startedAt: z.number(),
    endedAt: z.nullable(z.number()),
  }),
  fallback: null,
  owner: 'operator',
  place: 'tab',
});

/** The last search of this tab, while it runs or the server keeps its result; another one is forgotten. */
export function restorable(owner: number, now: number): LastSearch | null {
  const last = lastSearch.read();
  if (last === null) return null;
  const { startedAt, endedAt } = last;
  const isThere =
    endedAt === null ? now - startedAt < SEARCH_DEADLINE_MS : now - endedAt < SEARCH_KEPT_MS;
  if (last.owner === owner && isThere) return last;
  lastSearch.write(null);
  return null;
}
