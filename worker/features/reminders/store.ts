import {
  and,
  asc,
  between,
  eq,
  gt,
  isNull,
  lte,
  min,
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm';
import { readFacts } from '../../../shared/artist-monitor/stored.ts';
import { CANCELLED } from '../../../shared/ticketing/sale.ts';
import type { EventFacts } from '../../../shared/ticketing/schema.ts';
import { factsOf } from '../../db/audit.ts';
import { fittingRows, insertRows, isOneOf, jsonRows } from '../../db/bulk.ts';
import { type Changing, change } from '../../db/change.ts';
import type { Database } from '../../db/client.ts';
import { nameOf, namesOf, takeExcluded } from '../../db/names.ts';
import { artistEvents, monitoredArtists } from '../../db/schema/artist-monitor.ts';
import { calendarEvents } from '../../db/schema/calendar.ts';
import { catalogueEvents, catalogueSales, catalogues } from '../../db/schema/catalogues.ts';
import { operators } from '../../db/schema/operators.ts';
import { workEvents } from '../../db/schema/recent-work.ts';
import {
  reminderProgress,
  reminderSettings,
  saleEventChanges,
  saleFollows,
  saleReminders,
} from '../../db/schema/reminders.ts';
import { isOpen, saleEventIds } from '../artist-monitor/index.ts';
import { type NewNotification, notificationStatements } from '../notifications/index.ts';
import { type Changes, keyOf, type StoredFollow, type StoredReminder } from './sales.ts';

const settings = reminderSettings;
const follows = saleFollows;
const reminders = saleReminders;
const changes = saleEventChanges;

/** The operators who may sign in, with their lead times; null for those who have chosen none. */
export const listOperators = (db: Database): Promise<{ id: number; leads: number[] | null }[]> =>
  db
    .select({ id: operators.id, leads: settings.leads })
    .from(operators)
    .leftJoin(settings, eq(settings.operatorId, operators.id))
    .where(isNull(operators.disabledAt));

export async function findLeads(db: Database, operatorId: number): Promise<number[] | null> {
  const [row] = await db.select().from(settings).where(eq(settings.operatorId, operatorId));
  return row?.leads ?? null;
}

/** Stores lead times. Those that have already passed cause no reminder. */
export async function putLeads(ctx: Changing, operatorId: number, leads: number[]): Promise<void> {
  const now = ctx.clock();
  const due = sql`(select min(${reminders.opensAt} - value * 60000) from json_each(${JSON.stringify(leads)})
    where ${reminders.opensAt} - value * 60000 > ${now})`;
  await change(ctx, {
    statements: {
      put: ctx.db
        .insert(settings)
        .values({ operatorId, leads })
        .onConflictDoUpdate({ target: settings.operatorId, set: { leads } }),
      moved: ctx.db
        .update(reminders)
        .set({ toldAt: now, dueAt: due })
        .where(eq(reminders.operatorId, operatorId)),
      // A running sync has read the earlier lead times.
      marked: sql`insert into ${changes} (${namesOf(changes.eventId)}) values (${ALL})
        on conflict (${namesOf(changes.eventId)}) do update set ${takeExcluded(changes.revision)}`,
    },
    audit: {
      action: 'reminders.change',
      subject: 'operator',
      detail: { leads },
      before: sql`select ${String(operatorId)} as id, (select ${factsOf({ leads: sql`json(${settings.leads})` })}
        from ${settings} where ${settings.operatorId} = ${operatorId}) as was`,
    },
  });
}

/** Stores whether an operator follows a sale. */
export async function putFollow(ctx: Changing, row: StoredFollow): Promise<void> {
  const { eventId, kind, name, isFollowed } = row;
  await change(ctx, {
    statements: {
      put: ctx.db
        .insert(follows)
        .values(row)
        .onConflictDoUpdate({
          target: [follows.operatorId, follows.eventId, follows.kind, follows.name],
          set: { isFollowed },
        }),
    },
    audit: {
      action: isFollowed ? 'reminders.follow' : 'reminders.unfollow',
      subject: `sale:${eventId}`,
      detail: { kind, name },
    },
  });
}

/** The rows of an operator's reminders of one event. */
export const findReminders = (
  db: Database,
  operatorId: number,
  eventId: string,
): Promise<StoredReminder[]> =>
  db
    .select()
    .from(reminders)
    .where(and(eq(reminders.operatorId, operatorId), eq(reminders.eventId, eventId)));

/** The stored rows of these events, of all operators. */
export async function findStored(
  db: Database,
  eventIds: readonly string[],
): Promise<{
  rows: StoredReminder[];
  choices: StoredFollow[];
  /** The events of the calendars. `readAt` is in milliseconds since the epoch. */
  calendar: { operatorId: number; event: EventFacts; readAt: number }[];
  /** The events of stored works. */
  worked: { operatorId: number; eventId: string }[];
}> {
  const { operatorId, facts, readAt } = calendarEvents;
  const work = { operatorId: workEvents.operatorId, eventId: workEvents.eventId };
  const [rows, choices, calendar, worked] = await db.batch([
    db.select().from(reminders).where(isOneOf(reminders.eventId, eventIds)),
    db.select().from(follows).where(isOneOf(follows.eventId, eventIds)),
    db
      .select({ operatorId, facts, readAt })
      .from(calendarEvents)
      .where(isOneOf(calendarEvents.eventId, eventIds)),
    db.selectDistinct(work).from(workEvents).where(isOneOf(workEvents.eventId, eventIds)),
  ]);
  return {
    rows,
    choices,
    worked,
    calendar: calendar.map((copy) => ({ ...copy, event: readFacts(copy.facts) })),
  };
}

/**
 * The choices of an operator about the sales of these events, the sales with reminders, both by their key, and the events
 * of which the operator follows all sales.
 */
export async function findFollows(
  db: Database,
  operatorId: number,
  { eventIds, now }: { eventIds: readonly string[]; now: number },
): Promise<{ chosen: Map<string, boolean>; reminded: Set<string>; whole: Set<string> }> {
  const isOwn = (
    table: typeof reminders | typeof follows | typeof calendarEvents | typeof workEvents,
  ) => and(eq(table.operatorId, operatorId), isOneOf(table.eventId, eventIds));
  const { artistId, eventId } = artistEvents;
  const isMonitored = sql`+${artistId} in (select ${monitoredArtists.artistId} from ${monitoredArtists}
    where ${isOpen(now)})`;
  const [choices, rows, added, monitored, worked] = await db.batch([
    db.select().from(follows).where(isOwn(follows)),
    db.select().from(reminders).where(isOwn(reminders)),
    db.select({ id: calendarEvents.eventId }).from(calendarEvents).where(isOwn(calendarEvents)),
    db
      .select({ id: eventId })
      .from(artistEvents)
      .where(and(isOneOf(eventId, eventIds), isMonitored)),
    db.select({ id: workEvents.eventId }).from(workEvents).where(isOwn(workEvents)),
  ]);
  return {
    chosen: new Map(choices.map((row) => [keyOf(row), row.isFollowed])),
    reminded: new Set(rows.map(keyOf)),
    whole: new Set([...added, ...monitored, ...worked].map(({ id }) => id)),
  };
}

/** An event with a change. `revision` identifies the last change. */
export type Mark = typeof saleEventChanges.$inferSelect;

/** The event that stands for all events. */
const ALL = '';

/** The progress of the last sync, and the mark of all events; 0 and null if there is none. */
export async function readProgress(
  db: Database,
): Promise<{ rulesUntil: number; all: Mark | null }> {
  const [progress, all] = await db.batch([
    db.select().from(reminderProgress),
    db.select().from(changes).where(eq(changes.eventId, ALL)),
  ]);
  return { rulesUntil: progress[0]?.rulesUntil ?? 0, all: all[0] ?? null };
}

/** Marks events, and stores the time up to which sales of watch rules are marked. */
export async function writeProgress(
  ctx: Changing,
  {
    rulesUntil,
    eventIds,
    endedBefore,
    all,
  }: {
    rulesUntil: number;
    eventIds: readonly string[];
    /** Marks events with a sale that opened earlier. */
    endedBefore: number;
    /** Marks all events that an operator follows; those of monitored artists with a sale that opens after `since`. */
    all: { mark: Mark | null; since: number; now: number } | null;
  },
): Promise<void> {
  const mark = (events: SQL): SQL => sql`insert into ${changes} (${namesOf(changes.eventId)})
    ${events} on conflict (${namesOf(changes.eventId)})
    do update set ${takeExcluded(changes.revision)}`;
  const eventIdRows = sql`select value from json_each(${JSON.stringify(eventIds)}) where true`;
  const ended = sql`select distinct ${reminders.eventId} from ${reminders}
    where ${reminders.opensAt} < ${endedBefore}`;
  await change(ctx, {
    statements: {
      progress: ctx.db
        .insert(reminderProgress)
        .values({ id: 1, rulesUntil })
        .onConflictDoUpdate({ target: reminderProgress.id, set: { rulesUntil } }),
      marked: [
        mark(eventIdRows),
        mark(ended),
        ...(all === null
          ? []
          : [
              mark(sql`select ${reminders.eventId} from ${reminders} where true
                union select ${follows.eventId} from ${follows} where true
                union select ${calendarEvents.eventId} from ${calendarEvents} where true
                union select ${workEvents.eventId} from ${workEvents} where true
                union ${saleEventIds(all.since, all.now)}`),
              // A change of the operators who may sign in is one of the reasons for marking all
              // events.
              sql`delete from ${reminders} where ${notInArray(reminders.operatorId, enabledIds(ctx.db))}`,
            ]),
        ...(all === null || all.mark === null ? [] : [deletionOf([all.mark])]),
      ],
    },
    audit: null,
  });
}

const enabledIds = (db: Database) =>
  db.select({ id: operators.id }).from(operators).where(isNull(operators.disabledAt));

/** The marked events after `after`, by id. */
export const listMarks = (db: Database, after: string, limit: number): Promise<Mark[]> =>
  db.select().from(changes).where(gt(changes.eventId, after)).orderBy(changes.eventId).limit(limit);

/** Those of these events that an operator follows, or that belong to a monitored artist. */
export async function findConcerned(
  db: Database,
  eventIds: readonly string[],
): Promise<Set<string>> {
  const tables = [reminders, follows, calendarEvents, artistEvents, workEvents];
  const isIn = tables.map(
    (table) => sql`exists (select 1 from ${table} where ${table.eventId} = value)`,
  );
  const rows = await db.all<{ id: string }>(
    sql`select value as id from json_each(${JSON.stringify(eventIds)}) where ${sql.join(isIn, sql` or `)}`,
  );
  return new Set(rows.map(({ id }) => id));
}

const deletionOf = (marks: readonly Mark[]): SQL => sql`delete from ${changes}
  where (${namesOf(changes.eventId, changes.revision)})
    in (select * from ${jsonRows(['eventId', 'revision'], marks)})`;

/** Deletes the marks of events that concern nobody. A mark of a later change stays. */
export async function deleteMarks(ctx: Changing, marks: readonly Mark[]): Promise<void> {
  if (marks.length === 0) return;
  await change(ctx, { statements: { deleted: [deletionOf(marks)] }, audit: null });
}

/**
 * These events as last read by the checks of currently monitored artists; an event of two artists
 * from the newer check.
 */
export async function findMonitored(
  db: Database,
  eventIds: readonly string[],
  now: number,
): Promise<{ event: EventFacts; readAt: number }[]> {
  const rows = await db
    .select({ facts: artistEvents.facts, checkedAt: monitoredArtists.checkedAt })
    .from(artistEvents)
    // The plus makes SQLite begin with the index of events.
    .innerJoin(monitoredArtists, sql`${monitoredArtists.artistId} = +${artistEvents.artistId}`)
    .where(and(isOneOf(artistEvents.eventId, eventIds), isOpen(now)))
    .orderBy(monitoredArtists.checkedAt);
  return rows.map(({ facts, checkedAt }) => ({ event: readFacts(facts), readAt: checkedAt ?? 0 }));
}

/**
 * These events in the active catalogues, with one row for each sale, and when each was last read.
 */
export function findListed(db: Database, eventIds: readonly string[]) {
  return db
    .select({
      eventId: catalogueEvents.eventId,
      eventName: catalogueEvents.name,
      artists: catalogueEvents.artists,
      city: catalogueEvents.city,
      venue: catalogueEvents.venue,
      timezone: catalogueEvents.timezone,
      country: catalogueEvents.country,
      isGone: sql<number>`${catalogueEvents.goneAt} is not null`,
      isCancelled: sql<number>`${catalogueEvents.status} in ${CANCELLED}`,
      // Later readings do not count for a removed event.
      readAt: sql<number>`coalesce(${catalogueEvents.goneAt}, max(${catalogueEvents.changedAt}, coalesce(${catalogues.readAt}, 0)))`,
      kind: catalogueSales.kind,
      name: catalogueSales.name,
      opensAt: catalogueSales.opensAt,
    })
    .from(catalogueEvents)
    .innerJoin(catalogues, eq(catalogues.country, catalogueEvents.country))
    .leftJoin(catalogueSales, eq(catalogueSales.event, catalogueEvents.id))
    .where(
      and(
        // Not a condition of the join, which would read every event.
        sql`${catalogueEvents.country} in (select ${catalogues.country} from ${catalogues} where ${catalogues.isOn} = 1)`,
        isOneOf(catalogueEvents.eventId, eventIds),
      ),
    );
}

const KEY = ['operatorId', 'eventId', 'kind', 'name', 'opensAt'] as const;
const isGiven = (): SQL => sql`${reminders.operatorId} = given.operatorId
  and ${reminders.eventId} = given.eventId and ${reminders.kind} = given.kind and ${reminders.name} = given.name
  and ${reminders.opensAt} = given.opensAt`;

/**
 * Stores changes together with their notifications, and deletes the marks of the events that were
 * compared.
 */
export async function writeChanges(
  ctx: Changing,
  given: Changes,
  marks: readonly Mark[] = [],
): Promise<void> {
  const { added, ended, follows: chosen, unfollowed, notifications } = given;
  const rows = added.length + ended.length + chosen.length + unfollowed.length;
  if (rows + marks.length === 0) return;
  const followKey = [follows.operatorId, follows.eventId, follows.kind, follows.name] as const;
  const ends = [...fittingRows(ended)].map(
    (some) => sql`delete from ${reminders}
      where (${namesOf(reminders.operatorId, reminders.eventId, reminders.kind, reminders.name, reminders.opensAt)})
      in (select * from ${jsonRows(KEY, some)})`,
  );
  const unfollows = [...fittingRows(unfollowed)].map(
    (some) => sql`delete from ${follows} where (${namesOf(...followKey)})
      in (select * from ${jsonRows(['operatorId', 'eventId', 'kind', 'name'], some)})`,
  );
  await change(ctx, {
    statements: {
      ended: ends,
      added: insertRows(reminders, added, { onConflict: sql`on conflict do nothing` }),
      unfollowed: unfollows,
      follows: insertRows(follows, chosen, {
        onConflict: sql`on conflict (${namesOf(...followKey)}) do update set ${takeExcluded(follows.opensAt)}`,
      }),
      notifications: notificationStatements(notifications),
      compared: marks.length === 0 ? [] : [deletionOf(marks)],
    },
    audit: null,
  });
}

/** Deletes the choices whose sale opened before `before`; returns how many. */
export async function deleteFollows(ctx: Changing, before: number): Promise<number> {
  const { deleted } = await change(ctx, {
    statements: {
      deleted: ctx.db.delete(follows).where(between(follows.opensAt, 1, before)),
    },
    audit: null,
  });
  return deleted.rowsAffected;
}

/** The due reminders, the earliest first, of operators who may sign in. */
export const listDue = (db: Database, now: number, limit: number): Promise<StoredReminder[]> =>
  db
    .select()
    .from(reminders)
    .where(lte(reminders.dueAt, now))
    .orderBy(asc(reminders.dueAt))
    .limit(limit);

/** When the next reminder is due, in milliseconds since the epoch; null without one. */
export async function nextDueAt(db: Database): Promise<number | null> {
  const [row] = await db.select({ at: min(reminders.dueAt) }).from(reminders);
  return row?.at ?? null;
}

/**
 * Marks reminders as done and stores their notifications; a row that another call has stored since
 * then keeps its state.
 */
export async function writeDelivered(
  ctx: Changing,
  rows: readonly StoredReminder[],
  notifications: readonly NewNotification[],
): Promise<void> {
  const deliveredRows = jsonRows([...KEY, 'toldAt', 'dueAt'], rows);
  await change(ctx, {
    statements: {
      notifications: notificationStatements(notifications),
      done: [
        sql`update ${reminders} set ${nameOf(reminders.toldAt)} = given.toldAt,
          ${nameOf(reminders.dueAt)} = given.dueAt from ${deliveredRows} as given
          where ${isGiven()} and ${reminders.toldAt} < given.toldAt`,
      ],
    },
    audit: null,
  });
}
