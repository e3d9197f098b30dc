import { oneOf, searchSchema, text } from '../../lib/search-params.ts';

/** Reads the query of /artist-monitor. */
export const readMonitorSearch = searchSchema({
  /** The artist search. */
  search: text,
  /** Text in the names of monitored artists. */
  filter: text,
  status: oneOf('active', 'scheduled', 'expired'),
  sort: text,
  order: oneOf('asc', 'desc'),
  /** The artist whose timeline is open. */
  artist: text,
  /** The timeline of all artists; by default it is open if there is room. */
  news: oneOf('open', 'closed'),
});
export type MonitorSearch = ReturnType<typeof readMonitorSearch>;
