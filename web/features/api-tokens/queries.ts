import { queryOptions } from '@tanstack/react-query';
import type { NewApiToken } from '../../../shared/api-tokens/schema.ts';
import { api, send } from '../../lib/api.ts';
import { queryClient, reloadQueries } from '../../lib/query-client.ts';

export const apiTokensQuery = queryOptions({
  queryKey: ['api-tokens'],
  queryFn: async ({ signal }) =>
    (await send(api['api-tokens'].$get({}, { init: { signal } }))).data,
});

// The list is also reloaded after a failure, because the server may have made the change.
const reload = () => reloadQueries(queryClient, { queryKey: apiTokensQuery.queryKey });

/** Creates a token. Its text is only in the answer, which does not wait for the list. */
export const addToken = (json: NewApiToken) =>
  send(api['api-tokens'].$post({ json })).finally(() => void reload());

export const revokeToken = (id: number) =>
  send(api['api-tokens'][':id'].$delete({ param: { id: String(id) } })).finally(reload);
