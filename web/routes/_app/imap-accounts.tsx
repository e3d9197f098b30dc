import { createFileRoute } from '@tanstack/react-router';
import { MailboxesScreen } from '../../features/mailboxes/mailboxes-screen.tsx';
import { mailboxesQuery, readAccountsSearch } from '../../features/mailboxes/queries.ts';
import { pageTitle, startQuery, useRouteSearch } from '../../kit/route.ts';

export const Route = createFileRoute('/_app/imap-accounts')({
  head: pageTitle('Dashboard - IMAP Accounts'),
  validateSearch: readAccountsSearch,
  loader: ({ context }) => startQuery(context, mailboxesQuery),
  component: ImapAccountsRoute,
});

function ImapAccountsRoute() {
  return <MailboxesScreen {...useRouteSearch(Route)} />;
}
