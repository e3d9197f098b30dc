import { createFileRoute } from '@tanstack/react-router';
import { ArtistMonitorScreen } from '../../features/artist-monitor/artist-monitor-screen.tsx';
import type { MonitorSearch } from '../../features/artist-monitor/queries.ts';
import { CalendarButton } from '../../features/calendar/calendar-button.tsx';
import { pageTitle, startQuery } from '../../kit/route.ts';
import { monitoredArtistsQuery } from '../../lib/queries/monitored-artists.ts';
import { textParam, wordParam } from '../../lib/search-params.ts';

export const Route = createFileRoute('/_app/artist-monitor')({
  head: pageTitle('Dashboard - Artist Monitor'),
  validateSearch: (query: Record<string, unknown>): MonitorSearch => ({
    search: textParam(query, 'search'),
    filter: textParam(query, 'filter'),
    status: wordParam(query, 'status', ['active', 'scheduled', 'expired']),
    sort: textParam(query, 'sort'),
    order: wordParam(query, 'order', ['asc', 'desc']),
    artist: textParam(query, 'artist'),
    news: wordParam(query, 'news', ['open', 'closed']),
  }),
  loader: ({ context }) => startQuery(context, monitoredArtistsQuery),
  component: ArtistMonitorRoute,
});

function ArtistMonitorRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ArtistMonitorScreen
      search={search}
      actions={<CalendarButton />}
      onSearch={(next) => void navigate({ search: next, replace: true })}
    />
  );
}
