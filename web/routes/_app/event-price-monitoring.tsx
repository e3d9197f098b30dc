import { createFileRoute } from '@tanstack/react-router';
import { PriceMonitorScreen } from '../../features/price-monitor/price-monitor-screen.tsx';
import { pagesQuery } from '../../features/price-monitor/queries.ts';
import { readPricesSearch } from '../../features/price-monitor/search-state.ts';
import { pageTitle, useRouteSearch } from '../../kit/route.ts';

export const Route = createFileRoute('/_app/event-price-monitoring')({
  head: pageTitle('Dashboard - Event Price Monitoring'),
  validateSearch: readPricesSearch,
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

function PriceMonitorRoute() {
  return <PriceMonitorScreen {...useRouteSearch(Route)} />;
}
