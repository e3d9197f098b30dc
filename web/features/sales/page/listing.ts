import { useQuery } from '@tanstack/react-query';
import { WATCHED_PREFIX } from '../../../../shared/sales/schema.ts';
import { eventsByIdQuery } from '../../ticketing/event-queries.ts';

/**
 * The event as Ticketmaster publishes it now: ticket limit, seat map, price range. If the data is
 * undefined, it lists no such event.
 */
export function useListing(eventId: string) {
  return useQuery({
    ...eventsByIdQuery([eventId]),
    enabled: !eventId.startsWith(WATCHED_PREFIX),
    select: ({ events }) => events[0] ?? null,
  });
}
