import { createFileRoute, redirect } from '@tanstack/react-router';
import { lazy } from 'react';
import { AppShell } from '../features/shell/components/app-shell.tsx';
import { useRecentSearches } from '../features/ticketing/use-recent-searches.ts';
import { currentUserQuery, isSignedIn } from '../lib/auth.ts';

const Bell = lazy(() =>
  import('../features/notifications/bell.tsx').then((module) => ({ default: module.Bell })),
);

/** The guarded shell: without a token every page inside goes to Login, which remembers it. */
export const Route = createFileRoute('/_app')({
  beforeLoad: ({ location, context }) => {
    if (!isSignedIn()) {
      const wanted = location.href === '/' ? undefined : location.href;
      throw redirect({ to: '/login', search: { redirect: wanted }, replace: true });
    }
    // The user is fetched while the page loads; a failure is handled by the session.
    void context.queryClient.prefetchQuery(currentUserQuery);
  },
  component: SignedInDesk,
});

function SignedInDesk() {
  useRecentSearches();
  return <AppShell status={<Bell />} />;
}
