import { Webhook } from 'standardwebhooks';
import { generateRequestDetails } from 'web-push-neo';
import type { NotificationKind } from '../../../shared/notifications/schema.ts';
import { NOTIFICATION_KINDS } from '../../../shared/notifications/schema.ts';
import { cut } from '../../../shared/text.ts';
import { isoTime } from '../../../shared/times.ts';
import {
  countNotifications,
  type StoredNotification,
  writeMessage,
} from '../notifications/index.ts';
import type { ChannelSecrets } from './secrets.ts';

/** A message of a channel before it is written for the channel's kind. */
export interface Message {
  /** The id of the message, the same for each attempt. */
  id: string;
  notifications: readonly MessagePart[];
  /** Whether it contains the notifications of the quiet hours. */
  isDigest: boolean;
}
type MessagePart = Pick<
  StoredNotification,
  'id' | 'kind' | 'title' | 'topic' | 'body' | 'href' | 'createdAt'
>;

/** The sender: the name and addresses of this desk that receivers see. */
export interface Sender {
  /** The address of the desk; null while PUBLIC_URL is not set. */
  origin: string | null;
  /** In milliseconds since the epoch. */
  now: number;
  /** The keys of web push with an address for the push service to write to. */
  vapid: () => Promise<{ subject: string; publicKey: string; privateKey: string }>;
}

interface OutgoingRequest {
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer>;
}

/**
 * Receivers sort messages by these priorities. The most urgent notification of a message counts.
 */
const URGENCY: Record<NotificationKind, 1 | 2 | 3> = {
  presale_code: 3,
  sale_soon: 2,
  sale_moved: 2,
  price_alert: 2,
  artist_event: 1,
  mailbox: 1,
  system: 1,
};
const NTFY_PRIORITY = { 1: 3, 2: 4, 3: 5 } as const;
const PUSH_URGENCY = { 1: 'normal', 2: 'high', 3: 'high' } as const;

const urgencyOf = ({ notifications }: Message): 1 | 2 | 3 => {
  const all = notifications.map(({ kind }) => URGENCY[kind]);
  return ([3, 2] as const).find((urgency) => all.includes(urgency)) ?? 1;
};

/** ntfy turns longer texts into attachments. */
const MAX_NTFY_BYTES = 3_500;
/** Push services accept 4,096 bytes of an encrypted message (RFC 8291 adds 103). */
const MAX_PUSH_TEXT_BYTES = 2_800;
/** Slack accepts 50 blocks of a message, and 3,000 characters of each text. */
const MAX_SLACK_BLOCKS = 40;
const MAX_SLACK_TEXT = 2_900;
/** A push service keeps a message this long for a browser that is not running. */
const PUSH_TTL_SECONDS = 12 * 60 * 60;

/** Writes the request that sends a message to a channel. */
export function writeRequest(
  secrets: ChannelSecrets,
  message: Message,
  sender: Sender,
): OutgoingRequest | Promise<OutgoingRequest> {
  switch (secrets.kind) {
    case 'web_push':
      return writePush(secrets, message, sender);
    case 'ntfy':
      return writeNtfy(secrets, message, sender);
    case 'slack':
      return { url: secrets.address, ...asJson(slackMessage(message, sender)) };
    case 'discord':
      return { url: secrets.address, ...asJson(writeMessage(message.notifications)) };
    case 'webhook':
      return writeWebhook(secrets, message, sender);
  }
}

const asJson = (content: unknown) => ({
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(content),
});

/** `Paper Harbour: Back in stock`, or the number of notifications. */
function headingOf({ notifications, isDigest }: Message): string {
  const [first] = notifications;
  if (first === undefined) return 'Boxoffice Desk';
  if (notifications.length === 1) return lineOf(first);
  return `${countNotifications(notifications)}${isDigest ? ' during your quiet hours' : ''}`;
}

const lineOf = ({ title, topic, kind }: MessagePart): string =>
  `${title}: ${topic || NOTIFICATION_KINDS[kind].one}`;

/** The body of the only notification, or a line for each one, as many as fit; the last line counts the others. */
function textOf({ notifications }: Message, maxBytes: number): string {
  const [first] = notifications;
  if (first !== undefined && notifications.length === 1) return cutBytes(first.body, maxBytes);
  const lines: string[] = [];
  let left = maxBytes - 40;
  for (const notification of notifications) {
    const line = lineOf(notification);
    left -= bytesOf(line) + 1;
    if (left < 0) break;
    lines.push(line);
  }
  const missing = notifications.length - lines.length;
  return [...lines, ...(missing > 0 ? [`and ${missing} more`] : [])].join('\n');
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

function cutBytes(text: string, maxBytes: number): string {
  let short = text;
  while (bytesOf(short) > maxBytes) short = cut(short, Math.floor(short.length * 0.9));
  return short;
}

/** The page of the only notification, or the first page. */
function pathOf({ notifications }: Message): string {
  const [first] = notifications;
  return (notifications.length === 1 && first?.href) || '/';
}

async function writePush(
  { address, keys }: Extract<ChannelSecrets, { kind: 'web_push' }>,
  message: Message,
  { vapid }: Sender,
): Promise<OutgoingRequest> {
  const payload = {
    title: cutBytes(headingOf(message), 300),
    body: textOf(message, MAX_PUSH_TEXT_BYTES),
    path: pathOf(message),
    // A repeated message replaces the first one on the screen.
    tag: message.id,
  };
  const { headers, body } = await generateRequestDetails(
    { endpoint: address, keys },
    JSON.stringify(payload),
    {
      TTL: PUSH_TTL_SECONDS,
      urgency: PUSH_URGENCY[urgencyOf(message)],
      vapidDetails: await vapid(),
    },
  );
  // fetch sets this header itself.
  const { 'Content-Length': _, ...sent } = headers;
  return { url: address, headers: sent, body: body ?? '' };
}

/** Sent as JSON to the root of the server, because headers contain only ASCII. */
function writeNtfy(
  { address, token }: Extract<ChannelSecrets, { kind: 'ntfy' }>,
  message: Message,
  { origin }: Sender,
): OutgoingRequest {
  const url = new URL(address);
  const { headers, body } = asJson({
    topic: decodeURIComponent(url.pathname.slice(1)),
    title: cutBytes(headingOf(message), 300),
    message: textOf(message, MAX_NTFY_BYTES),
    priority: NTFY_PRIORITY[urgencyOf(message)],
    ...(origin !== null && { click: `${origin}${pathOf(message)}` }),
  });
  return {
    url: `${url.origin}/`,
    headers: { ...headers, ...(token !== null && { Authorization: `Bearer ${token}` }) },
    body,
  };
}

/** The texts are `plain_text`, so that the subject of a mail cannot become a link or a mention. */
function slackMessage(message: Message, { origin }: Sender) {
  const shown = message.notifications.slice(0, MAX_SLACK_BLOCKS);
  const missing = message.notifications.length - shown.length;
  const sectionOf = (text: string) => ({
    type: 'section',
    text: { type: 'plain_text', text: cut(text, MAX_SLACK_TEXT), emoji: false },
  });
  const isSingle = message.notifications.length === 1;
  return {
    text: escapeSlack(headingOf(message)),
    blocks: [
      ...(isSingle ? [] : [sectionOf(headingOf(message))]),
      ...shown.map((notification) => ({
        ...sectionOf(`${lineOf(notification)}\n${notification.body}`),
        ...(origin !== null &&
          notification.href !== null && {
            accessory: {
              type: 'button',
              text: { type: 'plain_text', text: 'Open' },
              url: `${origin}${notification.href}`,
            },
          }),
      })),
      ...(missing > 0 ? [sectionOf(`and ${missing} more in the bell`)] : []),
    ],
  };
}

const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Signed as Standard Webhooks require (https://www.standardwebhooks.com). */
function writeWebhook(
  { address, signingSecret }: Extract<ChannelSecrets, { kind: 'webhook' }>,
  message: Message,
  { origin, now }: Sender,
): OutgoingRequest {
  const { headers, body } = asJson({
    type: 'notifications',
    timestamp: isoTime(now),
    data: {
      is_digest: message.isDigest,
      notifications: message.notifications.map(({ href, createdAt, ...part }) => ({
        id: part.id,
        kind: part.kind,
        title: part.title,
        topic: part.topic,
        body: part.body,
        url: href === null || origin === null ? null : `${origin}${href}`,
        path: href,
        created_at: isoTime(createdAt),
      })),
    },
  });
  const at = new Date(now);
  return {
    url: address,
    headers: {
      ...headers,
      'webhook-id': message.id,
      'webhook-timestamp': String(Math.floor(now / 1000)),
      'webhook-signature': new Webhook(signingSecret).sign(message.id, at, body),
    },
    body,
  };
}
