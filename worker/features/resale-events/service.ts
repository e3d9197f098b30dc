import * as z from 'zod/mini';
import { readStored } from '../../../shared/json.ts';
import { contactProblems } from '../../../shared/provider-contact.ts';
import { rank, SOON_MS } from '../../../shared/resale-events/ranking.ts';
import type { FeedState } from '../../../shared/resale-events/schema.ts';
import { isoTime } from '../../../shared/times.ts';
import type { Ctx } from '../../context/context.ts';
import type { Env } from '../../context/env.ts';
import * as store from './store.ts';

/** About 1.2 MB of the answer. */
const ARTISTS_PER_READ = 100;

type Texts = Map<number, { eventsAt: number; events: string }>;

/**
 * The concerts of each artist as they were last sent from this isolate, 13 MB for 40,000 concerts. An artist changes
 * every six hours, so most answers read the scores of 1,000 artists from the database instead of 40,000 concerts.
 */
const keptTexts = new WeakMap<Env, Texts>();

/**
 * The JSON of GET /events, piece by piece: the next artists are read while the last ones are sent. Each artist has a line
 * of its own, so that a browser can read the 12 MB in small steps.
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
    // Awaited in the next round; a failure before that is no unhandled one.
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

/** The kept texts without those of artists that are gone. */
function textsFor(env: Env, artists: readonly store.RankedRow[]): Texts {
  const kept = keptTexts.get(env);
  const texts: Texts = new Map();
  for (const { id } of artists) {
    const text = kept?.get(id);
    if (text !== undefined) texts.set(id, text);
  }
  keptTexts.set(env, texts);
  return texts;
}

/** Adds the concerts that are missing or were read again since. */
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
  const { name, score, countries, fewestTickets, isOnSaleSoon, listeners, viewsAt } = row;
  const views = {
    last30Days: row.viewsLast30Days,
    last7Days: row.viewsLast7Days,
    before28Days: row.viewsBefore28Days,
  };
  const inputs = {
    artistScore: { value: score, at: row.listedAt },
    listeners: listeners === null ? null : { value: listeners, at: row.listenersAt ?? 0 },
    views: viewsAt === null ? null : { value: views, at: viewsAt },
    isOnSaleSoon: isOnSaleSoon === 1,
    countries: readStored(countryNames, countries).length,
    fewestTickets,
  };
  const scores = JSON.stringify({
    number_of_visits: viewsAt === null ? null : row.viewsLast30Days,
    category_score: row.categoryScore,
    ...rank(inputs, now),
    listeners,
  });
  return `${JSON.stringify(name)}:{"events":[${events}],"countries":${countries},${scores.slice(1)}`;
}

/** How far the feed is and what fails. */
export async function readFeedState(ctx: Pick<Ctx, 'db' | 'env'>): Promise<FeedState> {
  const { sources, artists, read } = await store.readFeed(ctx.db);
  const concerts = sources.find(({ source }) => source === 'seatgeek');
  return {
    refreshed_at: isoTime(concerts?.refreshedAt ?? null),
    artists,
    artists_read: read,
    problems: [...contactProblems(ctx.env), ...sources.flatMap(({ problem }) => problem ?? [])],
  };
}
