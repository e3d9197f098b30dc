import { createFileRoute, redirect } from '@tanstack/react-router';
import { LoginPage } from '../features/account/sign-in/login-page.tsx';
import { loginSearch } from '../features/account/sign-in/search-state.ts';
import { pageTitle } from '../kit/route.ts';
import { safePath } from '../lib/safe-path.ts';
import { isSignedIn } from '../lib/session.ts';

/** Login, outside of the shell. `redirect` is the page that was wanted; with a token it goes to the Dashboard. */
export const Route = createFileRoute('/login')({
  // This is part of the first code of every page, which is what the form consists of.
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
