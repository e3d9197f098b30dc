import {
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import type { WatchedSearch } from '../../../shared/presale-codes/schema.ts';
import type { WatchMode } from '../../../shared/presale-watches/schema.ts';

/** Presale searches that continue on the server. Times are milliseconds since the epoch. */
export const presaleWatches = sqliteTable(
  'presale_watches',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    operatorId: integer('operator_id').notNull(),
    name: text('name').notNull(),
    search: text('search', { mode: 'json' }).$type<WatchedSearch>().notNull(),
    /** The event that it was made for; null for any other. */
    eventId: text('event_id'),
    isPaused: integer('is_paused', { mode: 'boolean' }).notNull(),
    /** Mails that arrived earlier do not belong to it: the time when it was created or resumed. */
    since: integer('since').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('presale_watches_operator').on(table.operatorId)],
);

/** The watch id for codes of one-time searches. */
export const NO_WATCH = 0;

/** The codes that watches and one-time searches have found, each once for a mail of a mailbox. */
export const presaleWatchCodes = sqliteTable(
  'presale_watch_codes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** {@link NO_WATCH} for a one-time search. */
    watchId: integer('watch_id').notNull(),
    mailboxId: integer('mailbox_id').notNull(),
    /**
     * Equal for copies of a mail in other folders, and unchanged if the uids of a folder become
     * invalid.
     */
    mail: text('mail').notNull(),
    code: text('code').notNull(),
    confidence: real('confidence').notNull(),
    evidence: text('evidence').notNull(),
    account: text('account').notNull(),
    subject: text('subject').notNull(),
    sender: text('sender').notNull(),
    /** When the mail arrived, as ISO 8601; '' if the server gave no time. */
    arrived: text('arrived').notNull(),
    /** Folder, validity of the uids and uid of the mail. */
    mailKey: text('mail_key').notNull(),
    foundAt: integer('found_at').notNull(),
    /** Hash of the sender and text of the trace of the code; '' for codes of release 1.0. */
    place: text('place').notNull().default(''),
    /** The words of the one-time searches that have found it; null for a watch, which has its own. */
    keywords: text('keywords', { mode: 'json' }).$type<string[]>(),
  },
  (table) => [
    uniqueIndex('presale_watch_codes_sighting').on(
      table.watchId,
      table.mailboxId,
      table.mail,
      table.code,
    ),
    index('presale_watch_codes_found').on(table.foundAt),
    index('presale_watch_codes_of_watch').on(table.watchId, table.id),
    index('presale_watch_codes_last').on(table.watchId, table.foundAt),
  ],
);

/** The state of each mailbox that a scanner watches, as the scanner reported it. */
export const watchedMailboxes = sqliteTable('watched_mailboxes', {
  mailboxId: integer('mailbox_id').primaryKey(),
  mode: text('mode').$type<WatchMode>().notNull(),
  reason: text('reason'),
  seenAt: integer('seen_at'),
});

/** How far the folders of watched mailboxes were read. */
export const watchedFolders = sqliteTable(
  'watched_folders',
  {
    mailboxId: integer('mailbox_id').notNull(),
    path: text('path').notNull(),
    /** Address and host, because a mailbox that is changed to another one contains other mails. */
    place: text('place').notNull(),
    validity: text('validity').notNull(),
    /** All mails up to this uid were read. */
    uid: integer('uid').notNull(),
    readAt: integer('read_at').notNull(),
    /** Mails below the mark that could not be read. */
    unread: integer('unread').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.mailboxId, table.path] })],
);
