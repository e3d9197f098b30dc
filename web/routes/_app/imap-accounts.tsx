import { createFileRoute } from '@tanstack/react-router';
import { ImapAccountsScreen } from '../../features/imap-accounts/imap-accounts-screen.tsx';
import { readAccountsSearch } from '../../features/imap-accounts/queries.ts';
import { pageTitle, startQuery, useRouteSearch } from '../../kit/route.ts';
import { mailboxesQuery } from '../../lib/mailboxes.ts';

export const Route = createFileRoute('/_app/imap-accounts')({
  head: pageTitle('Dashboard - IMAP Accounts'),
  validateSearch: readAccountsSearch,
  loader: ({ context }) => startQuery(context, mailboxesQuery),
  component: ImapAccountsRoute,
});

function ImapAccountsRoute() {
  return <ImapAccountsScreen {...useRouteSearch(Route)} />;
}
