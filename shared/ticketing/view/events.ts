import type { SortOrder } from '../../columns.ts';
import { toSearchText } from '../../text.ts';
import { CHANGED_STATES, type SaleState, type SortField } from '../constants.ts';
import type { TicketingEvent } from '../schema.ts';
import { countryName } from './countries.ts';
import { readLocalDate } from './dates.ts';
import { isPublished } from './values.ts';

/** The labels of the sale states. The specification calls 'offsale' an upcoming sale. */
export const STATE_LABELS: Readonly<Record<SaleState, string>> = {
  onsale: 'On sale',
  presale: 'Presale',
  offsale: 'Upcoming Sale',
  rescheduled: 'Rescheduled',
  postponed: 'Postponed',
  cancelled: 'Cancelled',
};

/** The sale state of an event. */
export function saleStateOf({
  status,
  sale_note: note,
}: Pick<TicketingEvent, 'status' | 'sale_note'>): SaleState {
  if (note === null) return status;
  if (/^cancell?ed/i.test(note)) return 'cancelled';
  if (/^rescheduled/i.test(note)) return 'rescheduled';
  return /^postponed/i.test(note) ? 'postponed' : status;
}

/** Whether an event was cancelled: generators leave it out unless the operator includes it. */
export const isCancelled = (event: Pick<TicketingEvent, 'status' | 'sale_note'>): boolean =>
  saleStateOf(event) === 'cancelled';

/** The label of a cancelled, postponed or rescheduled event; null for an event that goes ahead as planned. */
export function changeLabel(event: Pick<TicketingEvent, 'status' | 'sale_note'>): string | null {
  const state = saleStateOf(event);
  return CHANGED_STATES.some((changed) => changed === state) ? STATE_LABELS[state] : null;
}

/** The operator's filters. No state, no country and no venue mean all. */
export interface EventFilters {
  status: SaleState | null;
  countries: readonly string[];
  venues: readonly string[];
  /** In the venue, location, country, promoter or artist; case and accents are ignored. */
  text: string;
  /** First and last day (`YYYY-MM-DD`) at the venue; events without a date then do not pass. */
  from: string | undefined;
  to: string | undefined;
  /**
   * The most that an event's lowest price may be, in its own currency, as it was typed. Text that is no number limits
   * nothing; with a number, events without a price do not pass.
   */
  maxPrice: string;
}

/** The filters that show every event. */
export const NO_FILTERS: EventFilters = {
  status: null,
  countries: [],
  venues: [],
  text: '',
  from: undefined,
  to: undefined,
  maxPrice: '',
};

/** Events that pass all filters, in their given order. */
export function filterEvents(
  events: readonly TicketingEvent[],
  filters: EventFilters,
): TicketingEvent[] {
  const countries = new Set(filters.countries);
  const venues = new Set(filters.venues);
  const text = toSearchText(filters.text).trim();
  return events.filter(
    (event) =>
      hasState(event, filters.status) &&
      isIn(countries, event.nation) &&
      isIn(venues, event.venue) &&
      isBetween(event, filters) &&
      isAffordable(event, filters) &&
      (text === '' || searchedText(event).includes(text)),
  );
}

function isBetween({ date }: TicketingEvent, { from, to }: EventFilters): boolean {
  if (!from && !to) return true;
  const day = date.slice(0, 10);
  if (readLocalDate(day) === null) return false;
  return (!from || day >= from) && (!to || day <= to);
}

function isAffordable({ price_range: price }: TicketingEvent, { maxPrice }: EventFilters): boolean {
  const most = maxPrice.trim() === '' ? Number.NaN : Number(maxPrice.replace(',', '.'));
  return Number.isNaN(most) || (price !== null && price.min <= most);
}

function searchedText({ artist, venue, location, nation, promoter }: TicketingEvent): string {
  return toSearchText([artist, venue, location, countryName(nation), promoter].join('\n'));
}

/** A changed event keeps its status, so it passes the filter of its status and the one of its change. */
function hasState(event: TicketingEvent, state: SaleState | null): boolean {
  return state === null || event.status === state || saleStateOf(event) === state;
}

function isIn(wanted: ReadonlySet<string>, value: string): boolean {
  return wanted.size === 0 || wanted.has(value);
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

/** A sorted, stable copy. Events with an unpublished key come last in both directions. */
export function sortEvents(
  events: readonly TicketingEvent[],
  field: SortField,
  order: SortOrder,
): TicketingEvent[] {
  const { isKnown, compare } = ORDERS[field];
  const sortable = events.filter(isKnown);
  const unknown = events.filter((event) => !isKnown(event));
  sortable.sort(order === 'asc' ? compare : (a, b) => compare(b, a));
  return [...sortable, ...unknown];
}

/** A country and its number of events. */
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

/** Venues by name, each with its number of events. */
export function countVenues(events: readonly TicketingEvent[]): { venue: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { venue } of events) counts.set(venue, (counts.get(venue) ?? 0) + 1);
  return [...counts]
    .map(([venue, count]) => ({ venue, count }))
    .sort((a, b) => byName.compare(a.venue, b.venue));
}

/** Number of events that pass the filter of each state. A changed event counts for its status too. */
export function countStates(events: readonly TicketingEvent[]): Record<SaleState, number> {
  const counts = { onsale: 0, presale: 0, offsale: 0, rescheduled: 0, postponed: 0, cancelled: 0 };
  for (const event of events) {
    counts[event.status] += 1;
    const state = saleStateOf(event);
    if (state !== event.status) counts[state] += 1;
  }
  return counts;
}

/** Number of published countries, for the artist's header. */
export function countPublishedCountries(events: readonly TicketingEvent[]): number {
  return new Set(events.map(({ nation }) => nation).filter(isPublished)).size;
}
