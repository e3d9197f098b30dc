import { createFileRoute } from '@tanstack/react-router';
import { readCodesSearch } from '../../features/presale-codes/codes/view-state.ts';
import { PresaleCodesScreen } from '../../features/presale-codes/presale-codes-screen.tsx';
import { scannerQuery } from '../../features/presale-codes/queries.ts';
import { pageTitle, startQuery } from '../../kit/route.ts';
import { mailboxesQuery } from '../../lib/mailboxes.ts';

export const Route = createFileRoute('/_app/presale-code-tool')({
  head: pageTitle('Dashboard - Presale Code Tool'),
  validateSearch: readCodesSearch,
  loader: ({ context }) => {
    startQuery(context, mailboxesQuery);
    startQuery(context, scannerQuery);
  },
  component: PresaleCodesRoute,
});

function PresaleCodesRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <PresaleCodesScreen
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true })}
    />
  );
}
