import { and, asc, eq, gte, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { EventChange } from '../../../shared/artist-monitor/changes.ts';
import { saleOpenings } from '../../../shared/artist-monitor/changes.ts';
import type { ArtistSettings, NewMonitoredArtist } from '../../../shared/artist-monitor/schema.ts';
import { readChange, readFacts } from '../../../shared/artist-monitor/stored.ts';
import type { FeedEvent } from '../../../shared/catalogues/feed.ts';
import { DomainError } from '../../../shared/errors.ts';
import type { EventFacts } from '../../../shared/ticketing/schema.ts';
import { DAY_MS, MINUTE_MS, utcDay } from '../../../shared/times.ts';
import { factsBefore } from '../../db/audit.ts';
import { insertRows, jsonRows } from '../../db/bulk.ts';
import { type Changing, change } from '../../db/change.ts';
import type { Database } from '../../db/client.ts';
import { isOver } from '../../db/lease.ts';
import { namesOf, takeExcluded } from '../../db/names.ts';
import {
  artistChanges,
  artistCheckCalls,
  artistEvents,
  artistOpenings,
  monitoredArtists,
} from '../../db/schema/artist-monitor.ts';
import { catalogueEvents, catalogues } from '../../db/schema/catalogues.ts';
import { type CheckDemand, daysNow, paidWindow, type SpentCalls, saleSoonWindow } from './plan.ts';

export type StoredArtist = typeof monitoredArtists.$inferSelect;

/** One answer of the database stays below 5 MB. */
const SALE_EVENTS_AT_ONCE = 5_000;

const isArtist = (id: string) => eq(monitoredArtists.artistId, id);

/** The condition for artists whose window is open now. */
export function isOpen(now: number): SQL {
  const { first, last } = daysNow(now);
  return sql`coalesce(${monitoredArtists.startDay}, '') <= ${last}
    and coalesce(${monitoredArtists.endDay}, '9999') >= ${first}`;
}

/** All monitored artists by name. */
export const listArtists = (db: Database): Promise<StoredArtist[]> =>
  db
    .select()
    .from(monitoredArtists)
    .orderBy(asc(sql`lower(${monitoredArtists.name})`));

/** The artist if it is monitored now. */
export async function findOpenArtist(
  db: Database,
  id: string,
  now: number,
): Promise<StoredArtist | undefined> {
  const isSought = and(isArtist(id), isOpen(now));
  const [row] = await db.select().from(monitoredArtists).where(isSought);
  return row;
}

/** Whether the artist's tickets go on sale soon; 1 or 0. */
function isSoon(now: number): SQL {
  const { from, to } = saleSoonWindow(now);
  return sql`coalesce(${monitoredArtists.nextSaleAt} between ${from} and ${to}, 0)`;
}

/** The artists that are monitored now, counted for the plan. */
export async function readDemand(db: Database, now: number): Promise<CheckDemand> {
  const { calls, isCovered } = monitoredArtists;
  const soon = isSoon(now);
  const rows = await db
    .select({
      isSoon: sql<number>`${soon}`,
      isCovered,
      artists: sql<number>`count(*)`,
      calls: sql<number>`coalesce(sum(${calls}), 0)`,
    })
    .from(monitoredArtists)
    .where(isOpen(now))
    .groupBy(soon, isCovered);
  const demand: CheckDemand = { soon: { ...NONE }, other: { ...NONE }, covered: { ...NONE } };
  for (const row of rows) {
    const group = demand[row.isSoon === 1 ? 'soon' : row.isCovered ? 'covered' : 'other'];
    group.artists += row.artists;
    group.calls += row.calls;
  }
  return demand;
}

const NONE = { artists: 0, calls: 0 };

/**
 * Without a good reading for this long, a catalogue covers nothing. One that fails is repeated several times before, so that
 * a single failure does not make the checks of all its artists due.
 */
const CURRENT_MS = 1.5 * DAY_MS;

/** Whether catalogues that are on and current have all of these countries, a JSON list, of which there is at least one. */
const hasAll = (nations: SQLWrapper, now: number): SQL =>
  sql`(json_array_length(${nations}) > 0 and not exists (select 1 from json_each(${nations}) as nation
    where nation.value not in (select ${catalogues.country} from ${catalogues}
      where ${catalogues.isOn} = 1
        and ${catalogues.readAt} > ${now - CURRENT_MS})))`;

/** Whether catalogues cover all of these countries, of which there is at least one. */
export async function areCovered(
  db: Database,
  nations: readonly string[],
  now: number,
): Promise<boolean> {
  const [row] = await db.all<{ covered: number }>(
    sql`select ${hasAll(sql`${JSON.stringify(nations)}`, now)} as covered`,
  );
  return row?.covered === 1;
}

/**
 * Plans the checks of artists that catalogues no longer cover like those of other artists, unless a
 * check is running.
 */
export async function endCoverage(
  db: Database,
  { now, otherMs }: { now: number; otherMs: number },
): Promise<void> {
  const { isCovered, nations, nextCheckAt, checkedAt, queuedUntil } = monitoredArtists;
  await db
    .update(monitoredArtists)
    .set({
      isCovered: false,
      nextCheckAt: sql`min(${nextCheckAt}, max(${now}, coalesce(${checkedAt}, 0) + ${Math.round(otherMs)}))`,
    })
    .where(
      and(
        eq(isCovered, true),
        isOver(queuedUntil, now, MINUTE_MS),
        sql`not ${hasAll(nations, now)}`,
      ),
    );
}

/**
 * The statement that makes checks due for monitored artists whose events a catalogue is about to
 * change. It belongs before the statement that stores these events: unchanged events make no check
 * due.
 */
export function reportChanges(
  db: Database,
  {
    country,
    events,
    now,
  }: {
    country: string;
    events: readonly Pick<FeedEvent, 'id' | 'hash' | 'artists'>[];
    now: number;
  },
) {
  const rows = events.flatMap(({ id, hash, artists }) =>
    artists.map((artist) => ({ artist: artist.id, event: id, hash })),
  );
  const { nextCheckAt, queuedUntil, checkedAt, artistId } = monitoredArtists;
  const changed = sql`select given.artist from ${jsonRows(['artist', 'event', 'hash'], rows)} as given
    where not exists (select 1 from ${catalogueEvents} where ${catalogueEvents.country} = ${country}
      and ${catalogueEvents.eventId} = given.event and ${catalogueEvents.hash} = given.hash)`;
  return db
    .update(monitoredArtists)
    .set({
      toldBy: country,
      // A running check may have read the events before the change: because the time is now another
      // one, it has no effect.
      nextCheckAt: sql`iif(${queuedUntil} > ${now}, ${now}, min(${nextCheckAt}, ${now}))`,
    })
    .where(sql`${checkedAt} is not null and ${artistId} in (${changed})`);
}

async function readSpentCalls(db: Database, now: number): Promise<SpentCalls> {
  const [row] = await db.select().from(artistCheckCalls);
  if (row === undefined) return { calls: 0, paidUntil: 0 };
  return { calls: row.day === utcDay(now) ? row.calls : 0, paidUntil: row.paidUntil };
}

/**
 * Counts calls as made now. Negative numbers return calls.
 * @param msPerCall the time for one call at the pace of the plan
 */
export async function spendCalls(db: Database, spending: Spending): Promise<void> {
  await spendingOf(db, spending);
}

interface Spending {
  calls: number;
  msPerCall: number;
  now: number;
}

/** @param unless the statement changes no row if the calls so far differ from these */
function spendingOf(db: Database, { calls, msPerCall, now }: Spending, unless?: SpentCalls) {
  const day = utcDay(now);
  const paidMs = Math.round(calls * msPerCall);
  const { from, to } = paidWindow(now);
  const { paidUntil } = artistCheckCalls;
  const ofDay = sql`iif(${artistCheckCalls.day} = ${day}, ${artistCheckCalls.calls}, 0)`;
  const isSame = unless && sql`${ofDay} = ${unless.calls} and ${paidUntil} = ${unless.paidUntil}`;
  return db
    .insert(artistCheckCalls)
    .values({ id: 1, day, calls, paidUntil: from + paidMs })
    .onConflictDoUpdate({
      target: artistCheckCalls.id,
      set: {
        day,
        calls: sql`${ofDay} + ${calls}`,
        paidUntil: sql`iif(${paidUntil} > ${to}, ${from}, max(${paidUntil}, ${from})) + ${paidMs}`,
      },
      ...(isSame && { setWhere: isSame }),
    });
}

/** @throws DomainError `conflict` when the artist is monitored already. */
export async function insertArtist(
  ctx: Changing,
  { artist_id, ...settings }: NewMonitoredArtist,
): Promise<void> {
  const now = ctx.clock();
  const row = { ...rowOf(settings), artistId: artist_id, createdAt: now, nextCheckAt: now };
  await change(ctx, {
    statements: { added: ctx.db.insert(monitoredArtists).values(row) },
    audit: {
      action: 'artist-monitor.add',
      subject: `artist:${artist_id}`,
      detail: rowOf(settings),
    },
    conflict: () => new DomainError('conflict', `${settings.artist_name} is monitored already.`),
  });
}

/** @throws DomainError `not_found` */
export async function updateArtist(
  ctx: Changing,
  id: string,
  settings: ArtistSettings,
): Promise<void> {
  await change(ctx, {
    statements: {
      changed: ctx.db.update(monitoredArtists).set(rowOf(settings)).where(isArtist(id)),
    },
    audit: {
      action: 'artist-monitor.change',
      subject: 'artist',
      detail: rowOf(settings),
      before: artistBefore(id),
    },
    expect: { changed: notMonitored },
  });
}

const { artistId, name, image, startDay, endDay } = monitoredArtists;
const artistBefore = (id: string) =>
  factsBefore(artistId, { name, image, startDay, endDay }, isArtist(id));

const rowOf = (settings: ArtistSettings) => ({
  name: settings.artist_name,
  image: settings.artist_image,
  startDay: settings.start_monitoring,
  endDay: settings.end_monitoring,
});

/** Removes an artist with its timeline. @throws DomainError `not_found` */
export async function deleteArtist(ctx: Changing, id: string): Promise<void> {
  await change(ctx, {
    statements: {
      removed: ctx.db.delete(monitoredArtists).where(isArtist(id)),
      events: ctx.db.delete(artistEvents).where(eq(artistEvents.artistId, id)),
      changes: ctx.db.delete(artistChanges).where(eq(artistChanges.artistId, id)),
    },
    audit: { action: 'artist-monitor.remove', subject: 'artist', before: artistBefore(id) },
    expect: { removed: notMonitored },
  });
}

/**
 * Makes a check due now, unless one is running.
 * @throws DomainError `not_found`
 */
export async function makeDue(ctx: Changing, id: string): Promise<void> {
  await change(ctx, {
    statements: {
      due: ctx.db
        .update(monitoredArtists)
        .set({ nextCheckAt: ctx.clock(), queuedUntil: 0 })
        .where(isArtist(id)),
    },
    audit: { action: 'artist-monitor.check', subject: `artist:${id}` },
    expect: { due: notMonitored },
  });
}

const notMonitored = (): DomainError =>
  new DomainError('not_found', 'This artist is not monitored.');

/** The checks that a tick takes. Times are milliseconds since the epoch. */
interface Claim {
  now: number;
  until: number;
  /** The maximum number of checks to take. */
  limit: number;
  /**
   * The maximum number of calls that the taken checks may need, by the last check of each artist,
   * after the calls that are already spent.
   */
  callsAfter: (spent: SpentCalls) => number;
  /** The time for one call at the pace of the plan. */
  msPerCall: number;
  /**
   * The longest time between two checks. A check that is due later was planned while a clock was
   * fast.
   */
  longestMs: number;
  /**
   * The artist whose check comes first. The next ones are artists whose tickets go on sale soon,
   * then those that have been due longest.
   */
  firstId: string;
}

type ClaimedCheck = Pick<StoredArtist, 'artistId' | 'calls'> & { dueAt: number };

/** The calls that the last runs of these checks took. */
export const callsOfAll = (checks: readonly Pick<ClaimedCheck, 'calls'>[]): number =>
  checks.reduce((sum, { calls }) => sum + calls, 0);

/**
 * Takes artists whose check is due, so that no other tick takes them before `until`, and counts
 * their calls as made now. Both are one batch. If other checks were taken after the number of calls
 * was read, it changes nothing, and the claim is repeated.
 */
export async function claimDue(ctx: Changing, claim: Claim): Promise<ClaimedCheck[]> {
  const { db } = ctx;
  const { artistId, queuedUntil, nextCheckAt } = monitoredArtists;
  const overtaken = new DomainError('conflict', 'Other checks were started at the same time.');
  for (;;) {
    const spent = await readSpentCalls(db, claim.now);
    const due = await findDue(db, claim, claim.callsAfter(spent));
    if (due.length === 0) return [];
    const areDue = or(
      ...due.map((check) => and(eq(artistId, check.artistId), eq(nextCheckAt, check.dueAt))),
    );
    try {
      await change(ctx, {
        statements: {
          counted: spendingOf(db, { ...claim, calls: callsOfAll(due) }, spent),
          claimed: db
            .update(monitoredArtists)
            .set({ queuedUntil: claim.until })
            .where(and(areDue, isOver(queuedUntil, claim.now, MINUTE_MS))),
          all: sql`select 1 where changes() = ${due.length}`,
        },
        audit: null,
        expect: { counted: () => overtaken, all: () => overtaken },
      });
      return due;
    } catch (error) {
      if (error !== overtaken) throw error;
    }
  }
}

/** Artists whose check is due, in the order of the claim, while the calls of their last checks are at most `most` in all. */
function findDue(
  db: Database,
  { now, limit, longestMs, firstId }: Claim,
  most: number,
): Promise<ClaimedCheck[]> {
  const { artistId, nextCheckAt, queuedUntil, calls } = monitoredArtists;
  const order = sql`${artistId} = ${firstId} desc, ${isSoon(now)} desc, ${nextCheckAt}, ${artistId}`;
  return db.all<ClaimedCheck>(
    sql`select "artistId", "dueAt", calls from (select ${artistId} as "artistId", ${nextCheckAt} as "dueAt", ${calls} as calls,
        sum(${calls}) over (order by ${order} rows unbounded preceding) as cost from ${monitoredArtists}
        where ${isOver(nextCheckAt, now, longestMs)} and ${isOver(queuedUntil, now, MINUTE_MS)} and ${isOpen(now)}
        order by ${order} limit ${limit}) where cost <= ${most}`,
  );
}

/** Prevents ticks from taking a running check, until `until`. */
export async function holdCheck(
  db: Database,
  { artistId, nextCheckAt }: Pick<StoredArtist, 'artistId' | 'nextCheckAt'>,
  until: number,
): Promise<void> {
  const isSame = and(
    eq(monitoredArtists.artistId, artistId),
    eq(monitoredArtists.nextCheckAt, nextCheckAt),
  );
  await db.update(monitoredArtists).set({ queuedUntil: until }).where(isSame);
}

/** Releases claimed checks: the next tick takes them. */
export async function releaseChecks(db: Database, ids: string[]): Promise<void> {
  const { artistId } = monitoredArtists;
  await db.update(monitoredArtists).set({ queuedUntil: 0 }).where(inArray(artistId, ids));
}

/** All events that were ever seen of an artist. */
export async function listKnownEvents(
  db: Database,
  artistId: string,
): Promise<Map<string, EventFacts>> {
  const rows = await db
    .select({ eventId: artistEvents.eventId, facts: artistEvents.facts })
    .from(artistEvents)
    .where(eq(artistEvents.artistId, artistId));
  return new Map(rows.map(({ eventId, facts }) => [eventId, readFacts(facts)]));
}

/** The changes of an artist since `since`, in milliseconds since the epoch. */
export async function listChangesSince(
  db: Database,
  artistId: string,
  since: number,
): Promise<EventChange[]> {
  const rows = await db
    .select({ change: artistChanges.change })
    .from(artistChanges)
    .where(and(eq(artistChanges.artistId, artistId), gte(artistChanges.at, since)));
  return rows.map(({ change }) => readChange(change));
}

/** The number of monitored artists, including those whose window is not open. */
export const countArtists = (db: Database): Promise<number> => db.$count(monitoredArtists);

/**
 * Events of monitored artists with a sale that opens after `since`, as JSON, the next ones first; an event of two artists
 * once.
 */
export async function listSaleFacts(db: Database, since: number): Promise<string[]> {
  const { facts, eventId, lastSaleAt } = artistEvents;
  const all: string[] = [];
  let after = { last: since, id: '' };
  for (;;) {
    const rows = await db.all<{ id: string; last: number; facts: string }>(sql`
      select ${eventId} as id, max(${lastSaleAt}) as last, ${facts} as facts from ${artistEvents}
      where ${lastSaleAt} > ${since} group by ${eventId}
      having (last, id) > (${after.last}, ${after.id}) order by last, id limit ${SALE_EVENTS_AT_ONCE}`);
    all.push(...rows.map((row) => row.facts));
    const last = rows.at(-1);
    if (last === undefined || rows.length < SALE_EVENTS_AT_ONCE) return all;
    after = last;
  }
}

/** An event of a monitored artist, and when its next sale opens, in whole seconds as milliseconds. */
interface SaleEvent {
  event: EventFacts;
  opening: number;
}

/**
 * The condition for an artist that is monitored now. The facts of the others are no longer updated.
 */
const isMonitored = (artist: SQLWrapper, now: number): SQL =>
  sql`exists (select 1 from ${monitoredArtists} where ${monitoredArtists.artistId} = ${artist} and ${isOpen(now)})`;

interface SalesBetween {
  from: number;
  to: number | null;
  country?: string | undefined;
  now?: number;
  after?: { opening: number; id: string } | undefined;
  /** The maximum number of events in the answer, up to {@link SALE_EVENTS_AT_ONCE}. */
  limit?: number;
}

/**
 * The statement of {@link listSaleEventsBetween}. It reads the openings in order, and only as many
 * as it needs.
 */
export function selectSaleEvents({
  from,
  to,
  country,
  now = from,
  after = { opening: 0, id: '' },
  limit = SALE_EVENTS_AT_ONCE,
}: SalesBetween): SQL {
  const { facts, lastSaleAt } = artistEvents;
  // Openings are whole seconds.
  const first = from - 1_000;
  const isThere =
    country === undefined ? sql`` : sql`and json_extract(${facts}, '$.nation') = ${country}`;
  const { artistId, eventId, opensAt } = artistOpenings;
  const earlier = alias(artistOpenings, 'earlier');
  return sql`
    select ${facts} as facts, ${opensAt} as opening
    from ${artistOpenings} cross join ${artistEvents}
      on ${artistEvents.artistId} = ${artistId} and ${artistEvents.eventId} = ${eventId}
    where ${opensAt} > ${first} and (${opensAt}, ${eventId}) > (${after.opening}, ${after.id})
      ${to === null ? sql`` : sql`and ${opensAt} <= ${to}`}
      and ${lastSaleAt} >= ${from} ${isThere} and ${isMonitored(artistId, now)}
      and not exists (select 1 from ${artistOpenings} as earlier
        where ${earlier.eventId} = ${eventId} and ${earlier.opensAt} > ${first} and ${earlier.opensAt} <= ${opensAt}
          and (${earlier.opensAt}, ${earlier.artistId}) < (${opensAt}, ${artistId})
          and ${isMonitored(earlier.artistId, now)})
    order by ${opensAt}, ${eventId} limit ${limit}`;
}

/**
 * Events of currently monitored artists with a sale that opens from `from` to `to`, after the
 * position `after`, sorted by the next opening; an event of two artists once. Instants are
 * milliseconds since the epoch.
 */
export async function listSaleEventsBetween(
  db: Database,
  asked: SalesBetween,
): Promise<{ events: SaleEvent[]; hasMore: boolean }> {
  const limit = Math.min(asked.limit ?? SALE_EVENTS_AT_ONCE, SALE_EVENTS_AT_ONCE);
  const rows = await db.all<{ facts: string; opening: number }>(
    selectSaleEvents({ ...asked, limit }),
  );
  return {
    events: rows.map((row) => ({ event: readFacts(row.facts), opening: row.opening })),
    hasMore: rows.length === limit,
  };
}

/** The ids of events of artists that are monitored now with a sale that opens at `from` or later, as a select. */
export const saleEventIds = (from: number, now: number) =>
  sql`select ${artistEvents.eventId} from ${artistEvents}
    where ${artistEvents.lastSaleAt} >= ${from} and ${isMonitored(artistEvents.artistId, now)}`;

/**
 * The condition for an event that is one of {@link saleEventIds}; for few events, it is cheaper
 * than their list.
 */
export const isSaleEvent = (eventId: SQLWrapper, from: number, now: number): SQL =>
  sql`exists (${saleEventIds(from, now)} and ${artistEvents.eventId} = ${eventId})`;

/**
 * A text that changes with the events of {@link listSaleFacts}. It is read from indexes and from
 * the list of artists, which is shorter than the list of their events.
 */
export async function readSaleVersion(db: Database): Promise<string> {
  const { checkedAt, createdAt } = monitoredArtists;
  const [row] = await db.all<Record<string, number | null>>(
    sql`select max(${checkedAt}) as checked, max(${createdAt}) as created, count(*) as artists,
      (select max(${artistChanges.id}) from ${artistChanges}) as change,
      (select max(rowid) from ${artistEvents}) as event from ${monitoredArtists}`,
  );
  return Object.values(row ?? {}).join(' ');
}

/** The result of one check, as it is written. */
interface CheckResult {
  /** The new fields of the artist; `nextCheckAt` must differ from that of `artist`. */
  state: Partial<StoredArtist> & { nextCheckAt: number };
  /** Events that are new or changed. */
  events: readonly EventFacts[];
  changes: readonly EventChange[];
  notifications: readonly SQL[];
}

/**
 * Writes a check's result with its notifications as one batch.
 * @returns false if another delivery of the same check was faster, or the artist was removed. Then
 * nothing is written.
 */
export async function recordCheck(
  ctx: Changing,
  artist: StoredArtist,
  { state, events, changes, notifications }: CheckResult,
): Promise<boolean> {
  const { artistId } = artist;
  const overtaken = new DomainError('conflict', 'Another check of this artist was first.');
  const rows = events.map((facts) => ({
    eventId: facts.id,
    facts: JSON.stringify(facts),
    lastSaleAt: Math.max(0, ...saleOpenings(facts)),
  }));
  const upsertedEvents = insertRows(artistEvents, rows, {
    common: { artistId },
    onConflict: sql`on conflict (${namesOf(artistEvents.artistId, artistEvents.eventId)}) do update
      set ${takeExcluded(artistEvents.facts, artistEvents.lastSaleAt)}`,
  });
  const added = changes.map((one) => ({ change: JSON.stringify(one) }));
  try {
    await change(ctx, {
      statements: {
        checked: ctx.db
          .update(monitoredArtists)
          .set({ ...state, queuedUntil: 0 })
          .where(and(isArtist(artistId), eq(monitoredArtists.nextCheckAt, artist.nextCheckAt))),
        events: upsertedEvents,
        added: insertRows(artistChanges, added, { common: { artistId, at: ctx.clock() } }),
        notifications,
      },
      audit: null,
      expect: { checked: () => overtaken },
    });
    return true;
  } catch (error) {
    if (error === overtaken) return false;
    throw error;
  }
}
