import { createFileRoute } from '@tanstack/react-router';
import { ProfilesScreen } from '../../features/profiles/profiles-screen.tsx';
import { profilesQuery } from '../../features/profiles/queries.ts';
import { readProfilesSearch } from '../../features/profiles/search-state.ts';
import { pageTitle, useRouteSearch } from '../../kit/route.ts';

export const Route = createFileRoute('/_app/profiles')({
  head: pageTitle('Dashboard - Profiles'),
  validateSearch: readProfilesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    const query = profilesQuery(deps);
    if (context.queryClient.getQueryData(query.queryKey) === undefined)
      void context.queryClient.prefetchInfiniteQuery(query);
  },
  component: ProfilesRoute,
});

function ProfilesRoute() {
  return <ProfilesScreen {...useRouteSearch(Route)} />;
}
