import { createFileRoute } from '@tanstack/react-router';
import type { UsersSearch } from '../../features/users/queries.ts';
import { UserGeneratorScreen } from '../../features/users/user-generator-screen.tsx';
import { pageTitle } from '../../kit/route.ts';
import { textParam, wordParam } from '../../lib/search-params.ts';

export const Route = createFileRoute('/_app/user-generator')({
  head: pageTitle('Dashboard - User Generator'),
  // The form checks the values: what is imported here is part of every page's first load.
  validateSearch: (query: Record<string, unknown>): UsersSearch => ({
    count: textParam(query, 'count'),
    nationality: textParam(query, 'nationality'),
    batches: textParam(query, 'batches'),
    seed: textParam(query, 'seed'),
    search: textParam(query, 'search'),
    view: wordParam(query, 'view', ['list']),
  }),
  component: UserGeneratorRoute,
});

function UserGeneratorRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <UserGeneratorScreen
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true })}
    />
  );
}
