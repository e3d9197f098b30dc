import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Every change: who, what, to what, when. Never a secret. Triggers refuse to change or delete rows. */
export const audit = sqliteTable(
  'audit',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Milliseconds since the epoch. */
    at: integer('at').notNull(),
    /** Null for the command line, cron, queues and the scanner, which are named in `actor`. */
    operatorId: integer('operator_id'),
    /** The operator's e-mail, or `command line`, `system`. */
    actor: text('actor').notNull(),
    /** Verb in the capability's words, such as `profiles.import`. */
    action: text('action').notNull(),
    /** The changed object, such as `imap_account:12`. */
    subject: text('subject').notNull(),
    requestId: text('request_id').notNull(),
    /** JSON object of plain facts, such as counts and names. */
    detail: text('detail').notNull(),
  },
  (table) => [index('audit_at').on(table.at), index('audit_subject').on(table.subject)],
);
