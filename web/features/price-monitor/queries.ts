import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Availability } from '../../../shared/price-monitor/prices.ts';
import type { TargetSort } from '../../../shared/price-monitor/schema.ts';
import { api, send } from '../../lib/api.ts';

/** Events per answer; more are loaded when the end of the list comes into view. */
const PAGE_EVENTS = 200;

/** The query of /event-price-monitoring; what is left out shows all events as cards, newest first. */
export interface PricesSearch {
  search?: string | undefined;
  availability?: Availability | undefined;
  tag?: string | undefined;
  alert?: 'yes' | undefined;
  sort?: TargetSort | undefined;
  view?: 'list' | undefined;
  /** The panel beside the list: the activity log unless an event or this is open. */
  panel?: 'add' | 'log' | undefined;
  /** The address of the event whose details are open. */
  event?: string | undefined;
  tab?: 'prices' | 'alerts' | 'checks' | undefined;
  /** The period of the history; 7 days by default. */
  days?: '1' | '30' | undefined;
}

/** Everything that is shown of monitored events. */
export const PRICES_KEY = ['price-targets'] as const;
/** The pages of all filters. */
export const PAGES_KEY = [...PRICES_KEY, 'pages'] as const;

/** Monitored events, page by page. */
export const pagesQuery = ({ search = '', availability, tag, alert, sort }: PricesSearch) =>
  infiniteQueryOptions({
    queryKey: [...PAGES_KEY, search, availability, tag, alert, sort],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        limit: String(PAGE_EVENTS),
        ...(search && { search }),
        ...(availability && { availability }),
        ...(tag && { tag }),
        ...(alert && { has_alert: 'true' as const }),
        ...(sort && { sort }),
        ...(pageParam && { cursor: pageParam }),
      };
      return send(api.events['price-targets'].$get({ query }, { init: { signal } }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    structuralSharing: false,
  });

/** How many events there are, in each class and of each tag. */
export const overviewQuery = queryOptions({
  queryKey: [...PRICES_KEY, 'overview'],
  queryFn: ({ signal }) =>
    send(api.events['price-targets'].$get({ query: { limit: '1' } }, { init: { signal } })),
});
