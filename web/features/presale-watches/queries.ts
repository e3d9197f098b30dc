import { queryOptions } from '@tanstack/react-query';
import type { NewPresaleWatchInput } from '../../../shared/presale-watches/schema.ts';
import { api, send } from '../../lib/api.ts';
import { pagesQuery } from '../../lib/pages.ts';
import { reloadAfter } from '../../lib/query-client.ts';

const calls = api['presale-watches'];
/** The states of mailboxes change without a message of the live channel. */
const REFRESH_MS = 15_000;

export const watchesQuery = queryOptions({
  queryKey: ['presale-watches'],
  queryFn: async ({ signal }) => (await send(calls.$get({}, { init: { signal } }))).data,
  refetchInterval: REFRESH_MS,
});

/** The codes of a watch, the newest first. */
export const watchedCodesQuery = (id: number) =>
  pagesQuery([...watchesQuery.queryKey, 'codes', id], (page, signal) =>
    send(calls[':id'].codes.$get({ param: { id: String(id) }, query: page }, { init: { signal } })),
  );

export const addWatch = (json: NewPresaleWatchInput) =>
  reloadAfter(watchesQuery, send(calls.$post({ json })));

export const setPaused = (id: number, is_paused: boolean) =>
  reloadAfter(
    watchesQuery,
    send(calls[':id'].$patch({ param: { id: String(id) }, json: { is_paused } })),
  );

export const deleteWatch = (id: number) =>
  reloadAfter(watchesQuery, send(calls[':id'].$delete({ param: { id: String(id) } })));
