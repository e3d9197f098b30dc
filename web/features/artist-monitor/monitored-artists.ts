import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  DEFAULT_WINDOW_DAYS,
  type NewMonitoredArtist,
} from '../../../shared/artist-monitor/schema.ts';
import { api, send } from '../../lib/api.ts';
import { addDays, isoDay } from '../../lib/format.ts';
import { reloadQueries } from '../../lib/query-client.ts';

/** The key of all data about monitored artists. */
export const MONITOR_KEY = ['artist-monitor'] as const;

/** All monitored artists: Artist Monitor changes them, and other screens mark them. */
export const monitoredArtistsQuery = queryOptions({
  queryKey: [...MONITOR_KEY, 'artists'],
  queryFn: async ({ signal }) =>
    (await send(api.events['monitored-artists'].$get({}, { init: { signal } }))).data,
});

export const reloadMonitor = (client: QueryClient): Promise<void> =>
  reloadQueries(client, { queryKey: MONITOR_KEY });

/** Monitors an artist. The list reloads. */
export async function addArtist(client: QueryClient, json: NewMonitoredArtist): Promise<void> {
  await send(api.events['monitored-artists'].$post({ json }));
  await reloadMonitor(client);
}

/** The default dates of a new entry. */
export function defaultWindow(now: Date): { start_monitoring: string; end_monitoring: string } {
  const today = isoDay(now);
  return { start_monitoring: today, end_monitoring: addDays(today, DEFAULT_WINDOW_DAYS) };
}
