import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** People who may sign in. E-mail addresses are kept in lower case. */
export const operators = sqliteTable('operators', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  email: text('email').notNull().unique(),
  passwordHash: text('password_hash').notNull(),
  /** Increased by a password change and by `disable`, which makes older tokens invalid. */
  tokenVersion: integer('token_version').notNull().default(1),
  disabledAt: integer('disabled_at'),
  createdAt: integer('created_at').notNull(),
  /** True while the password is one that the command line set: the operator must change it. */
  mustChangePassword: integer('must_change_password', { mode: 'boolean' }).notNull().default(false),
});

/** Sessions: one per sign-in, named by the token's `jti`. Times are in milliseconds since the epoch. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    operatorId: integer('operator_id').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Up to a minute old, so that not every call writes. */
    lastUsedAt: integer('last_used_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** Set by signing out; null while the session may be used. */
    endedAt: integer('ended_at'),
    /** The last use of a second factor in this session; null if there was none. */
    confirmedAt: integer('confirmed_at'),
    /** The User-Agent header, shortened. */
    userAgent: text('user_agent').notNull(),
  },
  (table) => [
    index('sessions_operator').on(table.operatorId),
    index('sessions_expiry').on(table.expiresAt),
  ],
);

/** Hashed addresses from which an operator has signed in. They are never refused because of other people's failures. */
export const knownAddresses = sqliteTable(
  'known_addresses',
  {
    address: text('address').notNull(),
    operatorId: integer('operator_id').notNull(),
    lastSeenAt: integer('last_seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.address, table.operatorId] })],
);

/** Sign-in attempts within the current window. Subjects are hashed into a fixed number of buckets. */
export const loginAttempts = sqliteTable(
  'login_attempts',
  {
    subject: text('subject').primaryKey(),
    windowStartedAt: integer('window_started_at').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [index('login_attempts_window').on(table.windowStartedAt)],
);

/** Scanners and the SHA-256 hashes of their tokens. */
export const scanners = sqliteTable('scanners', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull().unique(),
  tokenHash: text('token_hash').notNull().unique(),
  createdAt: integer('created_at').notNull(),
  lastAdmittedAt: integer('last_admitted_at'),
});
