import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Notes of the team about events. Times are milliseconds since the epoch. */
export const saleNotes = sqliteTable(
  'sale_notes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** The provider's id, or the id of the page of a watched event. */
    eventId: text('event_id').notNull(),
    /** The author. */
    operatorId: integer('operator_id').notNull(),
    text: text('text').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Null if it was never changed. */
    changedAt: integer('changed_at'),
  },
  (table) => [index('sale_notes_event').on(table.eventId)],
);
