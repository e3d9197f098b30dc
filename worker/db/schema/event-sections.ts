import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Sections of an event as they were last read from its offers: the provider's lists name none. */
export const eventSections = sqliteTable('event_sections', {
  /** The provider's id of the event. */
  eventId: text('event_id').primaryKey(),
  sections: text('sections', { mode: 'json' }).$type<string[]>().notNull(),
  readAt: integer('read_at').notNull(),
});
