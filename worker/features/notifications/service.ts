import { type Notification, notificationKind } from '../../../shared/notifications/schema.ts';
import type { Ctx } from '../../context.ts';
import * as store from './store.ts';

/** Notifications in one publication. */
const PUBLISHED_AT_ONCE = 200;

/**
 * Delivers what was not delivered yet: publishes it on the live channel. Call it after the batch that stored notifications;
 * the cron trigger calls it for what a crash left. Two calls at once deliver nothing twice: the channel leaves out what it
 * has already.
 */
export async function deliverNotifications(
  ctx: Pick<Ctx, 'db' | 'clock' | 'publish'>,
): Promise<void> {
  while (true) {
    const rows = await store.readUnpublished(ctx.db, PUBLISHED_AT_ONCE);
    if (rows.length === 0) return;
    await ctx.publish(
      rows.map((row) => ({ type: 'notification', data: { ...toData(row), is_read: false } })),
    );
    await store.markPublished(
      ctx.db,
      rows.map(({ id }) => id),
      ctx.clock(),
    );
    if (rows.length < PUBLISHED_AT_ONCE) return;
  }
}

/** Whether {@link deliverNotifications} has anything to do. */
export async function isDeliveryDue(ctx: Pick<Ctx, 'db'>): Promise<boolean> {
  return (await store.readUnpublished(ctx.db, 1)).length > 0;
}

function toData(row: store.StoredNotification): Omit<Notification, 'is_read'> {
  const { id, kind, title, topic, body, href, createdAt } = row;
  // The column holds what NotificationKind allows.
  return {
    id,
    kind: notificationKind.parse(kind),
    title,
    topic,
    body,
    href,
    created_at: new Date(createdAt).toISOString(),
  };
}
