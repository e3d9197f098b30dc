import { createFileRoute } from '@tanstack/react-router';
import { PresaleCodesScreen } from '../../features/presale-codes/components/presale-codes-screen.tsx';
import { readCodesSearch } from '../../features/presale-codes/view-state.ts';
import { pageTitle } from '../../kit/route.ts';

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
    />
  );
}
