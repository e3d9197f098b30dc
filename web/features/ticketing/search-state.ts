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
  byId?: string;
  searchByName?: string;
  artistName?: string;
  status?: SaleStatus;
  /** Comma-separated country codes. */
  country?: string;
  sort?: SortField;
  order?: SortOrder;
  view?: EventsView;
}

const STATUSES = Object.keys(STATUS_LABELS) as SaleStatus[];

/** Reads the query of /ticketmaster; what is not understood is left out. */
export function readTicketingSearch(query: Record<string, unknown>): TicketingSearch {
  const countries = listParam(query, 'country').map((code) => code.toUpperCase());
  return withoutUndefined({
    byId: textParam(query, 'byId'),
    searchByName: textParam(query, 'searchByName'),
    artistName: textParam(query, 'artistName'),
    status: wordParam(query, 'status', STATUSES),
    country: countries.length === 0 ? undefined : countries.join(','),
    sort: wordParam(query, 'sort', SORT_FIELDS),
    order: wordParam(query, 'order', ['asc', 'desc']),
    view: wordParam(query, 'view', VIEWS),
  });
}

/** The term of a search, or '' when there is none: blank terms do nothing (part 5). */
export function searchTerm(search: TicketingSearch): string {
  return (search.searchByName ?? search.artistName ?? '').trim();
}

/** Countries chosen in the address. */
export function chosenCountries(search: TicketingSearch): string[] {
  return search.country === undefined ? [] : search.country.split(',');
}

type Maybe<T> = { [K in keyof T]: T[K] | undefined };

/** Drops undefined fields, because an address holds no such thing. */
export function withoutUndefined(search: Maybe<TicketingSearch>): TicketingSearch {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}
