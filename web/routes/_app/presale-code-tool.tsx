import { createFileRoute, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PresaleCodesScreen } from '../../features/presale-codes/components/presale-codes-screen.tsx';
import { readCodesSearch } from '../../features/presale-codes/view-state.ts';
import { pageTitle } from '../../kit/route.ts';
import { buttonClass } from '../../ui/button-styles.ts';
import { textLinkClass } from '../../ui/text-link.ts';

export const Route = createFileRoute('/_app/presale-code-tool')({
  head: pageTitle('Dashboard - Presale Code Tool'),
  validateSearch: readCodesSearch,
  component: PresaleCodesRoute,
});

function PresaleCodesRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <PresaleCodesScreen
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true })}
      accountsLink={accountsLink}
    />
  );
}

const accountsLink = (content: ReactNode, look: 'button' | 'text') => (
  <Link
    to="/imap-accounts"
    className={look === 'button' ? buttonClass('secondary', 'sm') : textLinkClass}
  >
    {content}
  </Link>
);
