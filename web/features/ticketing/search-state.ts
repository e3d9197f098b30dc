import type { SortOrder } from '../../../shared/columns.ts';
import {
  SALE_STATES,
  type SaleState,
  SORT_FIELDS,
  type SortField,
} from '../../../shared/ticketing/constants.ts';
import type { EventFilters } from '../../../shared/ticketing/view.ts';
import { listParam, textParam, wordParam } from '../../lib/search-params.ts';

export const VIEWS = ['grid', 'list'] as const;
export type EventsView = (typeof VIEWS)[number];

/**
 * The state of the screen in the address of /ticketmaster: a reload or a shared link shows the same. `byId` loads an
 * artist, `searchByName` and `artistName` start a search. Absent values take their defaults: every event, by date
 * ascending, the remembered view.
 */
export interface TicketingSearch {
  byId?: string | undefined;
  searchByName?: string | undefined;
  artistName?: string | undefined;
  status?: SaleState | undefined;
  /** Comma-separated country codes. */
  country?: string | undefined;
  /** Text in the events. */
  filter?: string | undefined;
  /** First and last day at the venue, `YYYY-MM-DD`. */
  from?: string | undefined;
  to?: string | undefined;
  /** The highest price. */
  price?: string | undefined;
  sort?: SortField | undefined;
  order?: SortOrder | undefined;
  view?: EventsView | undefined;
}

/**
 * Reads the query of /ticketmaster. Unreadable values are undefined instead of absent, because the router merges the
 * result over the raw query. Not a Zod schema: the router needs it in the first load of every page, the login page
 * included, and Zod is too large for that.
 */
export function readTicketingSearch(query: Record<string, unknown>): TicketingSearch {
  const countries = listParam(query, 'country').map((code) => code.toUpperCase());
  return {
    byId: textParam(query, 'byId')?.trim() || undefined,
    searchByName: textParam(query, 'searchByName'),
    artistName: textParam(query, 'artistName'),
    status: wordParam(query, 'status', SALE_STATES),
    country: [...new Set(countries)].join(',') || undefined,
    filter: textParam(query, 'filter'),
    from: dayParam(query, 'from'),
    to: dayParam(query, 'to'),
    price: textParam(query, 'price'),
    sort: wordParam(query, 'sort', SORT_FIELDS),
    order: wordParam(query, 'order', ['asc', 'desc']),
    view: wordParam(query, 'view', VIEWS),
  };
}

function dayParam(query: Record<string, unknown>, name: string): string | undefined {
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(textParam(query, name) ?? '') ?? [];
  const instant = Date.parse(`${day}T00:00Z`);
  // The 30th of February is read as the 2nd of March.
  return !Number.isNaN(instant) && new Date(instant).toISOString().slice(0, 10) === day
    ? day
    : undefined;
}

/** The term of a search, or '' when there is none or it is blank. */
export function searchTerm(search: TicketingSearch): string {
  return (search.searchByName ?? search.artistName ?? '').trim();
}

/** How the events are shown: filters, sorting and view, with every default filled in. */
export interface EventsChoice extends EventFilters {
  sort: SortField;
  order: SortOrder;
  view: EventsView;
}

/** The choice in the address; `rememberedView` is the operator's last view. */
export function readChoice(search: TicketingSearch, rememberedView: EventsView): EventsChoice {
  return {
    status: search.status ?? null,
    countries: search.country === undefined ? [] : search.country.split(','),
    text: search.filter ?? '',
    from: search.from,
    to: search.to,
    maxPrice: search.price ?? '',
    sort: search.sort ?? 'date',
    order: search.order ?? 'asc',
    view: search.view ?? rememberedView,
  };
}

/** The address with a changed choice. Defaults are left out; the view is kept, because its default differs by browser. */
export function writeChoice(search: TicketingSearch, choice: EventsChoice): TicketingSearch {
  return {
    byId: search.byId,
    searchByName: search.searchByName,
    artistName: search.artistName,
    status: choice.status ?? undefined,
    country: choice.countries.join(',') || undefined,
    filter: choice.text || undefined,
    from: choice.from || undefined,
    to: choice.to || undefined,
    price: choice.maxPrice || undefined,
    sort: choice.sort === 'date' ? undefined : choice.sort,
    order: choice.order === 'asc' ? undefined : choice.order,
    view: choice.view,
  };
}
