import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { startQueues } from '../../features/queues/queries.ts';
import { QueuesScreen } from '../../features/queues/queues-screen.tsx';
import { queuesSearch } from '../../features/queues/search-state.ts';
import { pageTitle, useRouteSearch } from '../../kit/route.ts';

export const Route = createFileRoute('/_app/vf-queues-tool')({
  head: pageTitle('Dashboard - VF Queues Tool'),
  validateSearch: queuesSearch,
  loader: ({ context, cause, location }) => {
    // The screen debounces text that is typed into its search.
    if (cause !== 'stay')
      startQueues(context, 'verified_fan', z.parse(queuesSearch, location.search));
  },
  component: QueuesRoute,
});

function QueuesRoute() {
  return (
    <QueuesScreen type="verified_fan" title="Verified Fan Queues Tool" {...useRouteSearch(Route)} />
  );
}
