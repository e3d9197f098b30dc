import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Sections of an event, as last read from its offers, because the provider's lists contain none.
 */
export const eventSections = sqliteTable('event_sections', {
  /** The provider's id of the event. */
  eventId: text('event_id').primaryKey(),
  sections: text('sections', { mode: 'json' }).$type<string[]>().notNull(),
  readAt: integer('read_at').notNull(),
});
