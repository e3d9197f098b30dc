import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { NotificationKind } from '../../../shared/notifications/schema.ts';

/** Notifications, and the state of their delivery. Times are in milliseconds since the epoch. */
export const notifications = sqliteTable(
  'notifications',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind').$type<NotificationKind>().notNull(),
    title: text('title').notNull(),
    topic: text('topic').notNull(),
    body: text('body').notNull(),
    href: text('href'),
    /** Identifies the fact. A second notification with the same key is not stored. */
    dedupeKey: text('dedupe_key').notNull().unique(),
    createdAt: integer('created_at').notNull(),
    /** The operator whom it concerns; null for the whole team. */
    operatorId: integer('operator_id'),
    /** When it was published on the live channel; null until then. */
    publishedAt: integer('published_at'),
    /** `pending`, `sent`, `dead` or `off` (no webhook is set). */
    webhookState: text('webhook_state').notNull().default('pending'),
    webhookAttempts: integer('webhook_attempts').notNull().default(0),
    /** The earliest time of the next attempt; during an attempt, the end of its lease. */
    webhookNextAt: integer('webhook_next_at').notNull().default(0),
    /** Why the last attempt failed, in a sentence. */
    webhookError: text('webhook_error'),
    /** The id of its post. A repeated post has the same notifications and the same id. */
    webhookPost: text('webhook_post'),
  },
  (table) => [
    index('notifications_kind').on(table.kind),
    index('notifications_href').on(table.href),
    index('notifications_unpublished').on(table.publishedAt),
    index('notifications_webhook').on(table.webhookState, table.webhookNextAt),
  ],
);

/** Notifications that an operator has read, beyond those up to `read_up_to`. */
export const notificationReads = sqliteTable(
  'notification_reads',
  {
    operatorId: integer('operator_id').notNull(),
    notificationId: integer('notification_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.operatorId, table.notificationId] })],
);

/** How an operator uses notifications; no row means the defaults. */
export const notificationSettings = sqliteTable('notification_settings', {
  operatorId: integer('operator_id').primaryKey(),
  /** This notification and all before it are read. */
  readUpTo: integer('read_up_to').notNull().default(0),
  /** The kinds that are not announced and not counted, as a JSON list. */
  muted: text('muted').notNull().default('[]'),
});
