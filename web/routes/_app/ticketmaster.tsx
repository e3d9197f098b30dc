import { createFileRoute } from '@tanstack/react-router';
import { TicketingScreen } from '../../features/ticketing/components/ticketing-screen.tsx';
import { readTicketingSearch } from '../../features/ticketing/search-state.ts';
import { pageTitle } from '../../kit/route.ts';

export const Route = createFileRoute('/_app/ticketmaster')({
  head: pageTitle('Dashboard - Ticketing Tool'),
  validateSearch: readTicketingSearch,
  component: TicketingRoute,
});

function TicketingRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <TicketingScreen
      search={search}
      onSearch={(next, mode) => void navigate({ search: next, replace: mode === 'replace' })}
    />
  );
}
