import { createFileRoute } from '@tanstack/react-router';
import type { TargetSort } from '../../../shared/price-monitor/schema.ts';
import { PriceMonitorScreen } from '../../features/price-monitor/price-monitor-screen.tsx';
import { type PricesSearch, pagesQuery } from '../../features/price-monitor/queries.ts';
import { pageTitle } from '../../kit/route.ts';
import { textParam, wordParam } from '../../lib/search-params.ts';

export const Route = createFileRoute('/_app/event-price-monitoring')({
  head: pageTitle('Dashboard - Event Price Monitoring'),
  validateSearch: (query: Record<string, unknown>): PricesSearch => ({
    search: textParam(query, 'search'),
    availability: wordParam(query, 'availability', ['none', 'low', 'medium', 'high']),
    tag: textParam(query, 'tag'),
    alert: wordParam(query, 'alert', ['yes']),
    sort: sortParam(query),
    view: wordParam(query, 'view', ['list']),
    panel: wordParam(query, 'panel', ['add', 'log']),
    event: textParam(query, 'event'),
    tab: wordParam(query, 'tab', ['prices', 'alerts', 'checks']),
    days: wordParam(query, 'days', ['1', '30']),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, cause }) => {
    // On the screen, its own debounced query follows the address.
    if (cause === 'stay') return;
    const query = pagesQuery(deps);
    if (context.queryClient.getQueryData(query.queryKey) === undefined)
      void context.queryClient.prefetchInfiniteQuery(query);
  },
  component: PriceMonitorRoute,
});

/** The fields that the server sorts by; a minus turns the order around. */
const SORT = /^-?(?:added|title|low|available|move|checked)$/;

function sortParam(query: Record<string, unknown>): TargetSort | undefined {
  const sort = textParam(query, 'sort');
  // The pattern lists the words of the type.
  return sort !== undefined && SORT.test(sort) ? (sort as TargetSort) : undefined;
}

function PriceMonitorRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <PriceMonitorScreen
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true })}
    />
  );
}
