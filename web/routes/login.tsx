import { createFileRoute, redirect } from '@tanstack/react-router';
import { LoginPage } from '../features/account/sign-in/login-page.tsx';
import { loginSearch } from '../features/account/sign-in/search-state.ts';
import { pageTitle } from '../kit/route.ts';
import { safePath } from '../lib/safe-path.ts';
import { isSignedIn } from '../lib/session.ts';

/**
 * Login, outside the shell. `redirect` is the requested page; with a token, it opens the Dashboard.
 */
export const Route = createFileRoute('/login')({
  // This is part of the first code of every page, and the form consists of it.
  codeSplitGroupings: [],
  head: pageTitle('Boxoffice Desk - Sign in'),
  validateSearch: loginSearch,
  beforeLoad: () => {
    if (isSignedIn()) throw redirect({ to: '/', replace: true });
  },
  component: Login,
});

function Login() {
  const navigate = Route.useNavigate();
  const search = Route.useSearch();
  return (
    <LoginPage
      onSignedIn={() => navigate({ to: safePath(search.redirect) ?? '/', replace: true })}
    />
  );
}
