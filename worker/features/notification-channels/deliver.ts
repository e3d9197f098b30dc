import { quietUntil } from '../../../shared/notification-channels/quiet-hours.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/times.ts';
import type { Ctx } from '../../context/context.ts';
import { pause } from '../../security/pause.ts';
import { deliverNotifications, type NewNotification } from '../notifications/index.ts';
import { vapidOf } from './push-keys.ts';
import { SEND_WITHIN_MS, type SendOutcome, sendMessage } from './send.ts';
import * as store from './store.ts';

/** Longer than a message can take, so that no two calls send for the same channel. */
const LEASE_MS = 3 * SEND_WITHIN_MS;
/** The most notifications of one message: more than a night brings. */
const MOST_IN_MESSAGE = 2_000;
/** A job sends for this time and leaves the rest to the next tick. */
const SENDING_MS = 50_000;
/** The time between two messages of a channel: Slack and Discord accept about one a second. */
const SPACING_MS = 1_000;

const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = HOUR_MS;
/** A channel that fails for this long is paused. */
const PAUSED_AFTER_MS = DAY_MS;
/** An address that redirects is paused after this number of failures: the receiver may have processed each attempt. */
const MOST_REDIRECTS = 3;
/** The answers that a single notification of a message may have caused. */
const UNACCEPTABLE = new Set([400, 413, 422]);
/** The answers of a push service about a subscription that has ended (RFC 8030, 7.3). */
const ENDED = new Set([404, 410]);

type Delivering = Pick<Ctx, 'db' | 'env' | 'clock' | 'fetch' | 'signal' | 'enqueue' | 'publish'>;

/**
 * Sends what waits in all channels, each on its own. During the quiet hours of a channel, its messages are held back and
 * come as one when these end. Two calls at the same time send nothing twice, because each claims its channel.
 */
export async function deliverAll(ctx: Delivering): Promise<void> {
  const due = await store.findDue(ctx.db, ctx.clock());
  const results = await Promise.allSettled(due.map((channel) => deliverChannel(ctx, channel)));
  const wasPaused = results.some((result) => result.status === 'fulfilled' && result.value);
  if (wasPaused) await deliverNotifications(ctx);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** @returns whether the channel was paused */
async function deliverChannel(ctx: Delivering, channel: store.StoredChannel): Promise<boolean> {
  const endsAt = ctx.clock() + SENDING_MS;
  const until = channel.quiet && quietUntil(channel.quiet, ctx.clock());
  if (until) {
    await store.holdBack(ctx.db, channel, until);
    return false;
  }
  for (let isFirst = true; ; isFirst = false) {
    const now = ctx.clock();
    const claim = await store.claim(ctx.db, channel.id, {
      ...{ now, leaseUntil: now + LEASE_MS },
      limit: MOST_IN_MESSAGE,
    });
    if (claim === null) return false;
    if (!isFirst) await pause(SPACING_MS, ctx.signal);
    const outcome = await sendClaimed(ctx, claim);
    const settlement = judge(claim, outcome, ctx.clock());
    await store.settle(ctx.db, claim, settlement, ctx.clock());
    if (settlement.pausing !== null) return true;
    if (settlement.nextAt > ctx.clock() || ctx.clock() > endsAt) return false;
  }
}

function sendClaimed(ctx: Delivering, claim: store.Claim): Promise<SendOutcome> {
  const { channel, id, notifications } = claim;
  const message = { id, notifications, isDigest: channel.isHolding };
  return sendMessage(ctx, channel, message, senderOf(ctx));
}

/** Who sends a message of a channel. */
export const senderOf = (ctx: Pick<Ctx, 'db' | 'env' | 'clock'>) => ({
  origin: ctx.env.PUBLIC_URL[0] ?? null,
  now: ctx.clock(),
  vapid: () => vapidOf(ctx),
});

/**
 * Decides after a message: done, another attempt later (after 30 s, with a delay that doubles up to an hour, and not before the
 * time that the receiver names), or the channel is paused because it has failed for a day.
 */
function judge(
  { channel, notifications, isRepetition }: store.Claim,
  outcome: SendOutcome,
  now: number,
): store.Settlement {
  if (outcome.kind === 'sent') {
    const clear = { failures: 0, failingSince: null, reason: null, nextAt: 0, pausing: null };
    return { deliveries: 'sent', ...clear };
  }
  const isUnacceptable = outcome.kind === 'refused' && UNACCEPTABLE.has(outcome.status ?? 0);
  if (isUnacceptable && notifications.length > 1) {
    // One notification must not keep the others from arriving.
    const { failures, failingSince, reason } = channel;
    return { deliveries: 'split', failures, failingSince, reason, nextAt: 0, pausing: null };
  }
  const failures = channel.failures + 1;
  const failingSince = Math.min(channel.failingSince ?? now, now);
  const retryMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 20));
  const toldMs = outcome.kind === 'refused' ? Math.min(outcome.retryAfterMs ?? 0, DAY_MS) : 0;
  const hasEnded =
    channel.kind === 'web_push' && outcome.kind === 'refused' && ENDED.has(outcome.status ?? 0);
  const isMoved = outcome.kind === 'refused' && outcome.isRedirect && failures >= MOST_REDIRECTS;
  const isOver = hasEnded || isMoved || now - failingSince >= PAUSED_AFTER_MS;
  const reason = hasEnded
    ? 'The browser has ended this subscription. Delete the channel and add the browser again.'
    : outcome.text;
  return {
    deliveries: fateOf(outcome, isUnacceptable, isRepetition),
    ...{ failures, failingSince, reason },
    nextAt: isUnacceptable ? 0 : now + Math.max(retryMs, toldMs),
    pausing: isOver ? pauseNotice(channel, failingSince, reason, now) : null,
  };
}

/** A message that may have arrived with an earlier attempt, or with this one, keeps its id: receivers compare ids. */
function fateOf(
  outcome: SendOutcome,
  isUnacceptable: boolean,
  isRepetition: boolean,
): store.Settlement['deliveries'] {
  if (isUnacceptable) return 'dropped';
  const mayHaveArrived =
    outcome.kind === 'unreachable' || (outcome.kind === 'refused' && outcome.isRedirect);
  return mayHaveArrived || isRepetition ? 'repeat' : 'renew';
}

const pauseNotice = (
  { id, name, operatorId, kind }: store.StoredChannel,
  failingSince: number,
  reason: string,
  now: number,
): NewNotification => ({
  kind: 'system',
  title: name,
  topic: 'Channel paused',
  body:
    now - failingSince >= PAUSED_AFTER_MS
      ? `No message has arrived for 24 hours. ${reason} Resume the channel in Settings.`
      : reason,
  href: '/settings?section=channels',
  dedupeKey: `channel ${kind} ${id} paused ${failingSince}`,
  operatorId,
  createdAt: now,
});
