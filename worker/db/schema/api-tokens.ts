import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Tokens with which programs make calls as their operator. Times are in milliseconds since the epoch. */
export const apiTokens = sqliteTable(
  'api_tokens',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    operatorId: integer('operator_id').notNull(),
    name: text('name').notNull(),
    /** Names of scopes, separated by spaces. */
    scopes: text('scopes').notNull(),
    /** SHA-256 of the secret, which has 256 random bits. */
    secretHash: text('secret_hash').notNull().unique(),
    createdAt: integer('created_at').notNull(),
    /** At most a minute behind; null before the first use. */
    lastUsedAt: integer('last_used_at'),
    /** Null if it does not expire. */
    expiresAt: integer('expires_at'),
  },
  (table) => [index('api_tokens_operator').on(table.operatorId)],
);
