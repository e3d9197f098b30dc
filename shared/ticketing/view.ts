import type { SaleStatus, TicketingEvent } from './schema.ts';
import { countryName } from './view-countries.ts';
import { readLocalDate } from './view-dates.ts';
import { isPublished } from './view-values.ts';

/** Sale states in the order of the filter, each with its label (part 2, "offsale labelled 'Upcoming Sale'"). */
export const STATUS_LABELS: Readonly<Record<SaleStatus, string>> = {
  onsale: 'On sale',
  presale: 'Presale',
  offsale: 'Upcoming Sale',
};

export const SORT_FIELDS = ['date', 'venue', 'location', 'presales'] as const;
export type SortField = (typeof SORT_FIELDS)[number];
export type SortOrder = 'asc' | 'desc';

/** What the operator asked to see. No status means all; no country means every one. */
export interface EventFilters {
  status: SaleStatus | null;
  countries: readonly string[];
}

/** Events that pass both filters, in their given order. */
export function filterEvents(
  events: readonly TicketingEvent[],
  filters: EventFilters,
): TicketingEvent[] {
  const wanted = new Set(filters.countries);
  return events.filter((event) => hasStatus(event, filters.status) && isIn(event, wanted));
}

function hasStatus(event: TicketingEvent, status: SaleStatus | null): boolean {
  return status === null || event.status === status;
}

function isIn(event: TicketingEvent, countries: ReadonlySet<string>): boolean {
  return countries.size === 0 || countries.has(event.nation);
}

const byName = new Intl.Collator('en', { numeric: true });

interface EventOrder {
  isKnown: (event: TicketingEvent) => boolean;
  compare: (a: TicketingEvent, b: TicketingEvent) => number;
}

const ORDERS: Readonly<Record<SortField, EventOrder>> = {
  date: {
    isKnown: (event) => readLocalDate(event.date) !== null,
    compare: (a, b) => Number(a.date > b.date) - Number(a.date < b.date),
  },
  venue: {
    isKnown: (event) => isPublished(event.venue),
    compare: (a, b) => byName.compare(a.venue, b.venue),
  },
  location: {
    isKnown: (event) => isPublished(event.location),
    compare: (a, b) => byName.compare(a.location, b.location),
  },
  presales: { isKnown: () => true, compare: (a, b) => a.presaleCount - b.presaleCount },
};

/**
 * A sorted copy. Events whose key the provider did not publish come last in both directions, and equal keys keep
 * their given order in both directions.
 */
export function sortEvents(
  events: readonly TicketingEvent[],
  field: SortField,
  order: SortOrder,
): TicketingEvent[] {
  const { isKnown, compare } = ORDERS[field];
  const known = events.filter(isKnown);
  const unknown = events.filter((event) => !isKnown(event));
  known.sort(order === 'asc' ? compare : (a, b) => compare(b, a));
  return [...known, ...unknown];
}

/** How many events a country filter entry stands for. */
export interface CountryCount {
  nation: string;
  name: string;
  count: number;
}

/** Countries of the events by name, each with its number of events; those without a published country come last. */
export function countCountries(events: readonly TicketingEvent[]): CountryCount[] {
  const counts = new Map<string, number>();
  for (const { nation } of events) counts.set(nation, (counts.get(nation) ?? 0) + 1);
  return [...counts]
    .map(([nation, count]) => ({ nation, name: countryName(nation), count }))
    .sort((a, b) => {
      const missing = Number(!isPublished(a.nation)) - Number(!isPublished(b.nation));
      return missing === 0 ? byName.compare(a.name, b.name) : missing;
    });
}

/** Number of events of each sale state. */
export function countStatuses(events: readonly TicketingEvent[]): Record<SaleStatus, number> {
  const counts: Record<SaleStatus, number> = { onsale: 0, presale: 0, offsale: 0 };
  for (const { status } of events) counts[status] += 1;
  return counts;
}

/** Number of published countries, for the artist's header. */
export function countPublishedCountries(events: readonly TicketingEvent[]): number {
  return new Set(events.map(({ nation }) => nation).filter(isPublished)).size;
}
