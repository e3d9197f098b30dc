import { queryOptions } from '@tanstack/react-query';
import { PROVIDER_AGE_HEADER, PROVIDER_QUOTA_HEADER } from '../../../shared/ticketing/constants.ts';
import type { TicketingEvent } from '../../../shared/ticketing/schema.ts';
import { type ProviderQuota, readQuota } from '../../../shared/ticketing/view/quota.ts';
import { unwrapEvent } from '../../../shared/ticketing/view/values.ts';
import { api, send } from '../../lib/api.ts';
import { readMissing } from './artist-queries.ts';
import { rememberEvents } from './remembered-events.ts';

/** Every call uses the daily quota, so an answer is cached; Refresh repeats the call. */
const FRESH_MS = 5 * 60_000;

export interface ArtistEvents {
  events: TicketingEvent[];
  quota: ProviderQuota | null;
  /** Events that the provider counts but did not deliver. */
  missing: number;
  /** When the provider answered, in milliseconds. */
  readAt: number;
}

/**
 * All events of an artist, without quotes around values, and the provider's quota after the call.
 */
export function artistEventsQuery(id: string) {
  return queryOptions({
    queryKey: ['ticketing', 'events', id],
    queryFn: async ({ client, signal }): Promise<ArtistEvents> => {
      const pending = api.events.artist[':id'].$get(
        { param: { id: encodeURIComponent(id) } },
        { init: { signal } },
      );
      const { data } = await send(pending);
      const response = await pending;
      const events = data.map(unwrapEvent);
      rememberEvents(client, events);
      return {
        events,
        quota: readQuota(response.headers.get(PROVIDER_QUOTA_HEADER)),
        missing: readMissing(response),
        readAt: Date.now() - 1_000 * Number(response.headers.get(PROVIDER_AGE_HEADER) ?? 0),
      };
    },
    staleTime: FRESH_MS,
    // 2,000 events are always new objects: comparing them with the old ones costs more than it
    // saves.
    structuralSharing: false,
  });
}
