import { createFileRoute } from '@tanstack/react-router';
import { EventsScreen } from '../../features/resale-events/events-screen.tsx';
import { artistsQuery, feedQuery } from '../../features/resale-events/queries.ts';
import { eventsSearch } from '../../features/resale-events/search-state.ts';
import { pageTitle, startQuery, useRouteSearch } from '../../kit/route.ts';

export const Route = createFileRoute('/_app/events')({
  head: pageTitle('Dashboard - Events'),
  validateSearch: eventsSearch,
  loader: ({ context }) => {
    startQuery(context, artistsQuery);
    startQuery(context, feedQuery);
  },
  component: EventsRoute,
});

function EventsRoute() {
  return <EventsScreen {...useRouteSearch(Route)} />;
}
