import { createFileRoute } from '@tanstack/react-router';
import { settingsSearch } from '../../features/settings/search-state.ts';
import { SettingsScreen } from '../../features/settings/settings-screen.tsx';
import { pageTitle, useRouteSearch } from '../../kit/route.ts';

export const Route = createFileRoute('/_app/settings')({
  head: pageTitle('Dashboard - Settings'),
  validateSearch: settingsSearch,
  component: SettingsRoute,
});

function SettingsRoute() {
  const { search } = useRouteSearch(Route);
  return <SettingsScreen search={search} />;
}
