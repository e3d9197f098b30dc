import { createFileRoute, Link } from '@tanstack/react-router';
import { readAccountsSearch } from '../../features/imap-accounts/accounts-view.ts';
import { ImapAccountsScreen } from '../../features/imap-accounts/components/imap-accounts-screen.tsx';
import { pageTitle, startQuery } from '../../kit/route.ts';
import { mailboxesQuery } from '../../lib/mailboxes.ts';
import { buttonClass } from '../../ui/button-styles.ts';

export const Route = createFileRoute('/_app/imap-accounts')({
  head: pageTitle('Dashboard - IMAP Accounts'),
  validateSearch: readAccountsSearch,
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
      presaleLink={(content) => (
        <Link to="/presale-code-tool" className={`${buttonClass('secondary', 'sm')} max-md:hidden`}>
          {content}
        </Link>
      )}
    />
  );
}
