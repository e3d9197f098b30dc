import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The holders of work that only one caller may do at a time (worker/db/lease.ts). */
export const leases = sqliteTable('leases', {
  name: text('name').primaryKey(),
  holder: text('holder').notNull(),
  /** Milliseconds since the epoch. A holder that crashed loses the lease at this time. */
  until: integer('until').notNull(),
});
