import { createFileRoute, useLocation } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { EncoreScreen } from '../../features/encore/components/encore-screen.tsx';
import type { ChangeEventIds } from '../../features/encore/settings.ts';
import { pageTitle, startQuery } from '../../kit/route.ts';
import { readSelection, selectEvents, selectedIds } from '../../lib/event-selection.ts';
import { eventsByIdQuery } from '../../lib/queries/events.ts';

export const Route = createFileRoute('/_app/encore-tool')({
  head: pageTitle('Dashboard - Encore Tool'),
  validateSearch: readSelection,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    const ids = selectedIds(deps) ?? [];
    if (ids.length > 0) startQuery(context, eventsByIdQuery(ids));
  },
  component: EncoreRoute,
});

function EncoreRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const address = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  const eventIds = useMemo(() => selectedIds(search), [search]);
  const changeEvents: ChangeEventIds = useCallback(
    (change) =>
      void navigate({
        search: (current) => selectEvents([...new Set(change(selectedIds(current) ?? []))]),
        replace: true,
      }),
    [navigate],
  );
  return <EncoreScreen address={address} eventIds={eventIds} onEventIds={changeEvents} />;
}
