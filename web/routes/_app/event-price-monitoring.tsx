import { createFileRoute } from '@tanstack/react-router';
import { PriceMonitorScreen } from '../../features/price-monitor/price-monitor-screen.tsx';
import { pricesQuery } from '../../features/price-monitor/queries.ts';
import { pricesSearch } from '../../features/price-monitor/search-state.ts';
import { pageTitle, startPages, useRouteSearch } from '../../kit/route.ts';

export const Route = createFileRoute('/_app/event-price-monitoring')({
  head: pageTitle('Dashboard - Event Price Monitoring'),
  validateSearch: pricesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps, ...event }) => startPages(event, pricesQuery(deps)),
  component: PriceMonitorRoute,
});

function PriceMonitorRoute() {
  return <PriceMonitorScreen {...useRouteSearch(Route)} />;
}
