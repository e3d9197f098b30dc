import { queryOptions } from '@tanstack/react-query';
import { api, apiFetch, send } from '../../lib/api.ts';

/** All profiles, their secrets masked. */
export function profilesQuery() {
  return queryOptions({
    queryKey: ['profiles', 'all'],
    queryFn: async ({ signal }) =>
      (await send(api.profiles.$get({ query: {} }, { init: { signal } }))).data,
    structuralSharing: false,
  });
}

/** Profiles with their secrets, as the bytes of the answer: they go to the worker unread. */
export async function loadFullProfiles(ids: number[], signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await apiFetch('/api/profiles/full', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ids }),
    signal,
  });
  return response.arrayBuffer();
}
