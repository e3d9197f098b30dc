import * as z from 'zod/mini';
import type { PresaleSearchInput } from '../../../../shared/presale-codes/schema.ts';
import { saved } from '../../../kit/saved/saved.ts';

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

/** The server checks the search itself again. */
const isSearch = (value: unknown): value is PresaleSearchInput =>
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
    startedAt: z.number(),
    endedAt: z.nullable(z.number()),
  }),
  fallback: null,
  owner: 'operator',
  place: 'tab',
});
