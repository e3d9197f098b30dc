import { queryOptions } from '@tanstack/react-query';
import type { NewApiToken } from '../../../shared/api-tokens/schema.ts';
import { api, send } from '../../lib/api.ts';
import { queryClient, reloadQueries } from '../../lib/query-client.ts';

export const apiTokensQuery = queryOptions({
  queryKey: ['api-tokens'],
  queryFn: async ({ signal }) =>
    (await send(api['api-tokens'].$get({}, { init: { signal } }))).data,
});

// The list is loaded again after a failure too: the server may have made the change all the same.
const reload = () => reloadQueries(queryClient, { queryKey: apiTokensQuery.queryKey });

/** Makes a token. Its text is in the answer only, which does not wait for the list. */
export const addToken = (json: NewApiToken) =>
  send(api['api-tokens'].$post({ json })).finally(() => void reload());

export const revokeToken = (id: number) =>
  send(api['api-tokens'][':id'].$delete({ param: { id: String(id) } })).finally(reload);
