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

/**
 * When the cron trigger began to run without a gap, and what it reported: one row. Times are in milliseconds since the
 * epoch.
 */
export const heartbeat = sqliteTable('heartbeat', {
  id: integer('id').primaryKey(),
  since: integer('since').notNull(),
  lastAt: integer('last_at').notNull(),
  /** DiskUse as JSON; null if nothing measures the disk. */
  disk: text('disk'),
});

/**
 * Stored counts of rows, because counting a large table takes milliseconds: live profiles, concerts, and the concerts
 * whose sale opens on a day. Triggers update them with each row (see the migration). A trigger does not see rows that
 * `insert or replace` removes, so the counted tables must not be written with it.
 */
export const keptCounts = sqliteTable(
  'kept_counts',
  {
    name: text('name', { enum: ['profiles', 'concerts', 'concerts by day of sale'] }).notNull(),
    /** Days since the epoch, in UTC; 0 for a count over all days. */
    day: integer('day').notNull().default(0),
    amount: integer('amount').notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.day] })],
);
