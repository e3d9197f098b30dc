import * as z from 'zod/mini';
import { noSuch } from '../../../shared/errors.ts';
import { readStored } from '../../../shared/json.ts';
import { contactProblems } from '../../../shared/provider-contact.ts';
import {
  isSoon,
  type RankingInputs,
  rank,
  SOON_MS,
} from '../../../shared/resale-events/ranking.ts';
import type { ArtistBlock, FeedState } from '../../../shared/resale-events/schema.ts';
import { wordsOf } from '../../../shared/resale-events/search-words.ts';
import { isoTime, MINUTE_MS } from '../../../shared/times.ts';
import type { Ctx } from '../../context/context.ts';
import type { Env } from '../../context/env.ts';
import * as store from './store.ts';

/** The number of artists in about 1.2 MB of the answer. */
const ARTISTS_PER_READ = 100;
/** About 160 kB of the summary, which a browser reads in some milliseconds. */
const ARTISTS_OF_BLOCK = 1_000;
const PARTS = ['music', 'social', 'trend'] as const;

type Texts = Map<number, { eventsAt: number; events: string }>;

/**
 * The concerts of each artist as this isolate last sent them, 13 MB for 40,000 concerts. An artist
 * changes every six hours, so most answers read the scores of 1,000 artists from the database
 * instead of 40,000 concerts.
 */
const cachedTexts = new WeakMap<Env, Texts>();

/**
 * The JSON of GET /events in chunks: the next artists are read while the last ones are sent. Each
 * artist has a separate line, so that a browser can read the 12 MB in small steps.
 */
export async function* streamEvents(
  ctx: Pick<Ctx, 'db' | 'clock' | 'env'>,
): AsyncGenerator<string> {
  const now = ctx.clock();
  const artists = await store.listRanked(ctx.db, { from: now, to: now + SOON_MS });
  const texts = textsFor(ctx.env, artists);
  let lead = '{"success":true,"data":{\n';
  let next = readTexts(ctx, texts, artists.slice(0, ARTISTS_PER_READ));
  for (let from = 0; from < artists.length; from += ARTISTS_PER_READ) {
    await next;
    const to = from + ARTISTS_PER_READ;
    next = readTexts(ctx, texts, artists.slice(to, to + ARTISTS_PER_READ));
    // This is awaited in the next round. Without a handler, an earlier failure would be an
    // unhandled rejection.
    next.catch(() => undefined);
    const written = artists.slice(from, to).flatMap((row) => {
      const events = texts.get(row.id)?.events ?? '';
      return events === '' ? [] : writeArtist(row, events, now);
    });
    if (written.length === 0) continue;
    yield lead + written.join(',\n');
    lead = ',\n';
  }
  yield lead === ',\n' ? '\n}}' : `${lead}}}`;
}

/** The cached texts without those of artists that no longer exist. */
function textsFor(env: Env, artists: readonly store.RankedRow[]): Texts {
  const cached = cachedTexts.get(env);
  const texts: Texts = new Map();
  for (const { id } of artists) {
    const text = cached?.get(id);
    if (text !== undefined) texts.set(id, text);
  }
  cachedTexts.set(env, texts);
  return texts;
}

/** Adds concerts that the cache lacks, or that were read again since they were cached. */
async function readTexts(
  { db }: Pick<Ctx, 'db'>,
  texts: Texts,
  artists: readonly store.RankedRow[],
): Promise<void> {
  const changed = artists.filter(({ id, eventsAt }) => texts.get(id)?.eventsAt !== eventsAt);
  if (changed.length === 0) return;
  const ids = changed.map(({ id }) => id);
  const found = await store.readConcertTexts(db, ids);
  const events = new Map(found.map((row) => [row.artistId, row.events]));
  for (const { id, eventsAt } of changed) texts.set(id, { eventsAt, events: events.get(id) ?? '' });
}

const countryNames = z.array(z.string());

function writeArtist(row: store.RankedRow, events: string, now: number): string {
  const { name, countries, isOnSaleSoon, listeners, viewsAt } = row;
  const names = readStored(countryNames, countries).length;
  const scores = JSON.stringify({
    number_of_visits: viewsAt === null ? null : row.viewsLast30Days,
    category_score: row.categoryScore,
    ...rank(inputsOf(row, { isOnSaleSoon: isOnSaleSoon === 1, countries: names }), now),
    listeners,
  });
  return `${JSON.stringify(name)}:{"events":[${events}],"countries":${countries},${scores.slice(1)}`;
}

/** The values that rank an artist. */
function inputsOf(
  row: Omit<store.RankedRow, 'eventsAt' | 'isOnSaleSoon' | 'countries'>,
  facts: { isOnSaleSoon: boolean; countries: number },
): RankingInputs {
  const { score, fewestTickets, listeners, viewsAt } = row;
  const views = {
    last30Days: row.viewsLast30Days,
    last7Days: row.viewsLast7Days,
    before28Days: row.viewsBefore28Days,
  };
  return {
    artistScore: { value: score, at: row.listedAt },
    listeners: listeners === null ? null : { value: listeners, at: row.listenersAt ?? 0 },
    views: viewsAt === null ? null : { value: views, at: viewsAt },
    ...facts,
    fewestTickets,
  };
}

/**
 * The summary that this isolate last sent, up to 2 MB. Within a minute, it depends only on its
 * version.
 */
const lastSummaries = new WeakMap<Env, { version: string; texts: readonly string[] }>();

/**
 * The JSON of GET /events/feed/artists. It is created again only if something has changed since it
 * was last sent.
 */
export async function* streamArtists(
  ctx: Pick<Ctx, 'db' | 'clock' | 'env'>,
): AsyncGenerator<string> {
  const now = ctx.clock();
  const version = `${Math.floor(now / MINUTE_MS)} ${await store.readSummaryVersion(ctx.db)}`;
  const last = lastSummaries.get(ctx.env);
  if (last?.version === version) return yield* last.texts;
  const texts: string[] = [];
  for await (const text of writeArtists(ctx.db, now)) {
    texts.push(text);
    yield text;
  }
  lastSummaries.set(ctx.env, { version, texts });
}

/** Writes all artists: a block is sent while the next one is read. */
async function* writeArtists(db: Ctx['db'], now: number): AsyncGenerator<string> {
  const limit = ARTISTS_OF_BLOCK;
  let lead = '{"success":true,"data":[\n';
  let rows = await store.listSummary(db, { after: '', limit, now });
  while (rows.length > 0) {
    const after = rows.length < limit ? null : (rows.at(-1)?.name ?? null);
    const next =
      after === null ? Promise.resolve([]) : store.listSummary(db, { after, limit, now });
    // This is awaited below. Without a handler, an earlier failure would be an unhandled rejection.
    next.catch(() => undefined);
    yield lead + JSON.stringify(blockOf(rows, now));
    lead = ',\n';
    rows = await next;
  }
  yield lead === ',\n' ? '\n]}' : `${lead}]}`;
}

const fourDecimals = (score: number | null): number | null =>
  score === null ? null : Math.round(score * 10_000) / 10_000;

/** Artists as one list for each of their values. `now` in milliseconds since the epoch. */
function blockOf(rows: readonly store.SummaryRow[], now: number): ArtistBlock {
  const artists = rows.map((row) => {
    const { countries } = row;
    const isOnSaleSoon = row.next !== null && isSoon(row.next * MINUTE_MS, now);
    const ranked = rank(inputsOf(row, { isOnSaleSoon, countries: countries.length }), now);
    return { row, countries, ...ranked };
  });
  const of = <Value>(value: (artist: (typeof artists)[number]) => Value) => artists.map(value);
  return {
    id: of(({ row }) => row.id),
    name: of(({ row }) => row.name),
    countries: of(({ countries }) => countries),
    number_of_visits: of(({ row }) => (row.viewsAt === null ? null : row.viewsLast30Days)),
    category_score: of(({ row }) => fourDecimals(row.categoryScore)),
    final_score: of(({ ranking }) => fourDecimals(ranking.final_score)),
    music_ranking_score: of(({ ranking }) => fourDecimals(ranking.music_ranking_score)),
    social_score: of(({ ranking }) => fourDecimals(ranking.social_score)),
    trend_score: of(({ ranking }) => fourDecimals(ranking.trend_score)),
    bonus_percentage: of(({ ranking }) => ranking.bonus_percentage),
    stale: of(({ parts }) => PARTS.filter((part) => parts[part] === 'stale')),
    listeners: of(({ row }) => row.listeners),
    concerts: of(({ row }) => row.concerts),
    coming_sales: of(({ row }) => row.coming),
    next_on_sale: of(({ row }) => row.next),
    on_sales: of(({ row }) => row.onSales),
    on_sale_days: of(({ row }) => row.onSaleDays),
    scarcest: of(({ row: { scarcestCity: city, fewestTickets: tickets } }) =>
      tickets === null ? null : { city, tickets },
    ),
  };
}

/** The JSON of GET /events/feed/artists/{id}. @throws DomainError `not_found` */
export async function* streamConcerts({ db }: Pick<Ctx, 'db'>, id: number): AsyncGenerator<string> {
  const concerts = await store.readConcerts(db, id);
  if (concerts === null) throw noSuch('artist');
  yield `{"success":true,"data":[${concerts}]}`;
}

/** The ids of artists that have each word of a text in their name, their venues or their cities. */
export const findArtists = ({ db }: Pick<Ctx, 'db'>, text: string): Promise<number[]> =>
  store.findArtists(db, wordsOf(text));

/** The state of the feed, and what fails. */
export async function readFeedState(ctx: Pick<Ctx, 'db' | 'env'>): Promise<FeedState> {
  const { sources, artists, read } = await store.readFeed(ctx.db);
  const concerts = sources.find(({ source }) => source === 'seatgeek');
  return {
    refreshed_at: isoTime(concerts?.refreshedAt ?? null),
    artists,
    artists_read: read,
    problems: [
      ...contactProblems(ctx.env),
      ...sources.flatMap(({ source, problem }) =>
        problem === null ? [] : `${problem} ${consequenceOf(source, artists)}`,
      ),
    ],
  };
}

/** The effect of a failing provider on the page. */
function consequenceOf(source: store.Feed['source'], artists: number): string {
  const consequences: Record<store.Feed['source'], string> = {
    seatgeek:
      artists === 0
        ? 'The page shows artists as soon as SeatGeek answers.'
        : 'Artists and concerts stay as they were read last.',
    wikimedia:
      'Page views stay as they were read last, and artists without any have no social score.',
    musicbrainz: 'Artists that are not identified yet have no listeners.',
    listenbrainz: 'Listeners stay as they were counted last.',
  };
  return consequences[source];
}
