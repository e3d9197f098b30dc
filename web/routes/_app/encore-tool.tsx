import { createFileRoute } from '@tanstack/react-router';
import { EncoreScreen } from '../../features/encore/components/encore-screen.tsx';
import { pageTitle } from '../../kit/route.ts';
import { listParam, textParam } from '../../lib/search-params.ts';

export const Route = createFileRoute('/_app/encore-tool')({
  head: pageTitle('Dashboard - Encore Tool'),
  validateSearch: (search: Record<string, unknown>): { events?: string } => {
    const events = textParam(search, 'events');
    return events === undefined ? {} : { events };
  },
  component: EncoreRoute,
});

function EncoreRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <EncoreScreen
      eventIds={listParam(search, 'events')}
      onEventIds={(ids) =>
        void navigate({ search: ids.length > 0 ? { events: ids.join(',') } : {}, replace: true })
      }
    />
  );
}
