import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { readStored } from '../../../shared/json.ts';
import type { PageViews } from '../../../shared/resale-events/ranking.ts';
import type { ResaleEvent } from '../../../shared/resale-events/schema.ts';
import { DAY_MS, LONGEST_BACKOFF_MS, MINUTE_MS } from '../../../shared/times.ts';
import { insertRows, isOneOf, jsonObject, jsonRows } from '../../db/bulk.ts';
import { type Changing, change } from '../../db/change.ts';
import type { Database } from '../../db/client.ts';
import { isOver } from '../../db/lease.ts';
import { excluded, fields, into, nameOf } from '../../db/names.ts';
import { keptCounts } from '../../db/schema/activity.ts';
import {
  resaleArtists,
  resaleEvents,
  resaleFeed,
  resaleSearchTexts,
} from '../../db/schema/resale-events.ts';
import { containsInAnyCase } from '../../db/text-index.ts';

/** Literals: the client sends numbers as floating-point values, which a division would not round. */
const MINUTE = sql.raw(String(MINUTE_MS));
const DAY = sql.raw(String(DAY_MS));
/** The longest time until an id is searched for again. */
const MONTH_MS = 31 * DAY_MS;

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
  | 'viewsAt'
  | 'listedAt'
  | 'listeners'
  | 'listenersAt'
> & { countries: string; eventsAt: number; isOnSaleSoon: number };

/** All artists whose concerts were read. `soon` is in milliseconds since the epoch. */
export function listRanked(db: Database, soon: { from: number; to: number }): Promise<RankedRow[]> {
  const { id, name, score, countries, categoryScore, fewestTickets, eventsAt } = resaleArtists;
  const { viewsLast30Days, viewsLast7Days, viewsBefore28Days, viewsAt } = resaleArtists;
  const { listedAt, listeners, listenersAt } = resaleArtists;
  const facts = { id, name, score, countries, categoryScore, fewestTickets, eventsAt };
  const views = { viewsLast30Days, viewsLast7Days, viewsBefore28Days, viewsAt };
  const others = { listedAt, listeners, listenersAt };
  const { artistId, onSaleAt } = resaleEvents;
  const isOnSaleSoon = sql`${id} in (select ${artistId} from ${resaleEvents}
    where ${onSaleAt} > ${soon.from} and ${onSaleAt} <= ${soon.to})`;
  return db.all<RankedRow>(
    sql`select ${fields({ ...facts, ...views, ...others, isOnSaleSoon })} from ${resaleArtists} where ${eventsAt} is not null order by ${id}`,
  );
}

/**
 * The concerts of artists, as JSON without its brackets for each artist. The database joins the texts, because reading
 * one row for each concert takes four times as long. Artists without concerts are absent.
 */
export const readConcertTexts = (db: Database, artistIds: readonly number[]) =>
  db
    .select({
      artistId: resaleEvents.artistId,
      events: sql<string>`group_concat(${resaleEvents.body}, ',')`,
    })
    .from(resaleEvents)
    .where(isOneOf(resaleEvents.artistId, artistIds))
    .groupBy(resaleEvents.artistId);

const optional = z.nullable(z.number());
/** An artist of the summary. `next` and on-sales are minutes since the epoch. */
const summaryRow = z.object({
  id: z.int(),
  name: z.string(),
  score: z.number(),
  listedAt: z.number(),
  countries: z.array(z.string()),
  concerts: z.int(),
  categoryScore: optional,
  fewestTickets: optional,
  scarcestCity: z.nullable(z.string()),
  viewsLast30Days: z.int(),
  viewsLast7Days: z.int(),
  viewsBefore28Days: z.int(),
  viewsAt: optional,
  listeners: optional,
  listenersAt: optional,
  onSales: z.array(z.int()),
  onSaleDays: z.int(),
  coming: z.int(),
  next: optional,
});
export type SummaryRow = z.infer<typeof summaryRow>;
const summaryRows = z.array(summaryRow);

/**
 * The artists with concerts whose names follow `after`, by name. On-sales after `now` are in the
 * future.
 */
export async function listSummary(
  db: Database,
  { after, limit, now }: { after: string; limit: number; now: number },
): Promise<SummaryRow[]> {
  const { id, name, score, countries, categoryScore, fewestTickets, eventsAt } = resaleArtists;
  const { viewsLast30Days, viewsLast7Days, viewsBefore28Days, viewsAt } = resaleArtists;
  const { listedAt, listeners, listenersAt, concerts, scarcestCity, onSales } = resaleArtists;
  const facts = { id, name, score, countries, categoryScore, fewestTickets, concerts };
  const views = { viewsLast30Days, viewsLast7Days, viewsBefore28Days, viewsAt };
  const others = { listedAt, listeners, listenersAt, scarcestCity };
  const { artistId, onSaleAt } = resaleEvents;
  const toCome = sql`from ${resaleEvents} where ${artistId} = ${id} and ${onSaleAt} > ${now}`;
  const dates = {
    // The earliest three and the last.
    onSales: sql`json((select json_group_array(value) from json_each(${onSales})
      where key < 3 or key = json_array_length(${onSales}) - 1))`,
    onSaleDays: sql`json_array_length(${onSales})`,
    coming: sql`(select count(*) ${toCome})`,
    next: sql`(select min(${onSaleAt}) / ${MINUTE} ${toCome})`,
  };
  const artist = jsonObject({ ...facts, ...views, ...others, ...dates });
  const rows = await db.all<{ artist: string }>(
    sql`select ${artist} as artist from ${resaleArtists}
      where ${name} > ${after} and ${eventsAt} is not null and ${concerts} > 0
        order by ${name} limit ${limit}`,
  );
  return readStored(summaryRows, `[${rows.map((row) => row.artist).join(',')}]`);
}

/**
 * A text that changes with the data of the summary: each source stores its time with the artists
 * that it changes, and the numbers of artists and concerts show other changes.
 */
export async function readSummaryVersion(db: Database): Promise<string> {
  const { source, refreshedAt, passAt, page } = resaleFeed;
  const { name, amount } = keptCounts;
  const [row] = await db.all<{ version: string }>(
    sql`select json_array((select count(*) from ${resaleArtists}),
      (select ${amount} from ${keptCounts} where ${name} = 'concerts'),
      (select group_concat(${source} || ' ' || coalesce(${refreshedAt}, 0) || ' ' || ${passAt} || ' ' || ${page})
        from ${resaleFeed})) as version`,
  );
  return row?.version ?? '';
}

/** The ids of the artists with concerts whose search text has each of the words, which are in lower case. */
export async function findArtists(db: Database, words: readonly string[]): Promise<number[]> {
  const { artistId, text } = resaleSearchTexts;
  const rows = await db
    .select({ artistId })
    .from(resaleSearchTexts)
    .where(
      and(
        sql`${artistId} in (select ${resaleArtists.id} from ${resaleArtists} where ${resaleArtists.concerts} > 0)`,
        // A sigma at the end of a word has another lower-case form than within one.
        ...words.map((word) => containsInAnyCase(text, word)),
      ),
    );
  return rows.map((row) => row.artistId);
}

/** The concerts of an artist as JSON without its brackets; null for an unknown artist. */
export async function readConcerts(db: Database, id: number): Promise<string | null> {
  const [artists, texts] = await db.batch([
    db.select({ id: resaleArtists.id }).from(resaleArtists).where(eq(resaleArtists.id, id)),
    readConcertTexts(db, [id]),
  ]);
  return artists.length === 0 ? null : (texts[0]?.events ?? '');
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

/** The state of a source, and the position at which its last refresh stopped. */
export type Feed = typeof resaleFeed.$inferSelect;

/** The state of each source, and whether an artist is due at it (1) or not (0), by source. */
export async function readDue(db: Database, now: number) {
  const { eventsDueAt, viewsDueAt, mbid, mbidDueAt, listenersDueAt } = resaleArtists;
  // One pass over the artists. Without any, the maximum is null.
  const some = (condition: SQL) => sql<number>`coalesce(max(${condition}), 0)`;
  const [feeds, [due]] = await db.batch([
    db
      .select({
        source: resaleFeed.source,
        page: resaleFeed.page,
        passAt: resaleFeed.passAt,
        problem: resaleFeed.problem,
        mayStart: sql<number>`${isOver(resaleFeed.nextAt, now, LONGEST_BACKOFF_MS)}`,
      })
      .from(resaleFeed),
    db
      .select({
        seatgeek: some(isOver(eventsDueAt, now, DAY_MS)),
        wikimedia: some(isOver(viewsDueAt, now, DAY_MS)),
        musicbrainz: some(sql`${mbid} is null and ${isOver(mbidDueAt, now, MONTH_MS)}`),
        listenbrainz: some(sql`${mbid} is not null and ${isOver(listenersDueAt, now, DAY_MS)}`),
      })
      .from(resaleArtists),
  ]);
  return { feeds, due };
}

/** Opens a source for a refresh. Returns null before the time of the next attempt. */
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

/**
 * Records the end of a refresh. A problem increases the number of consecutive failures; success
 * resets it.
 */
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
 * Stores one page of the list of artists. If two artists have the same name, the first one is stored, because the
 * answer has names as keys. The last page of a pass removes artists that the pass did not contain, with their concerts.
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
            sql`delete from ${resaleSearchTexts} where ${resaleSearchTexts.artistId} in (select ${id} from ${resaleArtists} where ${isGone})`,
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

/** When something about an artist is read next. */
export type DueTime = 'eventsDueAt' | 'viewsDueAt' | 'mbidDueAt';

/** The artist that has been due longest; null when nothing is due. Artists with a known id need no search for it. */
export async function nextArtist(
  db: Database,
  due: DueTime,
  now: number,
): Promise<StoredArtist | null> {
  const column = resaleArtists[due];
  const [artist] = await db
    .select()
    .from(resaleArtists)
    .where(
      and(
        isOver(column, now, due === 'mbidDueAt' ? MONTH_MS : DAY_MS),
        due === 'mbidDueAt' ? isNull(resaleArtists.mbid) : undefined,
      ),
    )
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

/** The first on-sale of each day of an artist, in minutes, as JSON. */
const onSalesOf = (artistId: number): SQL => {
  const { onSaleAt } = resaleEvents;
  return sql`(select json_group_array(minute) from (select min(${onSaleAt}) / ${MINUTE} as minute from ${resaleEvents}
    where ${resaleEvents.artistId} = ${artistId} and ${onSaleAt} is not null group by ${onSaleAt} / ${DAY} order by minute))`;
};

/** Replaces the concerts of an artist. */
export async function keepConcerts(
  ctx: Changing,
  artistId: number,
  concerts: readonly StoredConcert[],
  facts: Pick<
    StoredArtist,
    'countries' | 'categoryScore' | 'fewestTickets' | 'scarcestCity' | 'eventsDueAt'
  > & { searchText: string },
): Promise<void> {
  const { searchText, ...columns } = facts;
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
        .set({
          ...columns,
          eventsAt: now,
          concerts: sql`(select count(*) from ${resaleEvents} where ${resaleEvents.artistId} = ${artistId})`,
          onSales: onSalesOf(artistId),
        })
        .where(eq(resaleArtists.id, artistId)),
      searched: ctx.db
        .insert(resaleSearchTexts)
        .values({ artistId, text: searchText })
        .onConflictDoUpdate({ target: resaleSearchTexts.artistId, set: { text: searchText } }),
      refreshed: ctx.db
        .update(resaleFeed)
        .set({ refreshedAt: now })
        .where(eq(resaleFeed.source, 'seatgeek')),
    },
    audit: null,
  });
}

/** Stores page views. Without them, it stores only the time of the next attempt and the number of titles tried. */
export async function keepViews(
  ctx: Changing,
  artistId: number,
  next: Pick<StoredArtist, 'viewsDueAt' | 'titlesTried'>,
  reading: { article: string; views: PageViews } | null,
): Promise<void> {
  const views = reading && {
    article: reading.article,
    viewsLast30Days: reading.views.last30Days,
    viewsLast7Days: reading.views.last7Days,
    viewsBefore28Days: reading.views.before28Days,
    viewsAt: ctx.clock(),
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

/** Stores the id of an artist, or that none was found. */
export async function keepArtistId(
  ctx: Changing,
  artistId: number,
  found: Pick<StoredArtist, 'mbid' | 'mbidDueAt'>,
): Promise<void> {
  await ctx.db.update(resaleArtists).set(found).where(eq(resaleArtists.id, artistId));
}

/** The ids at MusicBrainz of artists whose listeners are due, the longest overdue first. */
export async function listListenersDue(db: Database, now: number, most: number): Promise<string[]> {
  const { mbid, listenersDueAt } = resaleArtists;
  const rows = await db
    .select({ mbid })
    .from(resaleArtists)
    .where(and(isNotNull(mbid), isOver(listenersDueAt, now, DAY_MS)))
    .orderBy(listenersDueAt, sql`${resaleArtists.score} desc`)
    .limit(most);
  return rows.flatMap((row) => row.mbid ?? []);
}

/** Stores the listeners of artists. An artist without a count keeps the previous value. */
export async function keepListeners(
  ctx: Changing,
  ids: readonly string[],
  counts: ReadonlyMap<string, number>,
  listenersDueAt: number,
): Promise<void> {
  const { mbid, listeners, listenersAt } = resaleArtists;
  const rows = [...counts].map(([id, count]) => ({ id, count }));
  await change(ctx, {
    statements: {
      counted: sql`update ${resaleArtists}
        set ${nameOf(listeners)} = given.count, ${nameOf(listenersAt)} = ${ctx.clock()}
        from ${jsonRows(['id', 'count'], rows)} as given where ${mbid} = given.id`,
      read: ctx.db.update(resaleArtists).set({ listenersDueAt }).where(isOneOf(mbid, ids)),
      refreshed: ctx.db
        .update(resaleFeed)
        .set({ refreshedAt: ctx.clock() })
        .where(eq(resaleFeed.source, 'listenbrainz')),
    },
    audit: null,
  });
}

/** Postpones an artist whose call failed, so that the others can continue. */
export async function postpone(
  db: Database,
  artistId: number,
  due: DueTime,
  until: number,
): Promise<void> {
  await db
    .update(resaleArtists)
    .set({ [due]: until })
    .where(eq(resaleArtists.id, artistId));
}
