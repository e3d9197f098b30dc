import { createHmac } from 'node:crypto';
import { NOTIFICATION_KINDS } from '../../../shared/notifications/schema.ts';
import { readRetryAfter } from '../../../shared/retry-after.ts';
import { cut } from '../../../shared/text.ts';
import { type Backoff, backoffMs, isoTime } from '../../../shared/times.ts';
import type { Ctx } from '../../context/context.ts';
import { apiPolicy } from '../../security/allowed-url.ts';
import { redirectAdvice } from '../../security/guarded-fetch.ts';
import { LONGEST_RETRY_MS, type StoredNotification, type Verdict } from './store.ts';

/** The result of a post. */
export type PostOutcome =
  | { kind: 'sent' }
  | { kind: 'refused'; status: number; retryAfterMs: number | null }
  /** No answer came within {@link POST_WITHIN_MS}, so the message may have arrived. */
  | { kind: 'unreachable' };

/** The longest wait for an answer. */
export const POST_WITHIN_MS = 15_000;
export const MAX_ATTEMPTS = 10;
export const RETRY: Backoff = { firstMs: 30_000, longestMs: LONGEST_RETRY_MS };
/**
 * Answers after which a retry is useless: an address that is wrong or redirects, a wrong key, a
 * message that is not understood.
 */
const FINAL = new Set([301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 410, 413, 415, 422]);
/** The answers that a single notification of a message may have caused. */
const UNACCEPTABLE = new Set([400, 413, 422]);
/** The pause after an answer of 429 without a time, and after no answer at all. */
const PAUSE_MS = 30_000;

/** Discord's limits of a message. */
const MAX_EMBEDS = 10;
const MAX_CHARACTERS = 6_000;
const MAX_TITLE = 256;
const MAX_KIND = 20;

/**
 * Decides after a post: done, another attempt later (after 30 s, with a delay that doubles up to an
 * hour), or given up. A pause that the webhook requests concerns all posts: {@link pauseAfter}.
 * @param attempts the number of posts so far, including this one
 */
export function judgePost(attempts: number, outcome: PostOutcome, now: number): Verdict {
  if (outcome.kind === 'sent') return { state: 'sent', nextAt: now, error: null };
  const error =
    outcome.kind === 'refused'
      ? [`The webhook answered ${outcome.status}.`, redirectAdvice(outcome.status)]
          .filter(Boolean)
          .join(' ')
      : 'The webhook could not be reached.';
  const isFinal = outcome.kind === 'refused' && FINAL.has(outcome.status);
  if (isFinal || attempts >= MAX_ATTEMPTS) return { state: 'dead', nextAt: now, error };
  return { state: 'pending', nextAt: now + backoffMs(attempts, RETRY), error };
}

/**
 * Whether the message was refused because of its content, so that it may be accepted without one of its notifications.
 */
export const isUnacceptable = (outcome: { kind: string; status?: number | null }): boolean =>
  outcome.kind === 'refused' && UNACCEPTABLE.has(outcome.status ?? 0);

/** How long nothing is posted after a post, in milliseconds; null if posts may continue. */
export function pauseAfter(outcome: PostOutcome): number | null {
  if (outcome.kind === 'unreachable') return PAUSE_MS;
  if (outcome.kind === 'sent') return null;
  return outcome.retryAfterMs || (outcome.status === 429 ? PAUSE_MS : null);
}

type MessagePart = Pick<StoredNotification, 'kind' | 'title' | 'topic' | 'body' | 'createdAt'>;

/** A message that Discord accepts: one embed for each notification, up to ten; the text counts the others. */
export function writeMessage(notifications: readonly MessagePart[]) {
  const shown = notifications.slice(0, MAX_EMBEDS);
  // Title, body and kind of all embeds count together.
  const maxBody = MAX_CHARACTERS / shown.length - MAX_TITLE - MAX_KIND;
  return {
    username: 'Boxoffice Desk',
    ...(notifications.length > 1 && { content: summaryOf(notifications) }),
    embeds: shown.map((notification) => ({
      title: asMarkdown(titleOf(notification), MAX_TITLE),
      description: asMarkdown(notification.body, maxBody),
      timestamp: isoTime(notification.createdAt),
      footer: { text: NOTIFICATION_KINDS[notification.kind].one },
    })),
    // Names of artists must not become mentions, which notify people.
    allowed_mentions: { parse: [] },
  };
}

/** The characters that start a format, a link or a mention in a text of Discord. */
const MARKDOWN = /[\\`*_~|[\]<>]|^[#>-]/g;

/**
 * Escapes a text so that Discord shows it unchanged: the subject of a mail must not become a link
 * with another address.
 */
function asMarkdown(text: string, length: number): string {
  const escaped = text.replace(MARKDOWN, '\\$&');
  // An escape would be visible if its character was cut off.
  return cut(escaped, length).replace(/(?<!\\)((?:\\\\)*)\\$/, '$1');
}

const titleOf = ({ title, topic, kind }: MessagePart): string =>
  `${title}: ${topic || NOTIFICATION_KINDS[kind].one}`;

/** "24 notifications: 8 price alerts, 16 artist events." */
function summaryOf(notifications: readonly MessagePart[]): string {
  const shown = notifications.length > MAX_EMBEDS ? ` The first ${MAX_EMBEDS} are shown here.` : '';
  return `${countNotifications(notifications)}.${shown}`;
}

/** "24 notifications: 8 price alerts, 16 artist events" */
export function countNotifications(notifications: readonly MessagePart[]): string {
  const byKind = Map.groupBy(notifications, ({ kind }) => kind);
  const counts = [...byKind].map(([kind, { length }]) =>
    length === 1
      ? `1 ${NOTIFICATION_KINDS[kind].one.toLowerCase()}`
      : `${length} ${NOTIFICATION_KINDS[kind].many}`,
  );
  return `${notifications.length} notifications: ${counts.join(', ')}`;
}

/** Posts one message. Time, id and body are signed together, so that none of them can be changed. */
export async function post(
  ctx: Pick<Ctx, 'env' | 'fetch' | 'clock' | 'signal'>,
  url: string,
  message: { id: string; body: string },
): Promise<PostOutcome> {
  const timestamp = String(ctx.clock());
  const secret = ctx.env.NOTIFY_WEBHOOK_SECRET;
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'boxoffice-desk',
    // A post whose answer was lost is repeated with the same id.
    'X-Message-Id': message.id,
    'X-Timestamp': timestamp,
    ...(secret && { 'X-Signature': sign(secret, `${timestamp}.${message.id}.${message.body}`) }),
  };
  const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(POST_WITHIN_MS)]);
  try {
    const policy = apiPolicy(url);
    const answer = await ctx.fetch(url, {
      method: 'POST',
      headers,
      body: message.body,
      policy,
      signal,
    });
    // The status decides, whatever happens to the body.
    await answer.body?.cancel().catch(() => undefined);
    if (answer.ok) return { kind: 'sent' };
    const retryAfterMs = readRetryAfter(answer.headers.get('Retry-After'), ctx.clock());
    return { kind: 'refused', status: answer.status, retryAfterMs };
  } catch {
    // Any broken connection: the result of the post is unknown, and the error's text could contain the address.
    ctx.signal.throwIfAborted();
    return { kind: 'unreachable' };
  }
}

const sign = (secret: string, text: string): string =>
  `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;
