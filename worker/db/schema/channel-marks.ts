import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * Marks changes that are not published on the live channel yet, except those of watched events,
 * which have their own marks. Triggers write the marks with the change (see the migration), so that
 * no call and no crash can omit one. A mark that is set again gets a new id.
 */
export const channelMarks = sqliteTable(
  'channel_marks',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    target: text('target', { enum: ['price', 'artist', 'mailboxes', 'queues'] }).notNull(),
    /** The address of a removed event, the id of an artist; otherwise empty. */
    name: text('name').notNull(),
  },
  (table) => [uniqueIndex('channel_marks_target').on(table.target, table.name)],
);
