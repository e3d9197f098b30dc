import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { shortenNumbers } from '../../../shared/profiles/card-search.ts';
import {
  type FullProfile,
  type FullProfilesRequest,
  MOST_IDS,
  PROFILE_COLUMNS,
  type ProfileFilters,
} from '../../../shared/profiles/schema.ts';
import { reportFile } from '../../kit/file-report.ts';
import { saved } from '../../kit/saved/saved.ts';
import { api, send } from '../../lib/api.ts';
import { downloadCsv } from '../../lib/download.ts';
import { countOf, isoDay } from '../../lib/format.ts';
import { inParts } from '../../lib/in-parts.ts';
import { pagesQuery } from '../../lib/pages.ts';
import { queryClient, reloadAfter, reloadQueries } from '../../lib/query-client.ts';
import { importAgain } from '../../ui/import-again.ts';
import type { ProfilesSearch } from './search-state.ts';

const loadWriter = () => importAgain(() => import('../../../shared/csv/machine-writer.ts'));

/** Profiles per "View More". */
const PAGE_ROWS = 1_000;
const PROFILES = { queryKey: ['profiles'] };

/** How the list is shown. */
export const displayMode = saved({
  key: 'profiles-display',
  schema: z.enum(['embedded', 'compact']),
  fallback: 'embedded',
  owner: 'browser',
});

/** The profiles that the filters of the screen show, as calls name them. */
export const filterOf = ({ search, note, country }: ProfilesSearch): ProfileFilters => ({
  search: shortenNumbers(search?.trim() ?? '') || undefined,
  note,
  country,
});

/** Profiles newest first, page by page. */
export const profilesQuery = (filters: ProfilesSearch) => {
  const filter = filterOf(filters);
  return pagesQuery(['profiles', 'list', filter], (page, signal) => {
    const query = { limit: String(PAGE_ROWS), ...filter, ...page };
    return send(api.profiles.$get({ query }, { init: { signal } }));
  });
};

/**
 * The number of profiles, of duplicates and of expired cards, and the number in each country among
 * those that the other filters show.
 */
export const notesQuery = ({ search, note }: ProfileFilters) =>
  queryOptions({
    queryKey: ['profiles', 'notes', { search, note }],
    queryFn: ({ signal }) =>
      send(api.profiles.notes.$get({ query: { search, note } }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });

export const reloadProfiles = () => reloadQueries(queryClient, PROFILES);

/** One profile with its secrets. The server records the operator. */
export async function revealProfile(id: number): Promise<FullProfile> {
  const { data } = await send(api.profiles[':id'].reveal.$post({ param: { id: String(id) } }));
  return data;
}

/** The number of profiles in one call, which takes a fraction of a second. */
const CHANGED_PER_CALL = 5_000;

export const deleteProfiles = (ids: readonly number[]) =>
  reloadAfter<unknown>(
    PROFILES,
    ids.length === 1
      ? send(api.profiles[':id'].$delete({ param: { id: String(ids[0]) } }))
      : inParts(ids, CHANGED_PER_CALL, (part) =>
          send(api.profiles.delete.$post({ json: { ids: part } })),
        ),
  );

/** Reverts a deletion. */
export const restoreProfiles = (ids: readonly number[]) =>
  reloadAfter(
    PROFILES,
    inParts(ids, CHANGED_PER_CALL, (part) =>
      send(api.profiles.restore.$post({ json: { ids: part } })),
    ),
  );

/**
 * Saves a CSV of 14 columns that can be imported again: of the profiles with these ids, or of all that the filters
 * show.
 */
export async function exportProfiles(chosen: readonly number[] | ProfileFilters): Promise<void> {
  const read = (json: FullProfilesRequest) => send(api.profiles.full.$post({ json }));
  const answers =
    'length' in chosen
      ? await inParts(chosen, MOST_IDS, (ids) => read({ ids }))
      : [await read(chosen)];
  const data = answers.flatMap((answer) => answer.data);
  const name = `profiles_${data.length}_${isoDay(new Date())}.csv`;
  const { writeMachineCsv } = await loadWriter();
  downloadCsv(name, writeMachineCsv(PROFILE_COLUMNS, data));
  reportFile(name, countOf(data.length, 'profile'));
}
