import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The lead times of operators who have chosen their own. */
export const reminderSettings = sqliteTable('reminder_settings', {
  operatorId: integer('operator_id').primaryKey(),
  /** Minutes before the opening, the longest first. */
  leads: text('leads', { mode: 'json' }).$type<number[]>().notNull(),
});

/** The choices of operators to follow a sale, or not to follow one that they would follow by other choices. */
export const saleFollows = sqliteTable(
  'sale_follows',
  {
    operatorId: integer('operator_id').notNull(),
    eventId: text('event_id').notNull(),
    kind: text('kind').$type<'presale' | 'general'>().notNull(),
    /** '' for the general sale. */
    name: text('name').notNull(),
    isFollowed: integer('is_followed', { mode: 'boolean' }).notNull(),
    /** The last stored opening, in milliseconds since the epoch; 0 before one was read. */
    opensAt: integer('opens_at').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.operatorId, table.eventId, table.kind, table.name] }),
    index('sale_follows_event').on(table.eventId),
  ],
);

/** The sales that operators follow, and when the next reminder of each is due. Times are milliseconds since the epoch. */
export const saleReminders = sqliteTable(
  'sale_reminders',
  {
    operatorId: integer('operator_id').notNull(),
    eventId: text('event_id').notNull(),
    kind: text('kind').$type<'presale' | 'general'>().notNull(),
    name: text('name').notNull(),
    opensAt: integer('opens_at').notNull(),
    /** The artist or the event. */
    title: text('title').notNull(),
    /** City and venue. */
    place: text('place').notNull(),
    /** The IANA zone of the venue; '' if it is not known. */
    timezone: text('timezone').notNull().default(''),
    /** When this row was first written; an earlier row of the same opening has another time. */
    addedAt: integer('added_at').notNull().default(0),
    /** Reminders up to this time are done. */
    toldAt: integer('told_at').notNull(),
    /** Null if no reminder is left. */
    dueAt: integer('due_at'),
  },
  (table) => [
    // An event may have two presales of one name.
    primaryKey({
      columns: [table.operatorId, table.eventId, table.kind, table.name, table.opensAt],
    }),
    index('sale_reminders_due').on(table.dueAt),
    index('sale_reminders_event').on(table.eventId),
    index('sale_reminders_opening').on(table.opensAt),
  ],
);

/**
 * The events whose sales the next sync of reminders compares (WITHOUT ROWID). Triggers write them, see the migration; the
 * event '' stands for all.
 */
export const saleEventChanges = sqliteTable('sale_event_changes', {
  eventId: text('event_id').primaryKey(),
  /**
   * A random number that each change replaces, so that a change during a sync is not mistaken for a
   * compared one.
   */
  revision: integer('revision').notNull().default(sql`(random() & 9007199254740991)`),
});

/**
 * Events that operators follow and no other source lists, with the provider's data. Times are
 * milliseconds since the epoch.
 */
export const followedEvents = sqliteTable(
  'followed_events',
  {
    eventId: text('event_id').primaryKey(),
    /** EventFacts as JSON; null if the provider does not have the event. */
    facts: text('facts'),
    readAt: integer('read_at').notNull(),
    /** When it is read again; null if its sales have ended. */
    nextAt: integer('next_at'),
  },
  (table) => [index('followed_events_next').on(table.nextAt)],
);

/** The progress of the reminder sync: one row. */
export const reminderProgress = sqliteTable('reminder_progress', {
  id: integer('id').primaryKey(),
  /**
   * The sales of watch rules that open before this time were compared, in milliseconds since the
   * epoch.
   */
  rulesUntil: integer('rules_until').notNull(),
});
