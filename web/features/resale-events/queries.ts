import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { saved } from '../../kit/saved/saved.ts';
import { api, send } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { SORT_FIELDS } from './search-state.ts';
import {
  type ArtistRow,
  DEFAULT_SORT,
  type EventsPreferences,
  readArtists,
  readByLine,
  sortArtists,
} from './view.ts';

const FRESH_MS = 5 * 60_000;
const FEED_MS = 60_000;
/** How often an empty feed is loaded again: its first concerts arrive within a minute of a start. */
const FIRST_MS = 10_000;

/** Filters and sort of each operator. */
export const eventsPreferences = saved<EventsPreferences>({
  key: 'events-preferences',
  schema: z.object({
    countries: z.catch(z.array(z.string()), []),
    upcomingOnly: z.catch(z.boolean(), false),
    sort: z.catch(z.enum(SORT_FIELDS), DEFAULT_SORT.column),
    order: z.catch(z.enum(['asc', 'desc']), DEFAULT_SORT.order),
  }),
  fallback: {
    countries: [],
    upcomingOnly: false,
    sort: DEFAULT_SORT.column,
    order: DEFAULT_SORT.order,
  },
  owner: 'operator',
});

/** All artists with their concerts. */
export const eventsQuery = queryOptions({
  queryKey: ['resale-events', 'all'],
  queryFn: async ({ signal }) => {
    const now = Date.now();
    const rows: ArtistRow[] = [];
    const pending = api.events.$get({}, { init: { signal } }).then((response) => ({
      url: response.url,
      json: () => readByLine(response, (artists) => rows.push(...readArtists(artists, now))),
    }));
    const { data } = await send(pending);
    // By name: comparing names takes the longest, and a sorted list is sorted again with one comparison for each row.
    return sortArtists(rows.concat(readArtists(data, now)), { column: 'name', order: 'asc' });
  },
  staleTime: FRESH_MS,
  refetchInterval: ({ state }) => (state.data?.length === 0 ? FIRST_MS : false),
  // 40,000 concerts are always new objects: comparing them with the old ones costs more than it saves.
  structuralSharing: false,
});

/** How new the feed is. */
export const feedQuery = queryOptions({
  queryKey: ['resale-events', 'feed'],
  queryFn: async ({ signal }) => (await send(api.events.feed.$get({}, { init: { signal } }))).data,
  refetchInterval: FEED_MS,
});

/** The catalogue's text: the server's own message is not shown on this screen. */
export const loadFailureText = (error: unknown): string =>
  error instanceof ApiError && error.kind === 'server'
    ? 'Error loading events'
    : 'Server connection error';
