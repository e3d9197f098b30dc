import { createFileRoute } from '@tanstack/react-router';
import { AgendaScreen } from '../../features/sales/agenda/agenda-screen.tsx';
import { agendaQuery } from '../../features/sales/agenda/queries.ts';
import { agendaSearch } from '../../features/sales/agenda/search-state.ts';
import { pageTitle, startPages, useRouteSearch } from '../../kit/route.ts';
import { isoDay } from '../../lib/format.ts';

export const Route = createFileRoute('/_app/agenda')({
  // The loader is part of the first load, so that the call starts with the click and not behind other code.
  codeSplitGroupings: [['component']],
  head: pageTitle('Dashboard - Agenda'),
  validateSearch: agendaSearch,
  loaderDeps: ({ search: { from, search, zone } }) => ({ from, search, zone }),
  loader: ({ context, cause, deps: { from, search, zone } }) =>
    startPages(
      { context, cause },
      agendaQuery(from ?? isoDay(new Date()), search ?? '', zone === 'venue'),
    ),
  component: AgendaPage,
});

function AgendaPage() {
  return <AgendaScreen {...useRouteSearch(Route)} />;
}
