import { useEffect, useEffectEvent } from 'react';
import * as z from 'zod/mini';
import { NOT_AVAILABLE } from '../../../../shared/ticketing/constants.ts';
import type { TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import { saved } from '../../../kit/saved/saved.ts';
import type { OpenWork } from '../../recent-work/session/use-work.ts';
import type { EventsById } from '../../ticketing/event-queries.ts';
import type { EncoreSettings } from '../settings.ts';

/**
 * Addresses of events that the operator added although the provider does not list them, by event
 * id. They are kept here until a configuration with these events stores them, because the empty
 * page has no configuration yet.
 */
export const addedUnlisted = saved<Record<string, string>>({
  key: 'encore-unlisted',
  schema: z.record(z.string(), z.string()),
  fallback: {},
  owner: 'operator',
  place: 'tab',
});

/** An event address that could not be added. */
export interface FailedLine {
  url: string;
  /**
   * The event id in the address, because such an event can be added although the provider does not
   * list it.
   */
  id: string | null;
  message: string;
}

/** The lines that failed on the empty page, until the page with the events shows them again. */
export const failedLines = saved<readonly FailedLine[]>({
  key: 'encore-failed-lines',
  schema: z.array(z.object({ url: z.string(), id: z.nullable(z.string()), message: z.string() })),
  fallback: [],
  owner: 'operator',
  place: 'tab',
});

/** Stores the addresses of unlisted events in the configuration that has the events. */
export function useUnlisted(
  { draft, change }: OpenWork<EncoreSettings>,
  eventIds: readonly string[],
): void {
  const take = useEffectEvent(() => {
    const chosen = new Set(eventIds);
    const entries = Object.entries(addedUnlisted.read());
    const taken = entries.filter(([id]) => chosen.has(id));
    if (taken.length === 0) return;
    addedUnlisted.write(Object.fromEntries(entries.filter(([id]) => !chosen.has(id))));
    change({ unlisted: { ...draft.unlisted, ...Object.fromEntries(taken) } });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: added events change the ids.
  useEffect(() => take(), [eventIds]);
}

/** The events in the order of the ids. An unlisted one has only its id and address. */
export function withUnlisted(
  ids: readonly string[],
  { events, missing, readAt }: EventsById,
  unlisted: Readonly<Record<string, string>>,
): EventsById {
  const added = missing.flatMap((id) => {
    const eventLink = unlisted[id];
    return eventLink === undefined ? [] : { ...NO_DETAILS, id, eventLink };
  });
  if (added.length === 0) return { events, missing, readAt };
  const byId = new Map([...events, ...added].map((event) => [event.id, event]));
  return {
    events: ids.flatMap((id) => byId.get(id) ?? []),
    missing: missing.filter((id) => !byId.has(id)),
    readAt,
  };
}

const NO_DETAILS = {
  artist: NOT_AVAILABLE,
  date: NOT_AVAILABLE,
  timezone: NOT_AVAILABLE,
  venue: NOT_AVAILABLE,
  location: NOT_AVAILABLE,
  nation: NOT_AVAILABLE,
  status: 'offsale',
  sale_note: null,
  price: NOT_AVAILABLE,
  price_range: null,
  presaleCount: 0,
  presales: NOT_AVAILABLE,
  presale_windows: [],
  generalSaleStart: NOT_AVAILABLE,
  ticketLimit: NOT_AVAILABLE,
  promoter: NOT_AVAILABLE,
  manifestLink: NOT_AVAILABLE,
  manifest: NOT_AVAILABLE,
  image: NOT_AVAILABLE,
} satisfies Omit<TicketingEvent, 'id' | 'eventLink'>;
