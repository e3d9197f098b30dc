import { and, asc, eq, isNull, lte, min, type SQL, sql } from 'drizzle-orm';
import { readFacts } from '../../../shared/artist-monitor/stored.ts';
import { CANCELLED } from '../../../shared/ticketing/sale.ts';
import type { EventFacts } from '../../../shared/ticketing/schema.ts';
import { factsOf } from '../../db/audit.ts';
import { insertRows, isOneOf, jsonRows } from '../../db/bulk.ts';
import { type Changing, change } from '../../db/change.ts';
import type { Database } from '../../db/client.ts';
import { namesOf } from '../../db/names.ts';
import { artistEvents } from '../../db/schema/artist-monitor.ts';
import { calendarEvents } from '../../db/schema/calendar.ts';
import { catalogueEvents, catalogueSales, catalogues } from '../../db/schema/catalogues.ts';
import { operators } from '../../db/schema/operators.ts';
import { reminderSettings, saleFollows, saleReminders } from '../../db/schema/reminders.ts';
import { type NewNotification, notificationStatements } from '../notifications/index.ts';

export type StoredReminder = typeof saleReminders.$inferSelect;
export type StoredFollow = typeof saleFollows.$inferSelect;

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

export const listFollows = (db: Database): Promise<StoredFollow[]> => db.select().from(follows);
export const listReminders = (db: Database): Promise<StoredReminder[]> =>
  db.select().from(reminders);

/** The events that operators added to their calendars. */
export async function listCalendarEvents(
  db: Database,
): Promise<{ operatorId: number; event: EventFacts }[]> {
  const rows = await db
    .select({ operatorId: calendarEvents.operatorId, facts: calendarEvents.facts })
    .from(calendarEvents);
  return rows.map(({ operatorId, facts }) => ({ operatorId, event: readFacts(facts) }));
}

/** The events of monitored artists, which are checked more often than a catalogue. */
export async function findMonitored(
  db: Database,
  eventIds: readonly string[],
): Promise<EventFacts[]> {
  const rows = await db
    .select({ facts: artistEvents.facts })
    .from(artistEvents)
    .where(isOneOf(artistEvents.eventId, eventIds));
  return rows.map(({ facts }) => readFacts(facts));
}

const isListed = sql`${catalogueEvents.country} in (select ${catalogues.country} from ${catalogues} where ${catalogues.isOn} = 1)`;

/** The sales of events in the catalogues that are on. A cancelled event, and one that is gone, has none. */
export function findListed(db: Database, eventIds: readonly string[]) {
  return db
    .select({
      eventId: catalogueEvents.eventId,
      eventName: catalogueEvents.name,
      artists: catalogueEvents.artists,
      city: catalogueEvents.city,
      venue: catalogueEvents.venue,
      kind: catalogueSales.kind,
      name: catalogueSales.name,
      opensAt: catalogueSales.opensAt,
    })
    .from(catalogueEvents)
    .innerJoin(catalogueSales, eq(catalogueSales.event, catalogueEvents.id))
    .where(
      and(
        isListed,
        isOneOf(catalogueEvents.eventId, eventIds),
        isNull(catalogueEvents.goneAt),
        sql`${catalogueEvents.status} not in ${CANCELLED}`,
      ),
    );
}

/** Which of these events a catalogue lists as cancelled. */
export async function findCancelledListed(
  db: Database,
  eventIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .select({ id: catalogueEvents.eventId })
    .from(catalogueEvents)
    .where(
      and(
        isListed,
        isOneOf(catalogueEvents.eventId, eventIds),
        sql`${catalogueEvents.status} in ${CANCELLED}`,
      ),
    );
  return rows.map(({ id }) => id);
}

/** The changes of the followed sales, as one batch. */
export interface ReminderChanges {
  added: readonly StoredReminder[];
  moved: readonly StoredReminder[];
  ended: readonly StoredReminder[];
  notifications: readonly NewNotification[];
}

const KEY = ['operatorId', 'eventId', 'kind', 'name'] as const;
const isGiven = (): SQL => sql`${reminders.operatorId} = given.operatorId
  and ${reminders.eventId} = given.eventId and ${reminders.kind} = given.kind and ${reminders.name} = given.name`;

/** Stores what changed, together with its notifications. */
export async function writeChanges(ctx: Changing, given: ReminderChanges): Promise<void> {
  const { added, moved, ended, notifications } = given;
  const updated = jsonRows([...KEY, 'opensAt', 'title', 'place', 'toldAt', 'dueAt'], moved);
  await change(ctx, {
    statements: {
      added: insertRows(reminders, added, { onConflict: sql`on conflict do nothing` }),
      moved:
        moved.length === 0
          ? []
          : [
              sql`update ${reminders} set opens_at = given.opensAt, title = given.title, place = given.place,
                told_at = given.toldAt, due_at = given.dueAt from ${updated} as given where ${isGiven()}`,
            ],
      ended:
        ended.length === 0
          ? []
          : [
              sql`delete from ${reminders} where (${namesOf(reminders.operatorId, reminders.eventId, reminders.kind, reminders.name)})
                in (select * from ${jsonRows(KEY, ended)})`,
            ],
      notifications: notificationStatements(notifications),
    },
    audit: null,
  });
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
  const given = jsonRows([...KEY, 'opensAt', 'toldAt', 'dueAt'], rows);
  await change(ctx, {
    statements: {
      notifications: notificationStatements(notifications),
      done: [
        sql`update ${reminders} set told_at = given.toldAt, due_at = given.dueAt from ${given} as given
          where ${isGiven()} and ${reminders.opensAt} = given.opensAt and ${reminders.toldAt} < given.toldAt`,
      ],
    },
    audit: null,
  });
}
