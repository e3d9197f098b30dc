import {
  mutedRequest,
  type Notification,
  type NotificationKind,
  type NotificationPage,
  type NotificationsQuery,
  type ReadRequest,
} from '../../../shared/notifications/schema.ts';
import { pick } from '../../../shared/pick.ts';
import { DAY_MS, isoTime } from '../../../shared/times.ts';
import { type Ctx, signedIn } from '../../context.ts';
import { endPage, readCursor } from '../../db/page.ts';
import * as store from './store.ts';
import { judgePost, POST_WITHIN_MS, post, writeMessage } from './webhook.ts';

/** Notifications in one publication. */
const PUBLISHED_AT_ONCE = 200;
/** Notifications in one post: their ids are in one of its headers, which servers limit to 8 KB. */
const POSTED_AT_ONCE = 200;
/** Longer than a post can take, so that no two posts hold the same notification. */
const POST_LEASE_MS = 4 * POST_WITHIN_MS;
const KEPT_MS = 90 * DAY_MS;

type Delivering = Pick<Ctx, 'db' | 'env' | 'clock' | 'fetch' | 'signal' | 'publish'>;

/**
 * Delivers the notifications that are not delivered yet: to the live channel and to the webhook. Call it after the batch that stored
 * notifications; the cron trigger calls it for what is left and for repetitions. Two calls at once deliver nothing twice:
 * the channel leaves out what it has, and each post claims its notifications.
 */
export async function deliverNotifications(ctx: Delivering): Promise<void> {
  const results = await Promise.allSettled([publishNew(ctx), postDue(ctx)]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Stores and delivers notifications that are about no change of data; known facts change nothing. */
export async function notify(ctx: Ctx, given: readonly store.NewNotification[]): Promise<void> {
  if (given.length === 0) return;
  await store.insertNotifications(ctx, given);
  await deliverNotifications(ctx);
}

async function publishNew(ctx: Pick<Ctx, 'db' | 'clock' | 'publish'>): Promise<void> {
  let rows: store.StoredNotification[];
  do {
    rows = await store.readUnpublished(ctx.db, PUBLISHED_AT_ONCE);
    if (rows.length === 0) return;
    await ctx.publish(rows.map((row) => ({ type: 'notification', data: toData(row, false) })));
    const ids = rows.map(({ id }) => id);
    await store.markPublished(ctx.db, ids, ctx.clock());
  } while (rows.length === PUBLISHED_AT_ONCE);
}

/** Posts everything that is due, many as one message. A failure is noted, and tried again when it is due. */
async function postDue(ctx: Omit<Delivering, 'publish'>): Promise<void> {
  const url = ctx.env.NOTIFY_WEBHOOK_URL;
  if (url === undefined) {
    await store.deletePosts(ctx.db);
    return;
  }
  let isMore = true;
  while (isMore) isMore = await postSome(ctx, url);
}

/** @returns whether more may be due, and the webhook accepts posts. */
async function postSome(ctx: Omit<Delivering, 'publish'>, url: string): Promise<boolean> {
  const now = ctx.clock();
  const claim = { now, leaseUntil: now + POST_LEASE_MS, limit: POSTED_AT_ONCE };
  const claimed = await store.claimPosts(ctx.db, claim);
  if (claimed.length === 0) return false;
  const body = JSON.stringify(writeMessage(claimed));
  const id = claimed.map((notification) => notification.id).join('-');
  const outcome = await post(ctx, url, { id, body });
  const verdicts = claimed.map((notification) => ({
    id: notification.id,
    ...judgePost(notification.webhookAttempts, outcome, ctx.clock()),
  }));
  await store.settlePosts(ctx.db, verdicts);
  return claimed.length === POSTED_AT_ONCE && outcome.kind === 'sent';
}

/** A page of notifications with the operator's count of unread ones. */
export async function listNotifications(
  ctx: Ctx,
  query: NotificationsQuery,
): Promise<NotificationPage> {
  const cursor = readCursor(query.cursor);
  const { rows, total, unread, muted, dead } = await store.readPage(
    ctx.db,
    signedIn(ctx).id,
    query,
    cursor,
  );
  const { nextCursor } = endPage({ rows, limit: query.limit, cursor, count: total }, ({ id }) => [
    id,
  ]);
  return {
    data: rows.map((row) => toData(row, row.isRead)),
    unread,
    next_cursor: nextCursor,
    muted: mutedRequest.shape.kinds.parse(JSON.parse(muted)),
    webhook: {
      is_set: ctx.env.NOTIFY_WEBHOOK_URL !== undefined,
      failed: dead.count,
      failed_since: isoTime(dead.since),
      error: dead.error,
    },
  };
}

/** Marks notifications as read by the operator. */
export async function markRead(ctx: Ctx, request: ReadRequest): Promise<void> {
  await store.markRead(ctx, signedIn(ctx).id, 'ids' in request ? request.ids : null);
}

/** Chooses the kinds that are not announced to the operator and not counted as unread. */
export async function muteKinds(ctx: Ctx, kinds: readonly NotificationKind[]): Promise<void> {
  await store.writeMuted(ctx, signedIn(ctx).id, [...new Set(kinds)]);
}

/** Posts the given-up notifications once more. @returns their number. */
export async function resendFailed(ctx: Ctx): Promise<number> {
  const resent = await store.resendPosts(ctx);
  if (resent > 0) await deliverNotifications(ctx);
  return resent;
}

/** Deletes notifications that are older than 90 days. @returns how many. For the housekeeping job. */
export const deleteOldNotifications = (ctx: Pick<Ctx, 'db' | 'clock'>): Promise<number> =>
  store.deleteBefore(ctx.db, ctx.clock() - KEPT_MS);

const toData = (row: store.StoredNotification, isRead: boolean): Notification => ({
  ...pick(row, ['id', 'kind', 'title', 'topic', 'body', 'href']),
  created_at: isoTime(row.createdAt),
  is_read: isRead,
});
