import { createFileRoute } from '@tanstack/react-router';
import { MailboxesScreen } from '../../features/mailboxes/mailboxes-screen.tsx';
import { mailboxesQuery } from '../../features/mailboxes/queries.ts';
import { accountsSearch } from '../../features/mailboxes/search-state.ts';
import { pageTitle, startQuery, useRouteSearch } from '../../kit/route.ts';

export const Route = createFileRoute('/_app/imap-accounts')({
  head: pageTitle('Dashboard - IMAP Accounts'),
  validateSearch: accountsSearch,
  loader: ({ context }) => startQuery(context, mailboxesQuery),
  component: ImapAccountsRoute,
});

function ImapAccountsRoute() {
  return <MailboxesScreen {...useRouteSearch(Route)} />;
}
