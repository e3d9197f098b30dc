import { createFileRoute } from '@tanstack/react-router';
import { usersSearch } from '../../features/users/search-state.ts';
import { UserGeneratorScreen } from '../../features/users/user-generator-screen.tsx';
import { pageTitle, useRouteSearch } from '../../kit/route.ts';

export const Route = createFileRoute('/_app/user-generator')({
  head: pageTitle('Dashboard - User Generator'),
  validateSearch: usersSearch,
  component: UserGeneratorRoute,
});

function UserGeneratorRoute() {
  return <UserGeneratorScreen {...useRouteSearch(Route)} />;
}
