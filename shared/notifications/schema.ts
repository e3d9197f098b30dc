import * as z from 'zod/mini';
import { answerOf, instant } from '../answers.ts';

/** The kinds of notifications, with the words that name one and many of them. */
export const NOTIFICATION_KINDS = {
  price_alert: { one: 'Price alert', many: 'price alerts' },
  artist_event: { one: 'Artist event', many: 'artist events' },
  presale_code: { one: 'Presale code', many: 'presale codes' },
  sale_soon: { one: 'Sale opens soon', many: 'reminders of sales' },
  sale_moved: { one: 'Sale moved', many: 'moved sales' },
  mailbox: { one: 'Mailbox', many: 'mailbox notices' },
  system: { one: 'System', many: 'system notices' },
} as const;
export type NotificationKind = keyof typeof NOTIFICATION_KINDS;

export const notificationKind = z.enum([
  'price_alert',
  'artist_event',
  'presale_code',
  'sale_soon',
  'sale_moved',
  'mailbox',
  'system',
]);

/** A notification as lists and the live channel show it. */
export const notification = z.object({
  id: z.number(),
  kind: notificationKind,
  /** Its subject: an artist, an event, a mailbox. */
  title: z.string(),
  /** The event in two or three words; if empty, lists show the name of the kind. */
  topic: z.string(),
  /** The facts, in one line. */
  body: z.string(),
  /** A path of the web app; null if no page shows more. */
  href: z.nullable(z.string()),
  /** ISO 8601 */
  created_at: z.string(),
  is_read: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

/** GET /notifications: newest first. */
export const notificationsQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
  cursor: z.optional(z.string()),
  kind: z.optional(notificationKind),
  /** The number of notifications that are neither read nor muted. */
  unread: z.optional(z.literal('true')),
  /** A part of the title, the topic or the body, in any case. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters'))),
});
export type NotificationsQuery = z.output<typeof notificationsQuery>;

const id = z.int().check(z.positive());

/** POST /notifications/read */
export const readRequest = z.union([
  z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(1_000)) }),
  z.strictObject({ all: z.literal(true) }),
]);
export type ReadRequest = z.output<typeof readRequest>;

/** PUT /notifications/muted: the kinds that are not announced to the operator. */
export const mutedRequest = z.object({
  kinds: z.array(notificationKind).check(z.maxLength(Object.keys(NOTIFICATION_KINDS).length)),
});

/** Unread notifications are counted up to this number. */
export const MOST_UNREAD = 100;

/** The answer of GET /notifications. */
export const notificationsAnswer = answerOf({
  data: z.array(notification),
  /** Of all notifications, whatever the query, counted up to {@link MOST_UNREAD}. */
  unread: z.int(),
  next_cursor: z.nullable(z.string()),
  muted: z.array(notificationKind),
  webhook: z.object({
    /** Whether NOTIFY_WEBHOOK_URL is set. */
    is_set: z.boolean(),
    /** Notifications that were given up, the time of the first of them, and why the last one failed. */
    failed: z.int(),
    failed_since: z.nullable(instant),
    error: z.nullable(z.string()),
  }),
});
export type NotificationPage = Omit<z.infer<typeof notificationsAnswer>, 'success'>;

/** The answer of POST /notifications/resend. */
export const resendAnswer = answerOf({ resent: z.int(), message: z.string() });
