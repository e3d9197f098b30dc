import { createHash } from 'node:crypto';
import { readStored } from '../../../shared/json.ts';
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
import { type Ctx, signedIn } from '../../context/context.ts';
import { endPage, readCursor } from '../../db/page.ts';
import { passGate } from '../../providers/pass-gate.ts';
import * as store from './store.ts';
import {
  isUnacceptable,
  judgePost,
  POST_WITHIN_MS,
  type PostOutcome,
  pauseAfter,
  post,
  writeMessage,
} from './webhook.ts';

/** The most notifications in one publication. */
const PUBLISHED_AT_ONCE = 200;
/** The most notifications in one post. */
const POSTED_AT_ONCE = 200;
/** Longer than a post can take, so that no two posts contain the same notification. */
const POST_LEASE_MS = 4 * POST_WITHIN_MS;
const KEPT_MS = 90 * DAY_MS;

/** A job posts for this time and leaves the rest to the next tick. */
const POSTING_MS = 60_000;
/** The time between two posts, and the longest wait for posts of other calls. */
const SPACING_MS = 200;
const LONGEST_WAIT_MS = 5_000;

type Posting = Pick<Ctx, 'db' | 'env' | 'clock' | 'fetch' | 'signal' | 'gateOf'>;

/**
 * Delivers notifications that are not delivered yet: to the live channel, and by jobs to the
 * webhook and the channels of the operators, which may take long to answer. Call it after the batch
 * that stored notifications; the cron trigger calls it for the remaining ones.
 */
export async function deliverNotifications(
  ctx: Pick<Ctx, 'db' | 'env' | 'clock' | 'publish' | 'enqueue'>,
): Promise<void> {
  const posting = async () => {
    // No webhook is set. Waiting notifications are not posted later either.
    if (ctx.env.NOTIFY_WEBHOOK_URL === undefined) await store.deletePosts(ctx.db);
    else if (await store.isPostDue(ctx.db, ctx.clock()))
      await ctx.enqueue([{ kind: 'notifications.post' }]);
  };
  const sending = async () => {
    if (await store.isDeliveryDue(ctx.db)) await ctx.enqueue([{ kind: 'channels.deliver' }]);
  };
  const results = await Promise.allSettled([publishNew(ctx), posting(), sending()]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/**
 * Stores and delivers notifications that do not belong to a change of data. A fact that was stored before changes
 * nothing.
 */
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
    await ctx.publish(
      rows.map((row) => ({
        type: 'notification',
        data: { ...toData(row, false), operator_id: row.operatorId },
      })),
    );
    const ids = rows.map(({ id }) => id);
    await store.markPublished(ctx.db, ids, ctx.clock());
  } while (rows.length === PUBLISHED_AT_ONCE);
}

/**
 * Posts due notifications to the webhook, many as one message. A failed post is recorded and
 * retried when it is due. Two calls at the same time post nothing twice, because each claims its
 * notifications.
 */
export async function postNotifications(ctx: Posting): Promise<void> {
  const url = ctx.env.NOTIFY_WEBHOOK_URL;
  if (url === undefined) return;
  const gate = ctx.gateOf(`webhook ${createHash('sha256').update(url).digest('hex')}`);
  const request = { longestWaitMs: LONGEST_WAIT_MS, longestPauseMs: 0, spacingMs: SPACING_MS };
  const endsAt = ctx.clock() + POSTING_MS;
  while (ctx.clock() < endsAt && (await store.isPostDue(ctx.db, ctx.clock()))) {
    const admission = await passGate(gate, { ...request, priority: 'interactive' }, ctx.signal);
    if (admission.kind === 'refused') return;
    const outcome = await postSome(ctx, url);
    if (outcome === null) return;
    const pauseMs = pauseAfter(outcome);
    if (pauseMs !== null) await gate.report({ quota: null, pauseMs });
    if (outcome.kind !== 'sent' && !isUnacceptable(outcome)) return;
  }
}

/**
 * Makes one post.
 * @returns null if another call has claimed the due notifications.
 */
async function postSome(ctx: Posting, url: string): Promise<PostOutcome | null> {
  const now = ctx.clock();
  const claimed = await store.claimPosts(ctx.db, {
    now,
    leaseUntil: now + POST_LEASE_MS,
    limit: POSTED_AT_ONCE,
    postId: crypto.randomUUID(),
  });
  const id = claimed[0]?.webhookPost;
  if (!id) return null;
  const outcome = await post(ctx, url, { id, body: JSON.stringify(writeMessage(claimed)) });
  // One notification must not prevent the others from being posted.
  const isSplit = claimed.length > 1 && isUnacceptable(outcome);
  const verdicts = claimed.map((notification) => ({
    id: notification.id,
    ...judgePost(notification.webhookAttempts, outcome, ctx.clock()),
    // The receiver ignores a message whose id it already has: a repeated message keeps its notifications and its id.
    postId: id,
    ...(isSplit && { state: 'pending' as const, nextAt: 0, postId: crypto.randomUUID() }),
  }));
  await store.settlePosts(ctx.db, verdicts);
  return outcome;
}

/** A page of notifications with the operator's count of unread ones. */
export async function listNotifications(
  ctx: Ctx,
  query: NotificationsQuery,
): Promise<NotificationPage> {
  const cursor = readCursor(query.cursor);
  const { rows, unread, muted, dead } = await store.readPage(
    ctx.db,
    signedIn(ctx).id,
    query,
    cursor,
  );
  const { limit } = query;
  const shown = rows.slice(0, limit);
  // Counting all of them would read the whole list, and the caller only needs to know whether there are more.
  const count = (cursor?.seen ?? 0) + rows.length;
  const { nextCursor } = endPage({ rows: shown, limit, cursor, count }, ({ id }) => [id]);
  return {
    data: shown.map((row) => toData(row, row.isRead)),
    unread,
    next_cursor: nextCursor,
    muted: readStored(mutedRequest.shape.kinds, muted),
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

/**
 * Posts notifications that were given up once more.
 * @returns their number.
 */
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
