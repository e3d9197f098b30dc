import { queryOptions } from '@tanstack/react-query';
import type { NewWatchRule, RuleConditions } from '../../../shared/watch-rules/schema.ts';
import { api, send } from '../../lib/api.ts';
import { reloadAfter } from '../../lib/query-client.ts';

const calls = api['watch-rules'];

export const watchRulesQuery = queryOptions({
  queryKey: ['watch-rules'],
  queryFn: async () => (await send(calls.$get())).data,
});

/**
 * The number of events that match conditions today. A change of the list of rules does not affect
 * it.
 */
export const countQuery = (conditions: RuleConditions) =>
  queryOptions({
    queryKey: ['watch-rule-count', conditions],
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

/** Pauses or resumes a rule. */
export const setActive = (id: number, isActive: boolean) =>
  reloadAfter(
    watchRulesQuery,
    send(calls[':id'].$patch({ param: { id: String(id) }, json: { is_active: isActive } })),
  );

export const deleteRule = (id: number) =>
  reloadAfter(watchRulesQuery, send(calls[':id'].$delete({ param: { id: String(id) } })));

/** Finds the artists of the catalogues for names. */
export const matchArtists = (names: string[]) =>
  send(calls['match-artists'].$post({ json: { names } }));
