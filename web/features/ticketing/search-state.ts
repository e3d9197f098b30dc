import { LONGEST_NAME } from '../../../shared/ticketing/constants.ts';
import type { SaleStatus } from '../../../shared/ticketing/schema.ts';
import {
  SORT_FIELDS,
  type SortField,
  type SortOrder,
  STATUS_LABELS,
} from '../../../shared/ticketing/view.ts';
import { listParam, textParam, wordParam } from '../../lib/search-params.ts';

export const VIEWS = ['grid', 'list'] as const;
export type EventsView = (typeof VIEWS)[number];

/**
 * All that the address of /ticketmaster holds, so that a reload or a shared link shows the same. `byId` loads an
 * artist, `searchByName` and `artistName` start a search (part 2). What is left out takes its default: every
 * status, every country, by date ascending, the remembered view.
 */
export interface TicketingSearch {
  byId?: string | undefined;
  searchByName?: string | undefined;
  artistName?: string | undefined;
  status?: SaleStatus | undefined;
  /** Comma-separated country codes. */
  country?: string | undefined;
  sort?: SortField | undefined;
  order?: SortOrder | undefined;
  view?: EventsView | undefined;
}

const STATUSES = Object.keys(STATUS_LABELS) as SaleStatus[];

/**
 * Reads the query of /ticketmaster. What is not understood is undefined and not left out: the router lays this over
 * the raw query, whose words would stay in sight otherwise.
 */
export function readTicketingSearch(query: Record<string, unknown>): TicketingSearch {
  const countries = listParam(query, 'country').map((code) => code.toUpperCase());
  return {
    byId: textParam(query, 'byId')?.trim() || undefined,
    searchByName: textParam(query, 'searchByName'),
    artistName: textParam(query, 'artistName'),
    status: wordParam(query, 'status', STATUSES),
    country: countries.length === 0 ? undefined : countries.join(','),
    sort: wordParam(query, 'sort', SORT_FIELDS),
    order: wordParam(query, 'order', ['asc', 'desc']),
    view: wordParam(query, 'view', VIEWS),
  };
}

/** The term of a search, or '' when there is none: blank terms do nothing (part 5). */
export function searchTerm(search: TicketingSearch): string {
  return (search.searchByName ?? search.artistName ?? '').slice(0, LONGEST_NAME).trim();
}

/** Countries chosen in the address. */
export function chosenCountries(search: TicketingSearch): string[] {
  return search.country === undefined ? [] : search.country.split(',');
}
