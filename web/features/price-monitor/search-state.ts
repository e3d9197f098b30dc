import type { EventSort } from '../../../shared/price-monitor/schema.ts';
import { oneOf, searchSchema, text } from '../../lib/search-params.ts';

/** The fields that the server sorts by; a minus reverses the order. */
const SORT = /^-?(?:added|title|low|available|move|checked)$/;

/** Reads the query of /event-price-monitoring; what is left out shows all events as cards, newest first. */
export const readPricesSearch = searchSchema({
  search: text,
  availability: oneOf('unread', 'none', 'low', 'medium', 'high'),
  tag: text,
  alert: oneOf('yes'),
  // The pattern lists the words of the type.
  sort: (value) => (SORT.test(value) ? (value as EventSort) : undefined),
  view: oneOf('list'),
  /** The panel beside the list: the activity log unless an event or this is open. */
  panel: oneOf('add', 'log'),
  /** The address of the event whose details are open. */
  event: text,
  tab: oneOf('prices', 'alerts', 'checks'),
  /** The period of the history; 7 days by default. */
  days: oneOf('1', '30'),
});
export type PricesSearch = ReturnType<typeof readPricesSearch>;
