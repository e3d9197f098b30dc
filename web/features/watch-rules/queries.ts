import { queryOptions } from '@tanstack/react-query';
import type { CatalogueCountry } from '../../../shared/catalogues/schema.ts';
import type {
  NewWatchRule,
  RuleConditions,
  WatchRule,
} from '../../../shared/watch-rules/schema.ts';
import { api, send } from '../../lib/api.ts';
import { reloadAfter } from '../../lib/query-client.ts';

const calls = api['watch-rules'];

export const watchRulesQuery = queryOptions({
  queryKey: ['watch-rules'],
  queryFn: async () => (await send(calls.$get())).data,
});

/** How many events match conditions today. */
export const countQuery = (conditions: RuleConditions) =>
  queryOptions({
    queryKey: ['watch-rules', 'count', conditions],
    queryFn: async ({ signal }) =>
      (await send(calls.count.$post({ json: conditions }, { init: { signal } }))).events,
    staleTime: 60_000,
  });

/** Adds a rule, or changes the one with `id`. */
export const saveRule = (id: number | null, json: NewWatchRule) =>
  reloadAfter<unknown>(
    watchRulesQuery,
    id === null
      ? send(calls.$post({ json }))
      : send(calls[':id'].$put({ param: { id: String(id) }, json })),
  );

/** Pauses or resumes a rule. The call has the whole rule, so it is read first as it is now. */
export async function setActive(listed: WatchRule, isActive: boolean) {
  const { data } = await send(calls.$get());
  const { id, name, artists, countries, cities, venues, segments, opens_within_hours } =
    data.find((one) => one.id === listed.id) ?? listed;
  return saveRule(id, {
    ...{ name, artists, cities, venues, segments, opens_within_hours, is_active: isActive },
    // The server sends only countries that it accepted.
    countries: countries as CatalogueCountry[],
  });
}

export const deleteRule = (id: number) =>
  reloadAfter(watchRulesQuery, send(calls[':id'].$delete({ param: { id: String(id) } })));

/** Finds the artists of the catalogues for names. */
export const matchArtists = (names: string[]) =>
  send(calls['match-artists'].$post({ json: { names } }));
