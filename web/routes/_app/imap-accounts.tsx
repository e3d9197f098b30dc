import { createFileRoute } from '@tanstack/react-router';
import { ImapAccountsScreen } from '../../features/imap-accounts/imap-accounts-screen.tsx';
import type { AccountsSearch } from '../../features/imap-accounts/queries.ts';
import { pageTitle, startQuery } from '../../kit/route.ts';
import { mailboxesQuery } from '../../lib/mailboxes.ts';
import { textParam, wordParam } from '../../lib/search-params.ts';

export const Route = createFileRoute('/_app/imap-accounts')({
  head: pageTitle('Dashboard - IMAP Accounts'),
  validateSearch: (query: Record<string, unknown>): AccountsSearch => ({
    filter: textParam(query, 'filter'),
    state: wordParam(query, 'state', ['active', 'inactive']),
  }),
  loader: ({ context }) => startQuery(context, mailboxesQuery),
  component: ImapAccountsRoute,
});

function ImapAccountsRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ImapAccountsScreen
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true })}
    />
  );
}
