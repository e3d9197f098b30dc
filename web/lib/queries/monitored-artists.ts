import { queryOptions } from '@tanstack/react-query';
import { api, send } from '../api.ts';

/** All monitored artists: Artist Monitor changes them, Events marks them. Its key begins as all of Artist Monitor. */
export const monitoredArtistsQuery = queryOptions({
  queryKey: ['artist-monitor', 'artists'],
  queryFn: async ({ signal }) =>
    (await send(api.events['monitored-artists'].$get({}, { init: { signal } }))).data,
});
