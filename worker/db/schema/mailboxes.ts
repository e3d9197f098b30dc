import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { MailboxAuth, SignInProvider } from '../../../shared/mailboxes/schema.ts';
import type { SignInState } from '../../../shared/mailboxes/sign-in.ts';

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
    auth: text('auth').$type<MailboxAuth>().notNull().default('password'),
    /** Sealed under the data key, bound to `seal_row`; an empty text, sealed, for a mailbox that signs in. */
    password: text('password').notNull(),
    /** The tokens of a mailbox that signs in, sealed; null without a grant. */
    refreshToken: text('refresh_token'),
    accessToken: text('access_token'),
    /** When the access token ends, and when it was issued, by the clock of the desk. */
    accessEndsAt: integer('access_ends_at'),
    accessIssuedAt: integer('access_issued_at'),
    sealRow: text('seal_row').notNull().unique(),
    createdAt: integer('created_at').notNull(),
    tags: text('tags', { mode: 'json' }).$type<string[]>().notNull().default([]),
    /** Paths of the folders that searches read; null: the inbox and the junk folders. */
    folders: text('folders', { mode: 'json' }).$type<string[]>(),
    /**
     * The results of checks and searches; see shared/mailboxes/health.ts. Times are milliseconds
     * since the epoch.
     */
    workedAt: integer('worked_at'),
    checkedAt: integer('checked_at'),
    failingSince: integer('failing_since'),
    failures: integer('failures').notNull().default(0),
    failure: text('failure'),
    checkDueAt: integer('check_due_at').notNull().default(0),
  },
  (table) => [uniqueIndex('imap_accounts_mailbox').on(table.userKey, table.host)],
);

/** Sign-ins at the providers of mailboxes, until an hour after their end. Times are milliseconds since the epoch. */
export const mailboxSignIns = sqliteTable(
  'mailbox_sign_ins',
  {
    /** The id of the flow. */
    id: text('id').primaryKey(),
    operatorId: integer('operator_id').notNull(),
    /** The session in which it was started; null for an API token. */
    sessionId: text('session_id'),
    provider: text('provider').$type<SignInProvider>().notNull(),
    /**
     * The mailbox whose grant is renewed, or the mailbox that was signed in; null for a new mailbox
     * until the sign-in.
     */
    accountId: integer('account_id'),
    tags: text('tags', { mode: 'json' }).$type<string[]>(),
    state: text('state').$type<SignInState>().notNull(),
    reason: text('reason'),
    sealRow: text('seal_row').notNull().unique(),
    /** The device code, or verifier, nonce and redirect URI as JSON, sealed; null after the end. */
    secrets: text('secrets'),
    /** SHA-256 of the state that the provider sends back, and of the cookie of the browser; null for a device code. */
    stateHash: text('state_hash').unique(),
    cookieHash: text('cookie_hash'),
    /** The pace of polls that the provider requires, and the time of the next one. */
    intervalMs: integer('interval_ms').notNull().default(0),
    pollAt: integer('poll_at').notNull().default(0),
    expiresAt: integer('expires_at').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('mailbox_sign_ins_end').on(table.expiresAt)],
);
