import * as z from 'zod/mini';
import type { SortOrder } from '../../../shared/columns.ts';
import { SALE_STATES, SORT_FIELDS, type SortField } from '../../../shared/ticketing/constants.ts';
import type { EventFilters } from '../../../shared/ticketing/view/events.ts';
import { readDay } from '../../lib/format.ts';
import { codes, oneOf, text, textAs } from '../../lib/search-params.ts';

export const VIEWS = ['grid', 'list'] as const;
export type EventsView = (typeof VIEWS)[number];

const day = textAs((value) => readDay(value.slice(0, 10)) ?? undefined);

/**
 * The query of /ticketmaster, which contains the state of the screen: a reload or a shared link
 * shows the same. `byId` loads an artist, `searchByName` and `artistName` start a search. Absent
 * values take their defaults: every event, by date ascending, the remembered view.
 */
export const ticketingSearch = z.object({
  byId: textAs((value) => value.trim() || undefined),
  searchByName: text,
  artistName: text,
  /**
   * `match`: the search opens the events of the artist if only one can be meant. `exact`: it does
   * so for an only hit with exactly this name.
   */
  open: oneOf('match', 'exact'),
  status: oneOf(...SALE_STATES),
  /** Comma-separated country codes. */
  country: codes,
  /** Names of venues, separated by `|`: many contain a comma. */
  venue: text,
  /** Text in the events. */
  filter: text,
  /** First and last day at the venue, `YYYY-MM-DD`. */
  from: day,
  to: day,
  /** The highest price. */
  price: text,
  sort: oneOf(...SORT_FIELDS),
  order: oneOf('asc', 'desc'),
  view: oneOf(...VIEWS),
});
export type TicketingSearch = z.infer<typeof ticketingSearch>;

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
    venues: search.venue === undefined ? [] : search.venue.split('|'),
    text: search.filter ?? '',
    from: search.from,
    to: search.to,
    maxPrice: search.price ?? '',
    sort: search.sort ?? 'date',
    order: search.order ?? 'asc',
    view: search.view ?? rememberedView,
  };
}

/**
 * The address with a changed choice. Defaults are left out; the view is kept, because its default differs by browser.
 */
export function writeChoice(search: TicketingSearch, choice: EventsChoice): TicketingSearch {
  return {
    ...search,
    open: undefined,
    status: choice.status ?? undefined,
    country: choice.countries.join(',') || undefined,
    venue: choice.venues.join('|') || undefined,
    filter: choice.text || undefined,
    from: choice.from || undefined,
    to: choice.to || undefined,
    price: choice.maxPrice || undefined,
    sort: choice.sort === 'date' ? undefined : choice.sort,
    order: choice.order === 'asc' ? undefined : choice.order,
    view: choice.view,
  };
}
