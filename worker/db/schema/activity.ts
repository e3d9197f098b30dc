import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** How often operators did something, and with how many items: one row per kind and day. */
export const activity = sqliteTable(
  'activity',
  {
    kind: text('kind').notNull(),
    /** YYYY-MM-DD in UTC. */
    day: text('day').notNull(),
    times: integer('times').notNull(),
    amount: integer('amount').notNull(),
    /** Milliseconds since the epoch. */
    lastAt: integer('last_at').notNull(),
    lastAmount: integer('last_amount').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.day] })],
);

/** Since when the cron trigger runs without a gap: one row. Times are in milliseconds since the epoch. */
export const heartbeat = sqliteTable('heartbeat', {
  id: integer('id').primaryKey(),
  since: integer('since').notNull(),
  lastAt: integer('last_at').notNull(),
});
