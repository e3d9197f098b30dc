import { eq, sql } from 'drizzle-orm';
import type { PageViews } from '../../../shared/resale-events/ranking.ts';
import type { ResaleEvent } from '../../../shared/resale-events/schema.ts';
import { DAY_MS, LONGEST_BACKOFF_MS } from '../../../shared/times.ts';
import { insertRows, isOneOf, jsonRows } from '../../db/bulk.ts';
import { type Changing, change } from '../../db/change.ts';
import type { Database } from '../../db/client.ts';
import { isOver } from '../../db/lease.ts';
import { excluded, fields, into, nameOf } from '../../db/names.ts';
import { resaleArtists, resaleEvents, resaleFeed } from '../../db/schema/resale-events.ts';

type Source = typeof resaleFeed.$inferSelect.source;
export type StoredArtist = typeof resaleArtists.$inferSelect;

/** The parts of an artist's ranking. `countries` is JSON. */
export type RankedRow = Pick<
  StoredArtist,
  | 'id'
  | 'name'
  | 'score'
  | 'categoryScore'
  | 'fewestTickets'
  | 'viewsLast30Days'
  | 'viewsLast7Days'
  | 'viewsBefore28Days'
> & { countries: string; eventsAt: number; isOnSaleSoon: number };

/** All artists whose concerts were read. `soon` is in milliseconds since the epoch. */
export function listRanked(db: Database, soon: { from: number; to: number }): Promise<RankedRow[]> {
  const { id, name, score, countries, categoryScore, fewestTickets, eventsAt } = resaleArtists;
  const { viewsLast30Days, viewsLast7Days, viewsBefore28Days } = resaleArtists;
  const facts = { id, name, score, countries, categoryScore, fewestTickets, eventsAt };
  const views = { viewsLast30Days, viewsLast7Days, viewsBefore28Days };
  const { artistId, onSaleAt } = resaleEvents;
  const isOnSaleSoon = sql`${id} in (select ${artistId} from ${resaleEvents}
    where ${onSaleAt} > ${soon.from} and ${onSaleAt} <= ${soon.to})`;
  return db.all<RankedRow>(
    sql`select ${fields({ ...facts, ...views, isOnSaleSoon })} from ${resaleArtists} where ${eventsAt} is not null order by ${id}`,
  );
}

/**
 * The concerts of artists, each artist's as JSON without its brackets. The database joins the texts: a row for each
 * concert would take four times as long to read. Artists without concerts are absent.
 */
export function readConcertTexts(
  db: Database,
  artistIds: readonly number[],
): Promise<{ artistId: number; events: string }[]> {
  const { artistId, body } = resaleEvents;
  return db
    .select({ artistId, events: sql<string>`group_concat(${body}, ',')` })
    .from(resaleEvents)
    .where(isOneOf(artistId, artistIds))
    .groupBy(artistId);
}

/** The state of each source and the number of artists. */
export async function readFeed(db: Database) {
  const [sources, [counts]] = await db.batch([
    db.select().from(resaleFeed),
    db
      .select({
        artists: sql<number>`count(*)`,
        read: sql<number>`count(${resaleArtists.eventsAt})`,
      })
      .from(resaleArtists),
  ]);
  return { sources, artists: counts?.artists ?? 0, read: counts?.read ?? 0 };
}

/** The state of a source, and the place at which its last refresh stopped. */
export type Feed = typeof resaleFeed.$inferSelect;

/** Opens a source for a refresh; null before the time of the next attempt. */
export async function openSource(ctx: Changing, source: Source): Promise<Feed | null> {
  const { feed } = await change(ctx, {
    statements: {
      row: ctx.db.insert(resaleFeed).values({ source }).onConflictDoNothing(),
      feed: ctx.db
        .select()
        .from(resaleFeed)
        .where(
          sql`${resaleFeed.source} = ${source} and ${isOver(resaleFeed.nextAt, ctx.clock(), LONGEST_BACKOFF_MS)}`,
        ),
    },
    audit: null,
  });
  return feed[0] ?? null;
}

/** Records how a refresh ended. A problem counts as one more failure; success ends the row of failures. */
export async function settleSource(
  db: Database,
  source: Source,
  outcome: { problem: string | null; nextAt: number },
): Promise<void> {
  const failures = outcome.problem === null ? 0 : sql`${resaleFeed.failures} + 1`;
  await db
    .update(resaleFeed)
    .set({ ...outcome, failures })
    .where(eq(resaleFeed.source, source));
}

/**
 * Stores one page of the list of artists. Of two artists with one name the first keeps it: the answer is keyed by name.
 * The last page of a pass removes artists that the pass did not name, with their concerts.
 */
export async function keepArtists(
  ctx: Changing,
  artists: readonly { id: number; name: string; score: number }[],
  pass: { passAt: number; page: number; isLast: boolean },
): Promise<void> {
  const { passAt, page, isLast } = pass;
  const { id, name, score, listedAt } = resaleArtists;
  const isGone = sql`${listedAt} < ${passAt}`;
  await change(ctx, {
    statements: {
      listed: sql`insert into ${into(resaleArtists, ['id', 'name', 'score', 'listedAt'])}
        select given.id, given.name, given.score, ${passAt} from ${jsonRows(['id', 'name', 'score'], artists)} as given
        where true
        on conflict (${nameOf(id)}) do update set ${nameOf(score)} = ${excluded(score)}, ${nameOf(listedAt)} = ${excluded(listedAt)}
        on conflict (${nameOf(name)}) do nothing`,
      dropped: isLast
        ? [
            sql`delete from ${resaleEvents} where ${resaleEvents.artistId} in (select ${id} from ${resaleArtists} where ${isGone})`,
            sql`delete from ${resaleArtists} where ${isGone}`,
          ]
        : [],
      progress: ctx.db
        .update(resaleFeed)
        .set({ page: isLast ? 0 : page + 1, passAt })
        .where(eq(resaleFeed.source, 'seatgeek')),
    },
    audit: null,
  });
}

/** The artist whose concerts, or page views, are due first; null when none is. */
export async function nextArtist(
  db: Database,
  due: 'eventsDueAt' | 'viewsDueAt',
  now: number,
): Promise<StoredArtist | null> {
  const column = resaleArtists[due];
  const [artist] = await db
    .select()
    .from(resaleArtists)
    .where(isOver(column, now, DAY_MS))
    .orderBy(column, sql`${resaleArtists.score} desc`)
    .limit(1);
  return artist ?? null;
}

/** A concert as it is stored. */
export interface StoredConcert {
  event: ResaleEvent;
  onSaleAt: number | null;
  startsAt: number | null;
}

/** Replaces the concerts of an artist. */
export async function keepConcerts(
  ctx: Changing,
  artistId: number,
  concerts: readonly StoredConcert[],
  facts: Pick<StoredArtist, 'countries' | 'categoryScore' | 'fewestTickets' | 'eventsDueAt'>,
): Promise<void> {
  const now = ctx.clock();
  const rows = concerts.map(({ event, onSaleAt, startsAt }) => ({
    id: event.id,
    onSaleAt,
    startsAt,
    country: event.country,
    body: JSON.stringify(event),
  }));
  await change(ctx, {
    statements: {
      old: sql`delete from ${resaleEvents} where ${resaleEvents.artistId} = ${artistId}`,
      read: insertRows(resaleEvents, rows, {
        common: { artistId },
        onConflict: sql`on conflict do nothing`,
      }),
      artist: ctx.db
        .update(resaleArtists)
        .set({ ...facts, eventsAt: now })
        .where(eq(resaleArtists.id, artistId)),
      refreshed: ctx.db
        .update(resaleFeed)
        .set({ refreshedAt: now })
        .where(eq(resaleFeed.source, 'seatgeek')),
    },
    audit: null,
  });
}

/** Stores page views; without them only the time of the next attempt and the number of titles tried. */
export async function keepViews(
  ctx: Changing,
  artistId: number,
  next: Pick<StoredArtist, 'viewsDueAt' | 'titlesTried'>,
  found: { article: string; views: PageViews } | null,
): Promise<void> {
  const views = found && {
    article: found.article,
    viewsLast30Days: found.views.last30Days,
    viewsLast7Days: found.views.last7Days,
    viewsBefore28Days: found.views.before28Days,
  };
  await change(ctx, {
    statements: {
      artist: ctx.db
        .update(resaleArtists)
        .set({ ...next, ...views })
        .where(eq(resaleArtists.id, artistId)),
      refreshed: ctx.db
        .update(resaleFeed)
        .set({ refreshedAt: ctx.clock() })
        .where(eq(resaleFeed.source, 'wikimedia')),
    },
    audit: null,
  });
}

/** Postpones an artist whose call failed, so that the others go on. */
export async function postpone(
  db: Database,
  artistId: number,
  due: 'eventsDueAt' | 'viewsDueAt',
  until: number,
): Promise<void> {
  await db
    .update(resaleArtists)
    .set({ [due]: until })
    .where(eq(resaleArtists.id, artistId));
}
