import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { TicketingEvent } from '../../../shared/ticketing/schema.ts';
import { unwrapEvent } from '../../../shared/ticketing/view/values.ts';
import { api, send } from '../../lib/api.ts';
import { rememberEvents, rememberedEvent } from './remembered-events.ts';

const FRESH_MS = 5 * 60_000;
/** Ids in one call of {@link eventsByIdQuery}. */
export const IDS_PER_CALL = 100;

export interface EventsById {
  /** In the order of the ids. */
  events: TicketingEvent[];
  /** Ids without an event at the provider. */
  missing: string[];
  /** When the oldest of the events was read, in milliseconds; null without events. */
  readAt: number | null;
}

/** How many of the ids have been looked up, while {@link eventsByIdQuery} runs. */
export function loadedEventsQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ['events', 'loaded', ids],
    queryFn: () => 0,
    enabled: false,
    initialData: 0,
  });
}

/** Events by id, read a hundred at a time. Events that were read within five minutes are not read again. */
export function eventsByIdQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ['events', 'by-id', ids],
    queryFn: ({ client, signal }) => loadEvents(client, ids, signal),
    staleTime: FRESH_MS,
  });
}

async function loadEvents(
  client: QueryClient,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<EventsById> {
  const since = Date.now() - FRESH_MS;
  const isFresh = (id: string) => (rememberedEvent(client, id)?.readAt ?? 0) >= since;
  const wanted = ids.filter((id) => !isFresh(id));
  const missing = new Set<string>();
  const report = (left: number) =>
    client.setQueryData(loadedEventsQuery(ids).queryKey, ids.length - left);
  for (let at = 0; at < wanted.length; at += IDS_PER_CALL) {
    report(wanted.length - at);
    const batch = wanted.slice(at, at + IDS_PER_CALL);
    const query = { ids: batch.join(',') };
    const answer = await send(api.events['by-ids'].$get({ query }, { init: { signal } }));
    rememberEvents(client, answer.data.map(unwrapEvent));
    for (const id of answer.missing) missing.add(id);
  }
  const readings = ids.flatMap((id) =>
    missing.has(id) ? [] : (rememberedEvent(client, id) ?? []),
  );
  return {
    events: readings.map(({ event }) => event),
    missing: [...missing],
    readAt: readings.reduce<number | null>(
      (at, one) => Math.min(at ?? one.readAt, one.readAt),
      null,
    ),
  };
}
