import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { ArtistBlock } from '../../../shared/resale-events/schema.ts';
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
/** An empty feed is loaded again at this interval, because its first concerts arrive within a minute of a start. */
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

/** All artists with their figures. */
export const artistsQuery = queryOptions({
  queryKey: ['resale-events', 'artists'],
  queryFn: async ({ signal }) => {
    const now = Date.now();
    const rows: ArtistRow[] = [];
    const add = (blocks: readonly ArtistBlock[]) => {
      for (const block of blocks) rows.push(...readArtists(block, now));
    };
    const pending = api.events.feed.artists
      .$get({}, { init: { signal } })
      .then((response) => ({ url: response.url, json: () => readByLine(response, add) }));
    add((await send(pending)).data);
    // Sorted by name, because comparing names takes the longest, and a sorted list is sorted again
    // with one comparison for each row.
    return sortArtists(rows, { column: 'name', order: 'asc' });
  },
  staleTime: FRESH_MS,
  refetchInterval: ({ state }) => (state.data?.length === 0 ? FIRST_MS : false),
  // 10,000 artists are always new objects: comparing them with the old ones costs more than it
  // saves.
  structuralSharing: false,
});

/** The concerts of an artist. */
export const concertsQuery = (artistId: number) =>
  queryOptions({
    queryKey: ['resale-events', 'concerts', artistId],
    queryFn: async ({ signal }) => {
      const param = { id: String(artistId) };
      return (await send(api.events.feed.artists[':id'].$get({ param }, { init: { signal } })))
        .data;
    },
    staleTime: FRESH_MS,
  });

/** The ids of the artists with a text in lower case in their name, venues or cities. */
export const matchesQuery = (search: string) =>
  queryOptions({
    queryKey: ['resale-events', 'matches', search],
    queryFn: async ({ signal }) => {
      const answer = await send(
        api.events.feed.matches.$get({ query: { search } }, { init: { signal } }),
      );
      return new Set(answer.data);
    },
    enabled: search !== '',
    staleTime: FRESH_MS,
    // A longer text has no additional matches, so the list does not jump between two answers.
    placeholderData: (before: Set<number> | undefined, query) =>
      search.startsWith(query?.queryKey[2] ?? search) ? before : undefined,
  });

/** The age of the feed's data. */
export const feedQuery = queryOptions({
  queryKey: ['resale-events', 'feed'],
  queryFn: async ({ signal }) => (await send(api.events.feed.$get({}, { init: { signal } }))).data,
  refetchInterval: FEED_MS,
});

/** The catalogue's text, because the server's own message is not shown on this screen. */
export const loadFailureText = (error: unknown): string =>
  error instanceof ApiError && error.kind === 'server'
    ? 'Error loading events'
    : 'Server connection error';
