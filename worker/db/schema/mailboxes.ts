import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** Mailboxes that are searched for presale codes. */
export const imapAccounts = sqliteTable(
  'imap_accounts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    user: text('user').notNull(),
    /** The address in lower case: the same mailbox is not added twice. */
    userKey: text('user_key').notNull(),
    host: text('host').notNull(),
    port: integer('port').notNull(),
    isActive: integer('is_active', { mode: 'boolean' }).notNull(),
    /** Sealed under the data key, bound to `seal_row`. */
    password: text('password').notNull(),
    sealRow: text('seal_row').notNull().unique(),
    createdAt: integer('created_at').notNull(),
    tags: text('tags', { mode: 'json' }).$type<string[]>().notNull().default([]),
    /** Paths of the folders that searches read; null: the inbox and the junk folders. */
    folders: text('folders', { mode: 'json' }).$type<string[]>(),
    /** The results of checks and searches: shared/mailboxes/health.ts. Times are milliseconds since the epoch. */
    workedAt: integer('worked_at'),
    checkedAt: integer('checked_at'),
    failingSince: integer('failing_since'),
    failures: integer('failures').notNull().default(0),
    failure: text('failure'),
    checkDueAt: integer('check_due_at').notNull().default(0),
  },
  (table) => [uniqueIndex('imap_accounts_mailbox').on(table.userKey, table.host)],
);
