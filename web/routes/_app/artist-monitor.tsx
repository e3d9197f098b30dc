import { createFileRoute } from '@tanstack/react-router';
import { ArtistMonitorScreen } from '../../features/artist-monitor/artist-monitor-screen.tsx';
import { monitoredArtistsQuery } from '../../features/artist-monitor/monitored-artists.ts';
import { monitorSearch } from '../../features/artist-monitor/search-state.ts';
import { CalendarButton } from '../../features/calendar/calendar-button.tsx';
import { pageTitle, startQuery, useRouteSearch } from '../../kit/route.ts';

export const Route = createFileRoute('/_app/artist-monitor')({
  head: pageTitle('Dashboard - Artist Monitor'),
  validateSearch: monitorSearch,
  loader: ({ context }) => startQuery(context, monitoredArtistsQuery),
  component: ArtistMonitorRoute,
});

function ArtistMonitorRoute() {
  return <ArtistMonitorScreen {...useRouteSearch(Route)} actions={<CalendarButton />} />;
}
