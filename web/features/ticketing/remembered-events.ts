import type { QueryClient } from '@tanstack/react-query';
import type { TicketingEvent } from '../../../shared/ticketing/schema.ts';

const EVENTS_KEY = ['events', 'known'] as const;

/** An event and when it was read, in milliseconds. */
interface RememberedEvent {
  event: TicketingEvent;
  readAt: number;
}
type RememberedEvents = ReadonlyMap<string, RememberedEvent>;

/** Keeps unwrapped events that another screen has read, so that `eventsByIdQuery` does not load them again. */
export function rememberEvents(client: QueryClient, events: readonly TicketingEvent[]): void {
  const readAt = Date.now();
  const remembered = new Map(client.getQueryData<RememberedEvents>(EVENTS_KEY));
  for (const event of events) remembered.set(event.id, { event, readAt });
  client.setQueryData<RememberedEvents>(EVENTS_KEY, remembered);
}

/** The event as it was read last. */
export const rememberedEvent = (client: QueryClient, id: string): RememberedEvent | undefined =>
  client.getQueryData<RememberedEvents>(EVENTS_KEY)?.get(id);
