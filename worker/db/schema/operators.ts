import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** People who may sign in. E-mail addresses are kept in lower case. */
export const operators = sqliteTable('operators', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  email: text('email').notNull().unique(),
  passwordHash: text('password_hash').notNull(),
  /** Raised by a password change and by `disable`: older tokens end. */
  tokenVersion: integer('token_version').notNull().default(1),
  disabledAt: integer('disabled_at'),
  createdAt: integer('created_at').notNull(),
});

/** Sign-in attempts within the current window, per address and per operator. */
export const loginAttempts = sqliteTable(
  'login_attempts',
  {
    subject: text('subject').primaryKey(),
    windowStartedAt: integer('window_started_at').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [index('login_attempts_window').on(table.windowStartedAt)],
);
