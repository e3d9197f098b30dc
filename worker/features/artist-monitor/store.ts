import { and, asc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm';
import type { EventChange, EventFacts } from '../../../shared/artist-monitor/changes.ts';
import { saleOpenings } from '../../../shared/artist-monitor/changes.ts';
import type { ArtistSettings, NewMonitoredArtist } from '../../../shared/artist-monitor/schema.ts';
import { readChange, readFacts } from '../../../shared/artist-monitor/stored.ts';
import { DomainError } from '../../../shared/errors.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/times.ts';
import { factsBefore } from '../../db/audit.ts';
import { insertRows } from '../../db/bulk.ts';
import { type Changing, change } from '../../db/change.ts';
import type { Database } from '../../db/client.ts';
import { isOver } from '../../db/lease.ts';
import { namesOf, takeExcluded } from '../../db/names.ts';
import { artistChanges, artistEvents, monitoredArtists } from '../../db/schema/artist-monitor.ts';
import { daysNow } from './plan.ts';

export type StoredArtist = typeof monitoredArtists.$inferSelect;

/** One answer of the database stays below 5 MB. */
const MOST_SALE_EVENTS = 5_000;

const isArtist = (id: string) => eq(monitoredArtists.artistId, id);

/** The condition for artists whose window is open now. */
function isOpen(now: number): SQL {
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

/** The facts for the plan about all artists that are monitored now. */
export const listPlanned = (db: Database, now: number) =>
  db
    .select({ calls: monitoredArtists.calls, nextSaleAt: monitoredArtists.nextSaleAt })
    .from(monitoredArtists)
    .where(isOpen(now));

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
      ...{ action: 'artist-monitor.change', subject: 'artist' },
      ...{ detail: rowOf(settings), before: artistBefore(id) },
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

/** Makes a check due now, unless one is under way. @throws DomainError `not_found` */
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

/** Takes artists whose check is due, so that no other tick takes them before `until`. */
export async function claimDue(
  db: Database,
  { now, until, limit }: { now: number; until: number; limit: number },
): Promise<{ artistId: string; dueAt: number }[]> {
  const { artistId, nextCheckAt, queuedUntil } = monitoredArtists;
  return db
    .update(monitoredArtists)
    .set({ queuedUntil: until })
    .where(
      sql`${artistId} in (select ${artistId} from ${monitoredArtists}
        where ${isOver(nextCheckAt, now, DAY_MS)} and ${isOver(queuedUntil, now, MINUTE_MS)} and ${isOpen(now)}
        order by ${nextCheckAt} limit ${limit})`,
    )
    .returning({ artistId, dueAt: nextCheckAt });
}

/** Keeps ticks from taking a check that is under way, until `until`. */
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

/** Gives claimed checks back: the next tick takes them. */
export async function releaseChecks(db: Database, ids: string[]): Promise<void> {
  const { artistId } = monitoredArtists;
  await db.update(monitoredArtists).set({ queuedUntil: 0 }).where(inArray(artistId, ids));
}

/** The events that were ever seen of an artist. */
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

/** How many artists are monitored, whether their window is open or not. */
export const countArtists = (db: Database): Promise<number> => db.$count(monitoredArtists);

/** The events of {@link listSaleFacts}. */
export const listSaleEvents = async (db: Database, since: number): Promise<EventFacts[]> =>
  (await listSaleFacts(db, since)).map(readFacts);

/**
 * Events of monitored artists with a sale that opens after `since`, as JSON, the next ones first; an event of two artists
 * once.
 */
export async function listSaleFacts(db: Database, since: number): Promise<string[]> {
  const rows = await db
    .select({ facts: artistEvents.facts })
    .from(artistEvents)
    .where(sql`${artistEvents.lastSaleAt} > ${since}`)
    .groupBy(artistEvents.eventId)
    .orderBy(artistEvents.lastSaleAt, artistEvents.eventId)
    .limit(MOST_SALE_EVENTS);
  return rows.map(({ facts }) => facts);
}

/** The end of one check. */
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
 * @returns false if another delivery of the same check was first, or the artist was removed: nothing is written then.
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
  const known = insertRows(artistEvents, rows, {
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
        known,
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
