import { queryOptions } from '@tanstack/react-query';
import {
  PROVIDER_MISSING_HEADER,
  PROVIDER_QUOTA_HEADER,
} from '../../../shared/ticketing/constants.ts';
import type { TicketingEvent } from '../../../shared/ticketing/schema.ts';
import { type ProviderQuota, readQuota } from '../../../shared/ticketing/view-quota.ts';
import { unwrapEvent } from '../../../shared/ticketing/view-values.ts';
import { api, send } from '../../lib/api.ts';
import { markAnswer } from './interactive-timing.ts';

/** The provider counts every call, so an answer serves for a while; Refresh asks again. */
const FRESH_MS = 5 * 60_000;

/** Artists whose name matches a term. The call is given up when nobody waits for it any more. */
export function artistSearchQuery(term: string) {
  return queryOptions({
    queryKey: ['ticketing', 'artists', term],
    queryFn: async ({ signal }) => {
      const { artists } = await send(
        api.events.get_artists[':name'].$get(
          { param: { name: encodeURIComponent(term) } },
          { init: { signal } },
        ),
      );
      return artists;
    },
    staleTime: FRESH_MS,
  });
}

export interface ArtistEvents {
  events: TicketingEvent[];
  quota: ProviderQuota | null;
  /** Events that the provider counts but did not deliver. */
  missing: number;
}

/** All events of an artist, with quotes around values removed, and the provider's allowance after the call. */
export function artistEventsQuery(id: string) {
  return queryOptions({
    queryKey: ['ticketing', 'events', id],
    queryFn: async ({ signal }): Promise<ArtistEvents> => {
      const pending = api.events.artist[':id'].$get(
        { param: { id: encodeURIComponent(id) } },
        { init: { signal } },
      );
      const response = await pending;
      markAnswer();
      const { data } = await send(pending);
      return {
        events: data.map(unwrapEvent),
        quota: readQuota(response.headers.get(PROVIDER_QUOTA_HEADER)),
        missing: Number(response.headers.get(PROVIDER_MISSING_HEADER) ?? 0),
      };
    },
    staleTime: FRESH_MS,
    // 2,000 events are always new objects: comparing them with the old ones costs more than it saves.
    structuralSharing: false,
  });
}
