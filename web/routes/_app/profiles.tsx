import { createFileRoute } from '@tanstack/react-router';
import { ProfilesScreen } from '../../features/profiles/profiles-screen.tsx';
import { type ProfilesSearch, profilesQuery } from '../../features/profiles/queries.ts';
import { pageTitle } from '../../kit/route.ts';
import { textParam, wordParam } from '../../lib/search-params.ts';

export const Route = createFileRoute('/_app/profiles')({
  head: pageTitle('Dashboard - Profiles'),
  validateSearch: (query: Record<string, unknown>): ProfilesSearch => ({
    search: textParam(query, 'search'),
    note: wordParam(query, 'note', ['duplicate', 'expired']),
  }),
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
