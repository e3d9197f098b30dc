import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Addresses that calendar programs read without a sign-in; one per operator. Times are in milliseconds since the epoch.
 */
export const calendarSubscriptions = sqliteTable('calendar_subscriptions', {
  operatorId: integer('operator_id').primaryKey(),
  /** SHA-256 of the token in the address. */
  tokenHash: text('token_hash').notNull().unique(),
  createdAt: integer('created_at').notNull(),
  lastReadAt: integer('last_read_at'),
});

/** Events that an operator added to the calendar. */
export const calendarEvents = sqliteTable(
  'calendar_events',
  {
    operatorId: integer('operator_id').notNull(),
    eventId: text('event_id').notNull(),
    /** EventFacts as JSON, as read at `read_at`. */
    facts: text('facts').notNull(),
    readAt: integer('read_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.operatorId, table.eventId] }),
    index('calendar_events_read').on(table.readAt),
    index('calendar_events_event').on(table.eventId),
  ],
);
