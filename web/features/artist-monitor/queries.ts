import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { ChangeKind } from '../../../shared/artist-monitor/changes.ts';
import type { ArtistSettings } from '../../../shared/artist-monitor/schema.ts';
import { saved } from '../../kit/saved/saved.ts';
import { api, send } from '../../lib/api.ts';
import { pagesQuery } from '../../lib/pages.ts';
import { MONITOR_KEY, reloadMonitor } from './monitored-artists.ts';

/** The id of the newest change that the operator has marked as read. */
export const seenChange = saved({
  key: 'artist-monitor-seen',
  schema: z.int(),
  fallback: 0,
  owner: 'operator',
});

/** The live channel reports checks at once; this interval covers the time without a connection. */
const REFRESH_MS = 60_000;

/** The checks of all artists and the plan. `seen`: see {@link seenChange}. */
export const artistChecksQuery = (seen: number) =>
  queryOptions({
    queryKey: [...MONITOR_KEY, 'checks', seen],
    queryFn: ({ signal }) => {
      const query = { seen: String(seen) };
      return send(api.events['artist-checks'].$get({ query }, { init: { signal } }));
    },
    refetchInterval: REFRESH_MS,
  });

/** The timeline of one artist or of all, newest first, page by page. */
export const changesQuery = (artist_id: string | undefined, kind: ChangeKind | undefined) =>
  pagesQuery(
    [...MONITOR_KEY, 'changes', artist_id, kind],
    (page, signal) => {
      const query = { artist_id, kind, ...page };
      return send(api.events['artist-changes'].$get({ query }, { init: { signal } }));
    },
    { refetchInterval: REFRESH_MS },
  );

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

/** Starts a check; the live channel delivers its result. */
export async function checkNow(client: QueryClient, artist_id: string): Promise<void> {
  await send(api.events['monitored-artists'][':artist_id'].check.$post({ param: { artist_id } }));
  await reloadMonitor(client);
}
