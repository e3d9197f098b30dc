import { DomainError } from '../../../shared/errors.ts';
import { categoryScore, countriesOf, scarcestCity } from '../../../shared/resale-events/ranking.ts';
import { backoffMs, DAY_MS, HOUR_MS, isRecent } from '../../../shared/times.ts';
import type { Ctx } from '../../context/context.ts';
import type { JobMessage } from '../../context/jobs.ts';
import { LeaseHeld, withLease } from '../../db/lease.ts';
import { type BackgroundClient, ProviderFailure } from '../../providers/background-client.ts';
import {
  ARTISTS_PER_CALL,
  createListenBrainzClient,
  readListeners,
} from '../../providers/listenbrainz/index.ts';
import { createMusicBrainzClient, findArtistId } from '../../providers/musicbrainz/index.ts';
import { createSeatGeekClient, readArtists, readConcerts } from '../../providers/seatgeek/index.ts';
import {
  createWikimediaClient,
  readPageViews,
  TITLES,
  titleOf,
} from '../../providers/wikimedia/index.ts';
import * as store from './store.ts';

/** The 1,000 artists with the highest scores are read, and those with concerts are stored. */
const LIST_PAGES = 10;
const LIST_AGE_MS = DAY_MS;
const CONCERTS_AGE_MS = 6 * HOUR_MS;
const VIEWS_AGE_MS = DAY_MS;
const LISTENERS_AGE_MS = DAY_MS;
/** An id never changes, but a name without a clear match may get one later. */
const NEXT_SEARCH_MS = 30 * DAY_MS;
/** The other titles of an artist wait until every artist has page views. */
const NEXT_TITLE_MS = HOUR_MS;
/** An artist whose call failed is tried again after this time. */
const RETRY_MS = HOUR_MS;
/**
 * The maximum number of steps in one job, and the time after which it starts no further step, so
 * that other jobs do not wait long.
 */
const STEPS = 40;
const JOB_MS = 15_000;
/** After this number of consecutive failed artists, the provider counts as unavailable. */
const FAILURES_IN_A_ROW = 5;

/** The names that messages for operators use. */
const LABELS: Record<store.Feed['source'], string> = {
  seatgeek: 'SeatGeek',
  wikimedia: 'Wikimedia',
  musicbrainz: 'MusicBrainz',
  listenbrainz: 'ListenBrainz',
};

const JOBS = {
  seatgeek: { kind: 'resale.concerts' },
  wikimedia: { kind: 'resale.views' },
  musicbrainz: { kind: 'resale.ids' },
  listenbrainz: { kind: 'resale.listeners' },
} as const;

/** The sources, and the job of each. */
const SOURCES = Object.keys(JOBS) as (keyof typeof JOBS)[];

/** The jobs of the sources at which something is due, or whose last attempt failed and may be repeated now. */
export async function listDueRefreshes(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<JobMessage[]> {
  const now = ctx.clock();
  const { feeds, due } = await store.readDue(ctx.db, now);
  const isDue = (source: keyof typeof JOBS): boolean => {
    const feed = feeds.find((row) => row.source === source);
    // The first job of a source stores its state.
    if (feed === undefined) return true;
    if (feed.mayStart === 0) return false;
    const isListDue =
      source === 'seatgeek' && (feed.page > 0 || !isRecent(feed.passAt, now, LIST_AGE_MS));
    return isListDue || feed.problem !== null || due?.[source] === 1;
  };
  return SOURCES.filter(isDue).map((source) => JOBS[source]);
}

/** Does one step. The result is `idle` when nothing is due, and `failed` when the call for the step's artist failed. */
type Step = () => Promise<'done' | 'failed' | 'idle'>;

/**
 * Refreshes artists and concerts in steps, and enqueues itself while more is due. Each step is one call and one batch.
 * Due times are stored, so the next job continues where this one stopped, and a repeated step changes nothing.
 */
export const refreshConcerts = (ctx: Ctx): Promise<void> =>
  refresh(ctx, 'seatgeek', ({ page, passAt }) => {
    const client = createSeatGeekClient(ctx);
    let list = { page, passAt };
    return async () => {
      if (list.page === 0 && isRecent(list.passAt, ctx.clock(), LIST_AGE_MS))
        return readOneTour(ctx, client);
      list = await readOnePage(ctx, client, list);
      return 'done';
    };
  });

/** Refreshes page views in the same way. */
export const refreshViews = (ctx: Ctx): Promise<void> =>
  refresh(ctx, 'wikimedia', () => {
    const client = createWikimediaClient(ctx);
    return () => readOneArticle(ctx, client);
  });

/** Searches for the ids under which listeners are counted, in the same way. */
export const refreshArtistIds = (ctx: Ctx): Promise<void> =>
  refresh(ctx, 'musicbrainz', () => {
    const client = createMusicBrainzClient(ctx);
    return () =>
      forNextArtist(ctx, 'mbidDueAt', async ({ id, name }, now) => {
        const mbid = await findArtistId(client, name);
        await store.keepArtistId(ctx, id, { mbid, mbidDueAt: now + NEXT_SEARCH_MS });
      });
  });

/** Refreshes the listeners of the artists whose ids are known, many in one call. */
export const refreshListeners = (ctx: Ctx): Promise<void> =>
  refresh(ctx, 'listenbrainz', () => {
    const client = createListenBrainzClient(ctx);
    return async () => {
      const now = ctx.clock();
      const ids = await store.listListenersDue(ctx.db, now, ARTISTS_PER_CALL);
      if (ids.length === 0) return 'idle';
      const listeners = await readListeners(client, ids);
      await store.keepListeners(ctx, ids, listeners, now + LISTENERS_AGE_MS);
      return 'done';
    };
  });

async function refresh(
  ctx: Ctx,
  source: store.Feed['source'],
  open: (feed: store.Feed) => Step,
): Promise<void> {
  try {
    await withLease(ctx, `resale feed of ${source}`, async () => {
      const feed = await store.openSource(ctx, source);
      if (feed !== null && (await takeDueSteps(ctx, feed, open))) await ctx.enqueue([JOBS[source]]);
    });
  } catch (error) {
    // The job that holds the lease enqueues the rest.
    if (!(error instanceof LeaseHeld)) throw error;
  }
}

/** Records how the steps ended. @returns whether more is due. */
async function takeDueSteps(
  ctx: Ctx,
  feed: store.Feed,
  open: (feed: store.Feed) => Step,
): Promise<boolean> {
  const { source, failures } = feed;
  try {
    const hasMore = await takeSteps(ctx.clock, LABELS[source], open(feed));
    await store.settleSource(ctx.db, source, { problem: null, nextAt: 0 });
    return hasMore;
  } catch (error) {
    const isDomainError = error instanceof DomainError;
    const problem = isDomainError
      ? error.message
      : `The answer of ${LABELS[source]} could not be read.`;
    ctx.log.error('resale feed', { source, problem, text: isDomainError ? '' : String(error) });
    const nextAt = ctx.clock() + backoffMs(failures + 1);
    await store.settleSource(ctx.db, source, { problem, nextAt });
    return false;
  }
}

/** @returns whether more is due. */
async function takeSteps(clock: Ctx['clock'], label: string, step: Step): Promise<boolean> {
  const endsAt = clock() + JOB_MS;
  let failed = 0;
  let taken = 0;
  const failure = () =>
    new DomainError('upstream_failed', `The last calls to ${label} all failed.`);
  for (; taken < STEPS && clock() < endsAt; taken += 1) {
    const outcome = await step();
    if (outcome === 'idle') return false;
    failed = outcome === 'failed' ? failed + 1 : 0;
    if (failed === FAILURES_IN_A_ROW) throw failure();
  }
  // At a slow pace, a job has time for two or three calls.
  if (failed > 1 && failed === taken) throw failure();
  return true;
}

async function readOnePage(
  ctx: Ctx,
  client: BackgroundClient,
  list: { page: number; passAt: number },
): Promise<{ page: number; passAt: number }> {
  const passAt = list.page === 0 ? ctx.clock() : list.passAt;
  const page = Math.max(1, list.page);
  const { artists, isLast } = await readArtists(client, page);
  const isEnd = isLast || page >= LIST_PAGES;
  await store.keepArtists(ctx, artists, { passAt, page, isLast: isEnd });
  // A new installation has no artists before this, so these jobs had nothing to do until now.
  if (isEnd) await ctx.enqueue([JOBS.wikimedia, JOBS.musicbrainz]);
  return { page: isEnd ? 0 : page + 1, passAt };
}

const readOneTour = (ctx: Ctx, client: BackgroundClient) =>
  forNextArtist(ctx, 'eventsDueAt', async ({ id, name }, now) => {
    const concerts = await readConcerts(client, id, now);
    const events = concerts.map(({ event }) => event);
    const scarcest = scarcestCity(events);
    const places = events.flatMap((event) => [event.venue_name ?? '', event.city_name ?? '']);
    await store.keepConcerts(ctx, id, concerts, {
      countries: countriesOf(events),
      categoryScore: categoryScore(concerts),
      fewestTickets: scarcest?.tickets ?? null,
      scarcestCity: scarcest?.city ?? null,
      searchText: [...new Set([name, ...places])].join('\n').toLowerCase(),
      eventsDueAt: now + CONCERTS_AGE_MS,
    });
  });

/**
 * Reads the views of one title. Until all forms of the title were tried, each visit tries the next
 * one, and the article with the most views is kept: "Queen" is about monarchs, while people search
 * for "Queen (band)".
 */
const readOneArticle = (ctx: Ctx, client: BackgroundClient) =>
  forNextArtist(ctx, 'viewsDueAt', async (artist, now) => {
    const untried = titleOf(artist.name, artist.titlesTried);
    const article = untried ?? artist.article;
    const views = article === null ? null : await readPageViews(client, article, now);
    const isBetter = untried === undefined || (views?.last30Days ?? 0) > artist.viewsLast30Days;
    const titlesTried = Math.min(TITLES, artist.titlesTried + 1);
    const viewsDueAt = now + (titlesTried < TITLES ? NEXT_TITLE_MS : VIEWS_AGE_MS);
    const better = article !== null && views !== null && isBetter ? { article, views } : null;
    await store.keepViews(ctx, artist.id, { viewsDueAt, titlesTried }, better);
  });

/**
 * Works on the artist that has been due longest. If its call fails, it is tried again later, and the others continue.
 */
async function forNextArtist(
  ctx: Ctx,
  due: store.DueTime,
  work: (artist: store.StoredArtist, now: number) => Promise<void>,
): Promise<'done' | 'failed' | 'idle'> {
  const now = ctx.clock();
  const artist = await store.nextArtist(ctx.db, due, now);
  if (artist === null) return 'idle';
  try {
    await work(artist, now);
    return 'done';
  } catch (error) {
    const isOwn = error instanceof ProviderFailure ? error.concernsOneCall : isUnreadable(error);
    if (!isOwn) throw error;
    await store.postpone(ctx.db, artist.id, due, ctx.clock() + RETRY_MS);
    return 'failed';
  }
}

/** Thrown for an answer that does not have the expected shape. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ZodError';
