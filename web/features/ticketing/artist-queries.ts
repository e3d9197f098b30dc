import { queryOptions } from '@tanstack/react-query';
import { PROVIDER_MISSING_HEADER } from '../../../shared/ticketing/constants.ts';
import type { ArtistResult } from '../../../shared/ticketing/schema.ts';
import { api, send } from '../../lib/api.ts';

/** Every call uses the daily quota, so an answer is cached. */
const FRESH_MS = 5 * 60_000;

export interface ArtistMatches {
  artists: ArtistResult[];
  /** Further matches that the provider counts but that are not in the list. */
  missing: number;
}

/** Artists whose name matches a term. The call ends when its last reader leaves. */
export function artistSearchQuery(term: string) {
  return queryOptions({
    queryKey: ['ticketing', 'artists', term],
    queryFn: async ({ signal }): Promise<ArtistMatches> => {
      const pending = api.events.get_artists[':name'].$get(
        { param: { name: encodeURIComponent(term) } },
        { init: { signal } },
      );
      const { artists } = await send(pending);
      return { artists, missing: readMissing(await pending) };
    },
    staleTime: FRESH_MS,
  });
}

/** How many entries the provider counts but did not deliver. */
export function readMissing(response: { headers: Headers }): number {
  return Number(response.headers.get(PROVIDER_MISSING_HEADER) ?? 0);
}
