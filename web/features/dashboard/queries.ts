import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, send } from '../../lib/api.ts';
import { useChannel } from '../../lib/channel/index.ts';

/** Numbers whose change no message announces, such as uploads of other operators, are at most this old. */
const REFRESH_MS = 60_000;
/** Messages of this long are answered by one call. */
const GATHER_MS = 2_000;

/** All that the dashboard shows, in one call. */
export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: async ({ signal }) =>
    send(api.dashboard.$get({ query: { include: 'outlook' } }, { init: { signal } })),
  refetchInterval: REFRESH_MS,
});

export type Dashboard = Awaited<ReturnType<NonNullable<typeof dashboardQuery.queryFn>>>;
/** What is shown, once it is there. */
export interface DashboardProps {
  data: Dashboard | undefined;
}

/** Loads the dashboard again after a message of the live channel; many messages cause one call. */
export function useLiveDashboard(): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const refresh = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: dashboardQuery.queryKey });
    }, GATHER_MS);
  };
  useChannel('priceUpdate', refresh);
  useChannel('monitor', refresh);
  useChannel('notification', refresh);
  useChannel('scanner', refresh);
}
