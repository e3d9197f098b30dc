import * as z from 'zod/mini';
import { MONITOR_STATUSES } from '../../../shared/artist-monitor/status.ts';
import { oneOf, text } from '../../lib/search-params.ts';

/** The columns of the monitored artists that sort. */
export const SORT_KEYS = ['artist', 'status', 'start', 'end', 'events', 'news', 'checked'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** The query of /artist-monitor. */
export const monitorSearch = z.object({
  /** The artist search. */
  search: text,
  /** Text in the names of monitored artists. */
  filter: text,
  status: oneOf(...MONITOR_STATUSES),
  /** The key of a column of the monitored artists. */
  sort: oneOf(...SORT_KEYS),
  order: oneOf('asc', 'desc'),
  /** The artist whose timeline is open. */
  artist: text,
  /** The timeline of all artists; by default it is open if there is room. */
  news: oneOf('open', 'closed'),
});
export type MonitorSearch = z.infer<typeof monitorSearch>;
