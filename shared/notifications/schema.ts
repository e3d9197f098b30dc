import * as z from 'zod/mini';

/** The kinds of notifications, with the words that name one and many of them. */
export const NOTIFICATION_KINDS = {
  price_alert: { one: 'Price alert', many: 'price alerts' },
  artist_event: { one: 'Artist event', many: 'artist events' },
  presale_code: { one: 'Presale code', many: 'presale codes' },
  mailbox: { one: 'Mailbox', many: 'mailbox notices' },
  system: { one: 'System', many: 'system notices' },
} as const;
export type NotificationKind = keyof typeof NOTIFICATION_KINDS;

export const notificationKind = z.enum([
  'price_alert',
  'artist_event',
  'presale_code',
  'mailbox',
  'system',
]);

/** A notification as lists and the live channel show it. */
export const notification = z.object({
  id: z.number(),
  kind: notificationKind,
  /** What it is about: an artist, an event, a mailbox. */
  title: z.string(),
  /** What happened to it, in two or three words; empty: the kind's name stands for it. */
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
