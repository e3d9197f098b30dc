import { and, asc, between, eq, isNull, lte, min, notInArray, type SQL, sql } from 'drizzle-orm';
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
import { reminderSettings, saleFollows, saleReminders } from '../../db/schema/reminders.ts';
import { isOpen, saleEventIds } from '../artist-monitor/index.ts';
import { type NewNotification, notificationStatements } from '../notifications/index.ts';
import type { Changes, StoredFollow, StoredReminder } from './sales.ts';

const settings = reminderSettings;
const follows = saleFollows;
const reminders = saleReminders;

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

/** Stores lead times. Those that are over already bring no reminder. */
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

/** Stores that an operator follows a sale, or not. */
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

/** What is stored of an operator, or of one event of the operator. */
export async function findStored(
  db: Database,
  operatorId: number,
  eventId?: string,
): Promise<{
  rows: StoredReminder[];
  choices: StoredFollow[];
  /** The events of the operator's calendar. `readAt` is in milliseconds since the epoch. */
  calendar: { event: EventFacts; readAt: number }[];
}> {
  const isAsked = (table: typeof reminders | typeof follows | typeof calendarEvents) =>
    and(
      eq(table.operatorId, operatorId),
      eventId === undefined ? undefined : eq(table.eventId, eventId),
    );
  const [rows, choices, calendar] = await db.batch([
    db.select().from(reminders).where(isAsked(reminders)),
    db.select().from(follows).where(isAsked(follows)),
    db
      .select({ facts: calendarEvents.facts, readAt: calendarEvents.readAt })
      .from(calendarEvents)
      .where(isAsked(calendarEvents)),
  ]);
  return {
    ...{ rows, choices },
    calendar: calendar.map(({ facts, readAt }) => ({ event: readFacts(facts), readAt })),
  };
}

/** Ends the reminders of the operators who may not sign in. */
export async function deleteOfDisabled(db: Database): Promise<void> {
  const enabled = db
    .select({ id: operators.id })
    .from(operators)
    .where(isNull(operators.disabledAt));
  await db.delete(reminders).where(notInArray(reminders.operatorId, enabled));
}

/** The events of artists that are monitored now with a sale that opens after `since`. */
export async function listMonitoredIds(
  db: Database,
  since: number,
  now: number,
): Promise<string[]> {
  const rows = await db.all<{ event_id: string }>(saleEventIds(since, now));
  return rows.map((row) => row.event_id);
}

/** These events as the checks of artists that are monitored now read them; of two artists, as the newer check. */
export async function findMonitored(
  db: Database,
  eventIds: readonly string[],
  now: number,
): Promise<EventFacts[]> {
  const rows = await db
    .select({ facts: artistEvents.facts })
    .from(artistEvents)
    // The plus makes SQLite begin with the index of events.
    .innerJoin(monitoredArtists, sql`${monitoredArtists.artistId} = +${artistEvents.artistId}`)
    .where(and(isOneOf(artistEvents.eventId, eventIds), isOpen(now)))
    .orderBy(monitoredArtists.checkedAt);
  return rows.map(({ facts }) => readFacts(facts));
}

/** These events in the catalogues that are on, with one row for each sale, and when each was read last. */
export function findListed(db: Database, eventIds: readonly string[]) {
  return db
    .select({
      eventId: catalogueEvents.eventId,
      eventName: catalogueEvents.name,
      artists: catalogueEvents.artists,
      city: catalogueEvents.city,
      venue: catalogueEvents.venue,
      isGone: sql<number>`${catalogueEvents.goneAt} is not null`,
      isCancelled: sql<number>`${catalogueEvents.status} in ${CANCELLED}`,
      readAt: sql<number>`max(${catalogueEvents.changedAt}, coalesce(${catalogues.readAt}, 0))`,
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

/** Stores what changed, together with its notifications. */
export async function writeChanges(ctx: Changing, given: Changes): Promise<void> {
  const { added, ended, follows: chosen, unfollowed, notifications } = given;
  if (added.length + ended.length + chosen.length + unfollowed.length === 0) return;
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

/** The reminders that are due, the earliest first, of operators who may sign in. */
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

/** Stores reminders as done with their notifications; a row that another call has stored since keeps its state. */
export async function writeDelivered(
  ctx: Changing,
  rows: readonly StoredReminder[],
  notifications: readonly NewNotification[],
): Promise<void> {
  const given = jsonRows([...KEY, 'toldAt', 'dueAt'], rows);
  await change(ctx, {
    statements: {
      notifications: notificationStatements(notifications),
      done: [
        sql`update ${reminders} set ${nameOf(reminders.toldAt)} = given.toldAt,
          ${nameOf(reminders.dueAt)} = given.dueAt from ${given} as given
          where ${isGiven()} and ${reminders.toldAt} < given.toldAt`,
      ],
    },
    audit: null,
  });
}
