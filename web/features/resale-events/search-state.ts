import * as z from 'zod/mini';
import { codes, oneOf, text } from '../../lib/search-params.ts';

/** The fields that sort the artists of /events. */
export const SORT_FIELDS = [
  'name',
  'concerts',
  'onSaleDate',
  'visits',
  'score',
  'finalScore',
] as const;
export type SortField = (typeof SORT_FIELDS)[number];

/** The query of /events. If it has none of the last four, the operator's stored choice applies. */
export const eventsSearch = z.object({
  search: text,
  /** Comma-separated country codes. */
  countries: codes,
  upcoming: oneOf('1'),
  sort: oneOf(...SORT_FIELDS),
  order: oneOf('asc', 'desc'),
});
export type EventsSearch = z.infer<typeof eventsSearch>;
