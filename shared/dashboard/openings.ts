import type { TicketingEvent } from '../ticketing/schema.ts';
import { type DashboardOutlook, type Opening, OUTLOOK_HOURS } from './schema.ts';

/** Of one search; the earliest are kept. */
const MOST_KEPT = 200;
const MOST_SHOWN = 100;
const HOUR_MS = 3_600_000;

const byTime = (a: Opening, b: Opening): number =>
  Date.parse(a.opens) - Date.parse(b.opens) || a.event_id.localeCompare(b.event_id);

/** The presales and public sales of events that open after `now`, earliest first. Cancelled events have none. */
export function openingsOf(events: readonly TicketingEvent[], now: number): Opening[] {
  return events
    .filter(({ sale_note }) => sale_note !== 'Cancelled')
    .flatMap((event) => {
      const { id, artist, date, venue, location, nation, eventLink } = event;
      const facts = { event_id: id, artist, date, venue, location, nation, url: eventLink };
      return [
        ...event.presale_windows.map(
          ({ name, opens }): Opening => ({ ...facts, kind: 'presale', name, opens: opens ?? '' }),
        ),
        { ...facts, kind: 'onsale' as const, name: '', opens: event.generalSaleStart },
      ];
    })
    .filter(({ opens }) => Date.parse(opens) > now)
    .sort(byTime)
    .slice(0, MOST_KEPT);
}

/**
 * What opens within {@link OUTLOOK_HOURS}, earliest first. An opening that is known from a monitored artist and from a
 * search is listed once, as monitored: the monitor looks again, a search does not.
 */
export function nextOpenings(
  known: { monitored: readonly Opening[]; searched: readonly Opening[] },
  now: number,
): DashboardOutlook['openings'] {
  const next = new Map<string, DashboardOutlook['openings'][number]>();
  for (const source of ['monitored', 'searched'] as const) {
    for (const opening of known[source]) {
      const aheadMs = Date.parse(opening.opens) - now;
      if (!(aheadMs > 0 && aheadMs <= OUTLOOK_HOURS * HOUR_MS)) continue;
      const key = `${opening.event_id} ${opening.kind} ${opening.opens}`;
      if (!next.has(key)) next.set(key, { ...opening, source });
    }
  }
  return [...next.values()].sort(byTime).slice(0, MOST_SHOWN);
}
