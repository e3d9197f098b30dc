import * as z from 'zod/mini';
import { answerOf, instant } from '../answers.ts';
import { notificationKind } from '../notifications/schema.ts';

/** The most channels of an operator. */
export const MAX_CHANNELS = 10;

/** The receivers of messages, by the kind of their channel. */
export const CHANNEL_KINDS = {
  web_push: { label: 'This browser', receiver: 'The push service' },
  ntfy: { label: 'ntfy', receiver: 'ntfy' },
  slack: { label: 'Slack', receiver: 'Slack' },
  discord: { label: 'Discord', receiver: 'Discord' },
  webhook: { label: 'Webhook', receiver: 'The receiver' },
} as const;
export type ChannelKind = keyof typeof CHANNEL_KINDS;

const channelKind = z.enum(['web_push', 'ntfy', 'slack', 'discord', 'webhook']);

const timeOfDay = z
  .string('Enter a time such as 22:00.')
  .check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 22:00.'));

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

const quietHours = z
  .object({
    from: timeOfDay,
    to: timeOfDay,
    zone: z
      .string()
      .check(
        z.maxLength(64),
        z.refine(isZone, 'This is not a time zone. Enter one such as Europe/Paris.'),
      ),
  })
  .check(
    z.refine(({ from, to }) => from !== to, {
      path: ['to'],
      message: 'Enter another time than the beginning.',
    }),
  );

const settings = {
  name: z
    .string('Enter a name.')
    .check(z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(60, 'At most 60 characters.')),
  /** The kinds of notifications that it gets. */
  kinds: z
    .array(notificationKind)
    .check(z.minLength(1, 'Choose at least one kind.'), z.maxLength(20)),
  /** Messages of these hours come as one when they end; null: at any time. */
  quiet: z.nullable(quietHours),
};

/** The settings of a channel of any kind. */
export const channelSettings = z.object(settings);

const address = z
  .string('Enter an address.')
  .check(
    z.trim(),
    z.regex(/^https?:\/\/\S+$/i, 'Enter an address that begins with https://.'),
    z.maxLength(2_000, 'At most 2,000 characters.'),
  );

const base64url = (length: number) =>
  z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}=*$`)));

/** A push subscription as browsers write it in JSON (PushSubscription.toJSON). */
export const pushSubscription = z.object({
  endpoint: address,
  /** The public key of the browser, 65 bytes, and the secret of the subscription, 16 bytes. */
  keys: z.object({ p256dh: base64url(87), auth: base64url(22) }),
});

const pushChannel = z.object({ kind: z.literal('web_push'), ...settings });

/** The channels that have an address to enter. A token is that of the ntfy server, for topics that are not public. */
const addressed = [
  z.object({
    kind: z.literal('ntfy'),
    ...settings,
    address,
    token: z._default(
      z.nullable(z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/, 'A token has no blanks in it.'))),
      null,
    ),
  }),
  z.object({ kind: z.literal('slack'), ...settings, address }),
  z.object({ kind: z.literal('discord'), ...settings, address }),
  z.object({ kind: z.literal('webhook'), ...settings, address }),
] as const;

/** POST /notification-channels. */
export const newChannel = z.discriminatedUnion('kind', [
  z.extend(pushChannel, { subscription: pushSubscription }),
  ...addressed,
]);
export type NewChannel = z.output<typeof newChannel>;

/** What an operator enters: the browser adds the subscription of web push. */
export const enteredChannel = z.discriminatedUnion('kind', [pushChannel, ...addressed]);
export type EnteredChannel = z.output<typeof enteredChannel>;

/** The fields of each kind beside those of all kinds, as the form shows them. */
export const CHANNEL_FIELDS: Record<
  ChannelKind,
  readonly { name: 'address' | 'token'; label: string; hint: string; example: string }[]
> = {
  web_push: [],
  ntfy: [
    {
      name: 'address',
      label: 'Topic address',
      example: 'https://ntfy.sh/your-topic',
      hint: 'Choose a topic that nobody can guess: it is the only secret of a public server.',
    },
    {
      name: 'token',
      label: 'Access token',
      example: 'tk_...',
      hint: 'Only for a topic that is protected.',
    },
  ],
  slack: [
    {
      name: 'address',
      label: 'Webhook URL',
      example: 'https://hooks.slack.com/services/...',
      hint: 'In Slack: Apps, Incoming Webhooks, Add to Slack.',
    },
  ],
  discord: [
    {
      name: 'address',
      label: 'Webhook URL',
      example: 'https://discord.com/api/webhooks/...',
      hint: 'In Discord: Edit Channel, Integrations, Webhooks, Copy Webhook URL.',
    },
  ],
  webhook: [
    {
      name: 'address',
      label: 'Address',
      example: 'https://example.org/notifications',
      hint: 'Gets JSON by POST, signed as Standard Webhooks require.',
    },
  ],
};

/** PATCH /notification-channels/{id}: what is left out stays as it is. */
export const channelChange = z.partial(z.object({ ...settings, is_paused: z.boolean() }));
export type ChannelChange = z.output<typeof channelChange>;

const channel = z.object({
  id: z.int(),
  name: z.string(),
  kind: channelKind,
  /** Without the part that is a secret. */
  address: z.string(),
  kinds: z.array(notificationKind),
  quiet: z.nullable(z.object({ from: z.string(), to: z.string(), zone: z.string() })),
  is_paused: z.boolean(),
  /** The first of the attempts that failed since the last message that arrived. */
  failing_since: z.nullable(instant),
  /** Why the last attempt failed, in a sentence. */
  reason: z.nullable(z.string()),
  /** Notifications that are not sent yet. */
  waiting: z.int(),
  /** The last message that arrived. */
  sent_at: z.nullable(instant),
  created_at: instant,
});
export type NotificationChannel = z.infer<typeof channel>;

/** The answer of GET /notification-channels: the oldest first. */
export const channelsAnswer = answerOf({ data: z.array(channel) });

/** The answer of PATCH /notification-channels/{id}. */
export const channelAnswer = answerOf({ data: channel });

/** The answer of POST /notification-channels. The secret of a webhook signs its messages and is in no other answer. */
export const madeChannelAnswer = answerOf({
  data: channel,
  signing_secret: z.nullable(z.string()),
});

/** The answer of POST /notification-channels/{id}/test: what the receiver answered. */
export const channelTestAnswer = answerOf({
  delivered: z.boolean(),
  /** The status of its answer; null without an answer. */
  status: z.nullable(z.int()),
  message: z.string(),
});
export type ChannelTest = Omit<z.infer<typeof channelTestAnswer>, 'success'>;

/** The answer of GET /notification-channels/push-key: the `applicationServerKey` of subscriptions, in base64url. */
export const pushKeyAnswer = answerOf({ key: z.string() });

/** The end of an address is shown if what stays hidden is at least this long. */
const MIN_HIDDEN = 16;
const SHOWN_END = 4;

/** An address without its secret part: the path, of which the last characters remain so that addresses of one host differ. */
export function shownAddress(given: string): string {
  const { origin, pathname, search } = new URL(given);
  const secret = `${pathname}${search}`.slice(1);
  if (secret === '') return origin;
  const end = secret.length >= MIN_HIDDEN + SHOWN_END ? secret.slice(-SHOWN_END) : '';
  return `${origin}/…${end}`;
}
