import { queryOptions } from '@tanstack/react-query';
import { api, send } from '../../lib/api.ts';

/**
 * Numbers that change without a message, such as after uploads of other operators, are at most this
 * old.
 */
const REFRESH_MS = 60_000;

/** All data of the dashboard, in one call. */
export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: async ({ signal }) =>
    send(api.dashboard.$get({ query: { include: 'outlook' } }, { init: { signal } })),
  refetchInterval: REFRESH_MS,
});

export type Dashboard = Awaited<ReturnType<NonNullable<typeof dashboardQuery.queryFn>>>;
/** The data of the screen once it is loaded. */
export interface DashboardProps {
  data: Dashboard | undefined;
}
