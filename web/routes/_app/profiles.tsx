import { createFileRoute } from '@tanstack/react-router';
import { ProfilesScreen } from '../../features/profiles/profiles-screen.tsx';
import { profilesQuery } from '../../features/profiles/queries.ts';
import { profilesSearch } from '../../features/profiles/search-state.ts';
import { pageTitle, startPages, useRouteSearch } from '../../kit/route.ts';

export const Route = createFileRoute('/_app/profiles')({
  head: pageTitle('Dashboard - Profiles'),
  validateSearch: profilesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps, ...event }) => startPages(event, profilesQuery(deps)),
  component: ProfilesRoute,
});

function ProfilesRoute() {
  return <ProfilesScreen {...useRouteSearch(Route)} />;
}
