import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { QuietHours } from '../../../shared/notification-channels/quiet-hours.ts';
import type { ChannelKind } from '../../../shared/notification-channels/schema.ts';
import type { NotificationKind } from '../../../shared/notifications/schema.ts';

/**
 * Where an operator gets notifications besides the bell. Times are in milliseconds since the epoch.
 */
export const notificationChannels = sqliteTable(
  'notification_channels',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    operatorId: integer('operator_id').notNull(),
    name: text('name').notNull(),
    kind: text('kind').$type<ChannelKind>().notNull(),
    /** The address without its secret part. */
    shownAddress: text('shown_address').notNull(),
    sealRow: text('seal_row').notNull().unique(),
    /** Address, token and keys as JSON, sealed. */
    secrets: text('secrets').notNull(),
    kinds: text('kinds', { mode: 'json' }).$type<NotificationKind[]>().notNull(),
    quiet: text('quiet', { mode: 'json' }).$type<QuietHours>(),
    isPaused: integer('is_paused', { mode: 'boolean' }).notNull().default(false),
    /**
     * The failed attempts since the last successful message, the time of the first one, and why the
     * last one failed.
     */
    failures: integer('failures').notNull().default(0),
    failingSince: integer('failing_since'),
    reason: text('reason'),
    /** The earliest time of the next message: the end of a wait after a failure, or of the quiet hours. */
    nextAt: integer('next_at').notNull().default(0),
    /**
     * Whether quiet hours hold messages back, or held back waiting notifications that are not in a
     * message yet.
     */
    isHolding: integer('is_holding', { mode: 'boolean' }).notNull().default(false),
    /** The call that currently sends a message, and the time until which it may. */
    lease: text('lease'),
    leaseUntil: integer('lease_until').notNull().default(0),
    sentAt: integer('sent_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('notification_channels_operator').on(table.operatorId)],
);

/**
 * The notifications that a channel has not sent yet (WITHOUT ROWID, see the migration). A trigger adds them together
 * with the notification, and a message that arrived deletes them.
 */
export const channelDeliveries = sqliteTable(
  'channel_deliveries',
  {
    channelId: integer('channel_id').notNull(),
    notificationId: integer('notification_id').notNull(),
    /**
     * The id of its message once that is sent, which is the same in each attempt, and what is
     * stored beside it.
     */
    post: text('post'),
  },
  (table) => [primaryKey({ columns: [table.channelId, table.notificationId] })],
);

/** The key pair that identifies this desk to push services (VAPID): one row. */
export const pushKeys = sqliteTable('push_keys', {
  id: integer('id').primaryKey(),
  sealRow: text('seal_row').notNull().unique(),
  publicKey: text('public_key').notNull(),
  /** Sealed. */
  privateKey: text('private_key').notNull(),
});
