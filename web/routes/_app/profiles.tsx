import { createFileRoute } from '@tanstack/react-router';
import { ProfilesScreen } from '../../features/profiles/profiles-screen.tsx';
import { profilesQuery, profilesSearch } from '../../features/profiles/queries.ts';
import { pageTitle } from '../../kit/route.ts';

export const Route = createFileRoute('/_app/profiles')({
  head: pageTitle('Dashboard - Profiles'),
  validateSearch: profilesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    const query = profilesQuery(deps);
    if (context.queryClient.getQueryData(query.queryKey) === undefined)
      void context.queryClient.prefetchInfiniteQuery(query);
  },
  component: ProfilesRoute,
});

function ProfilesRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ProfilesScreen
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true })}
    />
  );
}
