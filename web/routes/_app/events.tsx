import { createFileRoute } from '@tanstack/react-router';
import { EventsScreen } from '../../features/resale-events/events-screen.tsx';
import { eventsQuery, feedQuery } from '../../features/resale-events/queries.ts';
import { SORT_FIELDS } from '../../features/resale-events/sort-fields.ts';
import type { EventsSearch } from '../../features/resale-events/view.ts';
import { pageTitle, startQuery } from '../../kit/route.ts';
import { listParam, textParam, wordParam } from '../../lib/search-params.ts';

export const Route = createFileRoute('/_app/events')({
  head: pageTitle('Dashboard - Events'),
  validateSearch: (query: Record<string, unknown>): EventsSearch => ({
    search: textParam(query, 'search'),
    countries: listParam(query, 'countries').join(',').toUpperCase() || undefined,
    upcoming: wordParam(query, 'upcoming', ['1']),
    sort: wordParam(query, 'sort', SORT_FIELDS),
    order: wordParam(query, 'order', ['asc', 'desc']),
  }),
  loader: ({ context }) => {
    startQuery(context, eventsQuery);
    startQuery(context, feedQuery);
  },
  component: EventsRoute,
});

function EventsRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <EventsScreen
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true })}
    />
  );
}
