import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, send } from '../../lib/api.ts';
import { PRICES_KEY } from '../../lib/queries/price-targets.ts';
import type { PricesSearch } from './search-state.ts';

/** Events per answer; more are loaded when the end of the list comes into view. */
const PAGE_EVENTS = 200;

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
