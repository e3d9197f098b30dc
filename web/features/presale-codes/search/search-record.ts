import * as z from 'zod/mini';
import type { PresaleSearchInput } from '../../../../shared/presale-codes/schema.ts';
import type { Work } from '../../../../shared/recent-work/schema.ts';
import { cut } from '../../../../shared/text.ts';
import { saved } from '../../../kit/saved/saved.ts';
import { importAgain } from '../../../ui/import-again.ts';
import { storedSearchForm } from '../form/search-form.ts';
import { keyOf, type RecentSearch, type SentSearch } from './search-machine.ts';

/** The server checks the search itself again. */
const sentInput = z.custom<PresaleSearchInput>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    'imap_account_ids' in value &&
    Array.isArray(value.imap_account_ids),
);

/**
 * The last search of this tab; null if there is none. It contains no codes, because codes would
 * survive the session.
 */
export const storedSearch = saved<SentSearch | null>({
  key: 'presale-last-search',
  schema: z.object({
    id: z.string(),
    owner: z.number(),
    search: sentInput,
    key: z.catch(z.string(), ''),
    startedAt: z.number(),
    endedAt: z.nullable(z.number()),
  }),
  fallback: null,
  owner: 'operator',
  place: 'tab',
});

/** The fields of a recent search besides its form. */
const recentParts = z.object({
  search: sentInput,
  seen: z.catch(z.nullable(z.array(z.string())), null),
  fresh: z.catch(z.array(z.string()), []),
});

/** Not part of the page's first load. */
const loadWorks = () => importAgain(() => import('../../recent-work/queries.ts'));

const readWork = (work: Work | null): RecentSearch | null =>
  work && { form: storedSearchForm.parse(work.body), ...recentParts.parse(work.body) };

/** Saves a search among the recent ones. One with the same form is replaced. @throws {ApiError} */
export async function saveRecent(recent: RecentSearch): Promise<void> {
  const { form, ...parts } = recent;
  const title = form.searchKeywords.filter((word) => word.trim() !== '').join(', ');
  const content = { title: cut(title, 200) || 'All mails', events: null, rows: null };
  const { keepWork } = await loadWorks();
  await keepWork({
    kind: 'presale',
    key: keyOf(recent),
    ...content,
    body: { ...form, ...parts },
  });
}

/** The recent search with this key, or the newest one for an empty key; null if there is none. @throws {ApiError} */
export async function findRecent(key: string): Promise<RecentSearch | null> {
  const { findWork, newestWork } = await loadWorks();
  return readWork(await (key === '' ? newestWork('presale') : findWork({ kind: 'presale', key })));
}
