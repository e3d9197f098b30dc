import { queryOptions } from '@tanstack/react-query';
import { api, send } from '../../lib/api.ts';

/** Numbers whose change no message announces, such as uploads of other operators, are at most this old. */
const REFRESH_MS = 60_000;

/** All that the dashboard shows, in one call. */
export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: async ({ signal }) =>
    send(api.dashboard.$get({ query: { include: 'outlook' } }, { init: { signal } })),
  refetchInterval: REFRESH_MS,
});

export type Dashboard = Awaited<ReturnType<NonNullable<typeof dashboardQuery.queryFn>>>;
/** The data of the screen once they are loaded. */
export interface DashboardProps {
  data: Dashboard | undefined;
}
