import * as z from 'zod/mini';
import { eventSort } from '../../../shared/price-monitor/event-sort.ts';
import { AVAILABILITIES } from '../../../shared/price-monitor/prices.ts';
import { oneOf, param, text } from '../../lib/search-params.ts';

/**
 * The query of /event-price-monitoring; without parameters it shows all events as cards, newest
 * first.
 */
export const pricesSearch = z.object({
  search: text,
  availability: oneOf(...AVAILABILITIES),
  tag: text,
  alert: oneOf('yes'),
  sort: param(eventSort),
  view: oneOf('list'),
  /** The panel beside the list: the activity log unless an event or this is open. */
  panel: oneOf('add', 'log', 'tag-alerts'),
  /** The address of the event whose details are open. */
  event: text,
  tab: oneOf('prices', 'alerts', 'checks'),
  /** The period of the history; 7 days by default. */
  days: oneOf('1', '30'),
});
export type PricesSearch = z.infer<typeof pricesSearch>;
