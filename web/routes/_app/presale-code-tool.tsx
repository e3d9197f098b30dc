import { createFileRoute } from '@tanstack/react-router';
import { mailboxesQuery } from '../../features/mailboxes/queries.ts';
import { PresaleCodesScreen } from '../../features/presale-codes/presale-codes-screen.tsx';
import { codesSearch } from '../../features/presale-codes/search-state.ts';
import { scannerQuery } from '../../features/scanners/queries.ts';
import { pageTitle, startQuery } from '../../kit/route.ts';
import { workIdOf } from '../../lib/search-params.ts';

export const Route = createFileRoute('/_app/presale-code-tool')({
  head: pageTitle('Dashboard - Presale Code Tool'),
  validateSearch: codesSearch,
  loader: ({ context }) => {
    startQuery(context, mailboxesQuery);
    startQuery(context, scannerQuery);
  },
  component: PresaleCodesRoute,
});

function PresaleCodesRoute() {
  const { work, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <PresaleCodesScreen
      search={search}
      workId={workIdOf({ work })}
      onSearch={(next) => void navigate({ search: next, replace: true })}
    />
  );
}
