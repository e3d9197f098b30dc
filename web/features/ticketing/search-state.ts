import type { SortOrder } from '../../../shared/columns.ts';
import {
  SALE_STATES,
  type SaleState,
  SORT_FIELDS,
  type SortField,
} from '../../../shared/ticketing/view.ts';
import { listParam, textParam, wordParam } from '../../lib/search-params.ts';

export const VIEWS = ['grid', 'list'] as const;
export type EventsView = (typeof VIEWS)[number];

/**
 * The state of the screen in the address of /ticketmaster: a reload or a shared link shows the same. `byId` loads an
 * artist, `searchByName` and `artistName` start a search. Absent values take their defaults: every state, every
 * country, by date ascending, the remembered view.
 */
export interface TicketingSearch {
  byId?: string | undefined;
  searchByName?: string | undefined;
  artistName?: string | undefined;
  status?: SaleState | undefined;
  /** Comma-separated country codes. */
  country?: string | undefined;
  sort?: SortField | undefined;
  order?: SortOrder | undefined;
  view?: EventsView | undefined;
}

/**
 * Reads the query of /ticketmaster. Unreadable values are undefined instead of absent, because the router merges the
 * result over the raw query.
 */
export function readTicketingSearch(query: Record<string, unknown>): TicketingSearch {
  const countries = listParam(query, 'country').map((code) => code.toUpperCase());
  return {
    byId: textParam(query, 'byId')?.trim() || undefined,
    searchByName: textParam(query, 'searchByName'),
    artistName: textParam(query, 'artistName'),
    status: wordParam(query, 'status', SALE_STATES),
    country: countries.length === 0 ? undefined : countries.join(','),
    sort: wordParam(query, 'sort', SORT_FIELDS),
    order: wordParam(query, 'order', ['asc', 'desc']),
    view: wordParam(query, 'view', VIEWS),
  };
}

/** The term of a search, or '' when there is none or it is blank. */
export function searchTerm(search: TicketingSearch): string {
  return (search.searchByName ?? search.artistName ?? '').trim();
}

/** Countries chosen in the address. */
export function chosenCountries(search: TicketingSearch): string[] {
  return search.country === undefined ? [] : search.country.split(',');
}
