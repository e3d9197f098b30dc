import { createFileRoute } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { EncoreScreen } from '../../features/encore/encore-screen.tsx';
import { encoreSearch } from '../../features/encore/search-state.ts';
import type { ChangeEventIds } from '../../features/encore/settings.ts';
import { eventsByIdQuery } from '../../features/ticketing/event-queries.ts';
import { selectEvents, selectedIds } from '../../features/ticketing/selection/event-selection.ts';
import { pageTitle, startQuery } from '../../kit/route.ts';
import { stringifySearch, workIdOf } from '../../lib/search-params.ts';

export const Route = createFileRoute('/_app/encore-tool')({
  head: pageTitle('Dashboard - Encore Tool'),
  validateSearch: encoreSearch,
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
  // The address is not taken from useLocation, which already has the address of another page while that page opens.
  const address = `/encore-tool${stringifySearch({ ...search })}`;
  const eventIds = useMemo(() => selectedIds(search), [search]);
  const changeEvents: ChangeEventIds = useCallback(
    (change) =>
      void navigate({
        search: (current) => ({
          ...selectEvents([...new Set(change(selectedIds(current) ?? []))]),
          work: current.work,
        }),
        replace: true,
      }),
    [navigate],
  );
  return (
    <EncoreScreen
      address={address}
      workId={workIdOf(search)}
      eventIds={eventIds}
      onEventIds={changeEvents}
    />
  );
}
