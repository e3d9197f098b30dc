import { DomainError, wrongField } from '../../../shared/errors.ts';
import {
  type AvailableSections,
  NO_MANIFEST,
  NOT_AVAILABLE,
  type TicketingEvent,
} from '../../../shared/ticketing/schema.ts';
import type { Ctx } from '../../context/context.ts';
import {
  type DiscoveryClient,
  eventIdOf,
  readEvent,
  readOfferedSections,
} from '../../providers/ticketmaster/index.ts';
import { findKnownSections, keepSections } from './store.ts';

/**
 * The id in the address of an event page. Only the address is read: the page is not fetched.
 * @throws DomainError `bad_request` for an address that is not an event page.
 */
export function requireEventId(eventUrl: string): string {
  const eventId = eventIdOf(eventUrl);
  if (eventId !== null) return eventId;
  throw wrongField('event_url', 'This is not the address of an event page');
}

/**
 * Available sections: areas or price zones of the offers if the key may read them. Otherwise the
 * event's seat map, with the sections that were last read.
 * @throws DomainError `not_found` if neither is known.
 */
export async function readAvailableSections(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  client: DiscoveryClient,
  eventId: string,
): Promise<AvailableSections> {
  const event = await readEvent(client, eventId, ctx.clock());
  const key = event?.id ?? eventId;
  const hasSeatMap = event !== null && event.manifestLink !== NOT_AVAILABLE;
  const manifest_link = hasSeatMap ? event.manifestLink : '';
  const offered = await readOfferedSections(client, eventId);
  if (offered.length > 0) {
    await keepSections(ctx.db, { eventId: key, sections: offered, readAt: ctx.clock() });
    return { sections: offered, manifest_link, source: 'offers' };
  }
  const sections = (await findKnownSections(ctx.db, [key])).get(key) ?? [];
  if (sections.length === 0 && !hasSeatMap) throw new DomainError('not_found', NO_MANIFEST);
  return { sections, manifest_link, source: 'seat_map' };
}

/** The events with `manifest` filled in if their sections are known. */
export async function withManifests(
  ctx: Pick<Ctx, 'db'>,
  events: TicketingEvent[],
): Promise<TicketingEvent[]> {
  const stored = await findKnownSections(
    ctx.db,
    events.map((event) => event.id),
  );
  if (stored.size === 0) return events;
  return events.map((event) => {
    const sections = stored.get(event.id);
    return sections ? { ...event, manifest: sections.join(', ') } : event;
  });
}
