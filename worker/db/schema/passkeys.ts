import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Passkeys of operators. Times are in milliseconds since the epoch. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    /** The credential's id, base64url. */
    id: text('id').primaryKey(),
    operatorId: integer('operator_id').notNull(),
    name: text('name').notNull(),
    /** COSE key, base64url. */
    publicKey: text('public_key').notNull(),
    /** The device's own count of uses; 0 for devices that do not count. */
    counter: integer('counter').notNull(),
    transports: text('transports', { mode: 'json' }).$type<string[]>().notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
  },
  (table) => [index('passkeys_operator').on(table.operatorId)],
);

/** SHA-256 of recovery codes. A code has 80 random bits, so it needs no slow hash. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    operatorId: integer('operator_id').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.operatorId, table.hash] })],
);

/** Challenges that were sent to a browser. Each can be answered once, within five minutes and five tries. */
export const passkeyChallenges = sqliteTable(
  'passkey_challenges',
  {
    /** The ticket with which the browser returns. */
    id: text('id').primaryKey(),
    operatorId: integer('operator_id').notNull(),
    purpose: text('purpose', { enum: ['register', 'sign_in', 'confirm'] }).notNull(),
    challenge: text('challenge').notNull(),
    tries: integer('tries').notNull().default(0),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('passkey_challenges_expiry').on(table.expiresAt)],
);
