import { createFileRoute } from '@tanstack/react-router';
import { SignupScreen } from '../../features/signup/components/signup-screen.tsx';
import { categoriesQuery } from '../../features/signup/queries.ts';
import { pageTitle, startQuery } from '../../kit/route.ts';
import { textParam } from '../../lib/search-params.ts';

export const Route = createFileRoute('/_app/signup')({
  head: pageTitle('Dashboard - VF SignUp'),
  validateSearch: (search: Record<string, unknown>): { url?: string } => {
    const url = textParam(search, 'url');
    return url === undefined ? {} : { url };
  },
  loader: ({ context }) => startQuery(context, categoriesQuery()),
  component: SignupRoute,
});

function SignupRoute() {
  const { url } = Route.useSearch();
  const navigate = Route.useNavigate();
  return <SignupScreen url={url} onUrl={(next) => void navigate({ search: { url: next } })} />;
}
