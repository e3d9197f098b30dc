import { queryOptions } from '@tanstack/react-query';
import { api, send } from '../../lib/api.ts';
import { pagesQuery } from '../../lib/pages.ts';
import type { PricesSearch } from './search-state.ts';
import { PRICES_KEY } from './watched-events.ts';

/** Events per answer; more are loaded when the end of the list comes into view. */
const PAGE_EVENTS = 200;

/** The pages of all filters. */
export const PAGES_KEY = [...PRICES_KEY, 'pages'] as const;

/** Monitored events, page by page. */
export const pricesQuery = ({ sort, ...search }: PricesSearch) => {
  const filter = filterOf(search);
  return pagesQuery([...PAGES_KEY, filter, sort], (page, signal) => {
    const query = { limit: String(PAGE_EVENTS), ...filter, sort, ...page };
    return send(api.events['price-targets'].$get({ query }, { init: { signal } }));
  });
};

/** The events that the filters of the screen show, in the form for calls. */
export const filterOf = ({ search, availability, tag, alert }: PricesSearch) => ({
  search: search?.trim() || undefined,
  availability,
  tag,
  has_alert: alert && ('true' as const),
});

/** How many events there are, in each class and of each tag. */
export const overviewQuery = queryOptions({
  queryKey: [...PRICES_KEY, 'overview'],
  queryFn: ({ signal }) =>
    send(api.events['price-targets'].$get({ query: { limit: '1' } }, { init: { signal } })),
});
