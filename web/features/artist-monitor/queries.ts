import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { ArtistSettings, NewMonitoredArtist } from '../../../shared/artist-monitor/schema.ts';
import type { SortOrder } from '../../../shared/columns.ts';
import { saved } from '../../kit/saved/saved.ts';
import { api, send } from '../../lib/api.ts';

/** The query of /artist-monitor. */
export interface MonitorSearch {
  /** The artist search. */
  search?: string | undefined;
  /** Text in the names of monitored artists. */
  filter?: string | undefined;
  status?: 'active' | 'scheduled' | 'expired' | undefined;
  sort?: string | undefined;
  order?: SortOrder | undefined;
  /** The artist whose timeline is open. */
  artist?: string | undefined;
  /** The timeline of all artists; by default it is open where there is room. */
  news?: 'open' | 'closed' | undefined;
}

const KEY = ['artist-monitor'] as const;

/** The id of the newest change that the operator has marked as read. */
export const seenChange = saved({
  key: 'artist-monitor-seen',
  schema: z.int(),
  fallback: 0,
  owner: 'operator',
});

/** The checks of all artists and the plan. `seen`: see {@link seenChange}. */
export const artistChecksQuery = (seen: number) =>
  queryOptions({
    queryKey: [...KEY, 'checks', seen],
    queryFn: ({ signal }) => {
      const query = { seen: String(seen) };
      return send(api.events['artist-checks'].$get({ query }, { init: { signal } }));
    },
  });

/** The timeline of one artist or of all, newest first, page by page. */
export const changesQuery = (artistId: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'changes', artistId ?? ''],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        ...(artistId && { artist_id: artistId }),
        ...(pageParam && { cursor: pageParam }),
      };
      return send(api.events['artist-changes'].$get({ query }, { init: { signal } }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });

export const reloadMonitor = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: KEY });

/** Monitors an artist. The list reloads, as after the other changes. */
export async function addArtist(client: QueryClient, json: NewMonitoredArtist): Promise<void> {
  await send(api.events['monitored-artists'].$post({ json }));
  await reloadMonitor(client);
}

export async function changeArtist(
  client: QueryClient,
  artist_id: string,
  json: ArtistSettings,
): Promise<void> {
  await send(api.events['monitored-artists'][':artist_id'].$put({ param: { artist_id }, json }));
  await reloadMonitor(client);
}

export async function removeArtist(client: QueryClient, artist_id: string): Promise<void> {
  await send(api.events['monitored-artists'][':artist_id'].$delete({ param: { artist_id } }));
  await reloadMonitor(client);
}

/** Asks for a check; its result comes over the live channel. */
export async function checkNow(client: QueryClient, artist_id: string): Promise<void> {
  await send(api.events['monitored-artists'][':artist_id'].check.$post({ param: { artist_id } }));
  await reloadMonitor(client);
}
