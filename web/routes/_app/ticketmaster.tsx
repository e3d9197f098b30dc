import { createFileRoute } from '@tanstack/react-router';
import { LONGEST_NAME } from '../../../shared/ticketing/constants.ts';
import { artistSearchQuery } from '../../features/ticketing/artist-queries.ts';
import { artistEventsQuery } from '../../features/ticketing/queries.ts';
import { searchTerm, ticketingSearch } from '../../features/ticketing/search-state.ts';
import { TicketingScreen } from '../../features/ticketing/ticketing-screen.tsx';
import { pageTitle, startQuery, useRouteSearch } from '../../kit/route.ts';

export const Route = createFileRoute('/_app/ticketmaster')({
  head: pageTitle('Dashboard - Ticketing Tool'),
  validateSearch: ticketingSearch,
  loaderDeps: ({ search }) => ({ artistId: search.byId, term: searchTerm(search) }),
  loader: ({ context, deps: { artistId, term } }) => {
    if (artistId !== undefined) startQuery(context, artistEventsQuery(artistId));
    else if (term !== '' && term.length <= LONGEST_NAME)
      startQuery(context, artistSearchQuery(term));
  },
  component: TicketingRoute,
});

function TicketingRoute() {
  return <TicketingScreen {...useRouteSearch(Route)} />;
}
