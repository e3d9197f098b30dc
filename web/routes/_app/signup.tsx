import { createFileRoute } from '@tanstack/react-router';
import { categoriesQuery } from '../../features/signup/queries.ts';
import { signupSearch } from '../../features/signup/search-state.ts';
import { SignupScreen } from '../../features/signup/signup-screen.tsx';
import { pageTitle, startQuery } from '../../kit/route.ts';
import { workIdOf } from '../../lib/search-params.ts';

export const Route = createFileRoute('/_app/signup')({
  head: pageTitle('Dashboard - VF SignUp'),
  validateSearch: signupSearch,
  loader: ({ context }) => startQuery(context, categoriesQuery()),
  component: SignupRoute,
});

function SignupRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SignupScreen
      url={search.url}
      workId={workIdOf(search)}
      onUrl={(url, isSame = false) =>
        void navigate({ search: { url, ...(isSame && { work: search.work }) }, replace: isSame })
      }
    />
  );
}
