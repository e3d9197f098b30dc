import { quietUntil } from '../../../shared/notification-channels/quiet-hours.ts';
import { cut } from '../../../shared/text.ts';
import { backoffMs, DAY_MS } from '../../../shared/times.ts';
import type { Ctx } from '../../context/context.ts';
import { pause } from '../../security/pause.ts';
import {
  deliverNotifications,
  isUnacceptable,
  type NewNotification,
  RETRY,
} from '../notifications/index.ts';
import { vapidOf } from './push-keys.ts';
import { SEND_WITHIN_MS, type SendOutcome, sendMessage } from './send.ts';
import * as store from './store.ts';

/** Longer than a message can take, so that no two calls send for the same channel. */
const LEASE_MS = 3 * SEND_WITHIN_MS;
/** The maximum number of notifications in one message: more than a night causes. */
const MOST_IN_MESSAGE = 2_000;
/** A job sends for this time and leaves the rest to the next tick. */
const SENDING_MS = 50_000;
/**
 * The maximum number of concurrent channels: the runtime opens six connections, and a message in
 * its queue would time out.
 */
const MOST_AT_ONCE = 6;
/** While messages are sent to some channels, others may become due. */
const LOOK_AGAIN_MS = 1_000;
/** The time between two messages of a channel: Slack and Discord accept about one a second. */
const SPACING_MS = 1_000;

/** A channel that fails for this long, and this number of times, is paused. */
const PAUSED_AFTER_MS = DAY_MS;
const FEWEST_FAILURES = 5;
/** A notification that is refused on its own this number of times is not sent. */
const MOST_REFUSALS = 3;
/** An address that redirects is paused after this number of failures: the receiver may have processed each attempt. */
const MOST_REDIRECTS = 3;
/** The answers of a push service about a subscription that has ended (RFC 8030, 7.3). */
const ENDED = new Set([404, 410]);

type Delivering = Pick<Ctx, 'db' | 'env' | 'clock' | 'fetch' | 'signal' | 'enqueue' | 'publish'>;

/**
 * Sends the waiting notifications of all channels, each on its own: a slow receiver delays no other
 * one, even if that becomes due later. During the quiet hours of a channel, its messages are held
 * back and sent as one at the end. Two calls at the same time send nothing twice, because each
 * claims its channel.
 * @throws the error of the first channel whose delivery was interrupted, after the others are done
 */
export async function deliverAll(ctx: Delivering): Promise<void> {
  const startUntil = ctx.clock() + SENDING_MS;
  const running = new Map<number, Promise<void>>();
  const errors = new Map<number, unknown>();
  const start = ({ id }: store.StoredChannel, work: Promise<void>) => {
    const end = work.catch((error: unknown) => errors.set(id, error));
    running.set(
      id,
      end.then(() => void running.delete(id)),
    );
  };
  for (;;) {
    const due = ctx.clock() > startUntil ? [] : await store.findDue(ctx.db, ctx.clock());
    for (const channel of due) {
      if (running.size >= MOST_AT_ONCE) break;
      if (!running.has(channel.id) && !errors.has(channel.id))
        start(channel, deliverAndReport(ctx, channel));
    }
    if (running.size === 0) break;
    await Promise.race([...running.values(), pause(LOOK_AGAIN_MS, ctx.signal)]);
  }
  for (const error of errors.values()) throw error;
}

async function deliverAndReport(ctx: Delivering, channel: store.StoredChannel): Promise<void> {
  if (await deliverChannel(ctx, channel)) await deliverNotifications(ctx);
}

/** @returns whether the operator has a new notice about the channel */
async function deliverChannel(ctx: Delivering, channel: store.StoredChannel): Promise<boolean> {
  let hasNotice = false;
  const endsAt = ctx.clock() + SENDING_MS;
  const until = channel.quiet && quietUntil(channel.quiet, ctx.clock());
  if (until) {
    await store.holdBack(ctx.db, channel, until);
    return false;
  }
  for (let isFirst = true; ; isFirst = false) {
    const now = ctx.clock();
    const claim = await store.claim(ctx.db, channel.id, {
      now,
      leaseUntil: now + LEASE_MS,
      limit: MOST_IN_MESSAGE,
    });
    if (claim === null) return hasNotice;
    if (!isFirst) await pause(SPACING_MS, ctx.signal);
    const outcome = await sendClaimed(ctx, claim);
    const settlement = judge(claim, outcome, ctx.clock());
    await store.settle(ctx.db, claim, settlement, ctx.clock());
    hasNotice ||= settlement.notice !== null;
    if (settlement.isPausing || ctx.clock() > endsAt) return hasNotice;
  }
}

function sendClaimed(ctx: Delivering, claim: store.Claim): Promise<SendOutcome> {
  return sendMessage(ctx, claim.channel, claim, senderOf(ctx));
}

/** The call that sends a message of a channel. */
export const senderOf = (ctx: Pick<Ctx, 'db' | 'env' | 'clock'>) => ({
  origin: ctx.env.PUBLIC_URL[0] ?? null,
  now: ctx.clock(),
  vapid: () => vapidOf(ctx),
});

/**
 * Decides after a message: done, another attempt later (after 30 s, with a delay that doubles up to an hour, and not before the
 * time that the receiver names), or the channel is paused because it has failed for a day.
 */
function judge(claim: store.Claim, outcome: SendOutcome, now: number): store.Settlement {
  const { channel } = claim;
  if (outcome.kind === 'sent') {
    const clear = { failures: 0, failingSince: null, reason: null };
    return { deliveries: 'sent', ...clear, ...ON_TIME };
  }
  if (isUnacceptable(outcome)) return judgeRefused(claim, outcome.text, now);
  const failures = channel.failures + 1;
  const failingSince = Math.min(channel.failingSince ?? now, now);
  const retryMs = backoffMs(failures, RETRY);
  const toldMs = outcome.kind === 'refused' ? Math.min(outcome.retryAfterMs ?? 0, DAY_MS) : 0;
  const hasEnded =
    channel.kind === 'web_push' && outcome.kind === 'refused' && ENDED.has(outcome.status ?? 0);
  const isMoved = outcome.kind === 'refused' && outcome.isRedirect && failures >= MOST_REDIRECTS;
  const isLost = failures >= FEWEST_FAILURES && now - failingSince >= PAUSED_AFTER_MS;
  const isPausing = hasEnded || isMoved || isLost;
  const reason = hasEnded
    ? 'The browser has ended this subscription. Delete the channel and add the browser again.'
    : outcome.text;
  return {
    // Receivers compare ids: the same notifications are sent again under the id of this message.
    deliveries: 'repeat',
    failures,
    failingSince,
    reason,
    isPausing,
    nextAt: now + Math.max(retryMs, toldMs),
    notice: isPausing ? pauseNotice(channel, failingSince, reason, now) : null,
  };
}

/** The next message is due at once. */
const ON_TIME = { nextAt: 0, isPausing: false, notice: null };

/**
 * Decides after a message was refused for its content. One notification must not prevent the others
 * from arriving: each is sent on its own, and one that is refused three times is given up. The
 * channel does not count as failing.
 */
function judgeRefused(
  { channel, notifications, refusals }: store.Claim,
  text: string,
  now: number,
): store.Settlement {
  const { failures, failingSince, reason } = channel;
  const state = { failures, failingSince, reason, ...ON_TIME };
  if (notifications.length > 1) return { ...state, deliveries: 'split' };
  if (refusals + 1 < MOST_REFUSALS)
    return { ...state, deliveries: 'refused', nextAt: now + backoffMs(refusals + 1, RETRY) };
  const notice = dropNotice(channel, notifications[0]?.title ?? '', text, now);
  return { ...state, deliveries: 'dropped', notice };
}

const CHANNELS_PAGE = '/settings?section=channels';

/**
 * At most one a day for each channel, because a channel that refuses everything also refuses this
 * notice.
 */
const dropNotice = (
  { id, name, operatorId, kind }: store.StoredChannel,
  title: string,
  text: string,
  now: number,
): NewNotification => ({
  kind: 'system',
  title: name,
  topic: 'Message refused',
  href: CHANNELS_PAGE,
  body: `"${cut(title, 80)}" was not sent after ${MOST_REFUSALS} attempts. ${text} The bell keeps it.`,
  dedupeKey: `channel ${kind} ${id} refused ${Math.floor(now / DAY_MS)}`,
  operatorId,
  createdAt: now,
});

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
  href: CHANNELS_PAGE,
  dedupeKey: `channel ${kind} ${id} paused ${failingSince}`,
  operatorId,
  createdAt: now,
});
