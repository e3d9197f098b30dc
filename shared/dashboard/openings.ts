import { READINESS_LIMITS } from '../sales/readiness.ts';
import type { TicketingEvent } from '../ticketing/schema.ts';
import { HOUR_MS } from '../times.ts';
import { type DashboardOutlook, type NextOpening, type Opening, OUTLOOK_HOURS } from './schema.ts';

/** The maximum number of openings of one search; the earliest are kept. */
const MOST_KEPT = 200;
const MOST_SHOWN = 100;
/**
 * This number of rows fills the panel: later sales fill the rows that the next 48 hours leave free.
 */
const PANEL_ROWS = 5;

type SaleEvent = Pick<
  TicketingEvent,
  | 'id'
  | 'artist'
  | 'date'
  | 'venue'
  | 'location'
  | 'nation'
  | 'sale_note'
  | 'presale_windows'
  | 'generalSaleStart'
  | 'eventLink'
>;

const byTime = (a: Opening, b: Opening): number =>
  Date.parse(a.opens) - Date.parse(b.opens) || a.event_id.localeCompare(b.event_id);

/** The presales and public sales of events that open after `now`, earliest first. Cancelled events have none. */
export function openingsOf(events: readonly SaleEvent[], now: number): Opening[] {
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

const withOne = (ids: string[], id: string): string[] =>
  ids.length < READINESS_LIMITS.events && !ids.includes(id) ? [...ids, id] : ids;

/**
 * Sales that open within {@link OUTLOOK_HOURS}, earliest first, and later ones if these are few.
 * Events of an artist whose sale opens at the same time are one entry. An opening from several
 * sources counts as monitored, because the monitor updates it most often, otherwise as searched. If
 * there are too many, those from catalogues leave room for the others.
 */
export function nextOpenings(
  openings: Readonly<Record<NextOpening['source'], readonly Opening[]>>,
  now: number,
): Pick<DashboardOutlook, 'openings' | 'has_more' | 'later'> {
  const next = new Map<string, NextOpening>();
  const counted = new Set<string>();
  for (const source of ['monitored', 'searched', 'listed'] as const) {
    for (const opening of openings[source]) {
      const { event_id, kind, opens, artist, name } = opening;
      // Some sources write an instant with milliseconds, others without.
      const at = Date.parse(opens);
      const one = `${event_id} ${kind} ${at}`;
      if (!(at > now) || counted.has(one)) continue;
      counted.add(one);
      const key = `${artist} ${kind} ${name} ${at}`;
      const same = next.get(key);
      next.set(
        key,
        same
          ? { ...same, events: same.events + 1, event_ids: withOne(same.event_ids, event_id) }
          : { ...opening, source, events: 1, event_ids: [event_id] },
      );
    }
  }
  const sorted = [...next.values()].sort(byTime);
  const end = now + OUTLOOK_HOURS * HOUR_MS;
  const soon = sorted.filter(({ opens }) => Date.parse(opens) <= end);
  const free = Math.max(0, PANEL_ROWS - soon.length);
  const isListed = ({ source }: NextOpening) => Number(source === 'listed');
  const first = soon.toSorted((a, b) => isListed(a) - isListed(b)).slice(0, MOST_SHOWN);
  return {
    openings: first.sort(byTime),
    has_more: soon.length > first.length,
    later: sorted.slice(soon.length, soon.length + free),
  };
}
