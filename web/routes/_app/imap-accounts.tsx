import { createFileRoute } from '@tanstack/react-router';
import { ImapAccountsScreen } from '../../features/mailboxes/mailboxes-screen.tsx';
import { readAccountsSearch } from '../../features/mailboxes/queries.ts';
import { pageTitle, startQuery, useRouteSearch } from '../../kit/route.ts';
import { mailboxesQuery } from '../../features/mailboxes/list-query.ts';

export const Route = createFileRoute('/_app/imap-accounts')({
  head: pageTitle('Dashboard - IMAP Accounts'),
  validateSearch: readAccountsSearch,
  loader: ({ context }) => startQuery(context, mailboxesQuery),
  component: ImapAccountsRoute,
});

function ImapAccountsRoute() {
  return <ImapAccountsScreen {...useRouteSearch(Route)} />;
}
