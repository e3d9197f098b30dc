import { queryOptions } from '@tanstack/react-query';
import type { NewApiToken } from '../../../shared/api-tokens/schema.ts';
import { api, send } from '../../lib/api.ts';
import { reloadAfter } from '../../lib/query-client.ts';

export const apiTokensQuery = queryOptions({
  queryKey: ['api-tokens'],
  queryFn: async ({ signal }) =>
    (await send(api['api-tokens'].$get({}, { init: { signal } }))).data,
});

/** Makes a token. Its text is in the answer only. */
export const addToken = (json: NewApiToken) =>
  reloadAfter(apiTokensQuery, send(api['api-tokens'].$post({ json })));

export const revokeToken = (id: number) =>
  reloadAfter(
    apiTokensQuery,
    send(api['api-tokens'][':id'].$delete({ param: { id: String(id) } })),
  );
