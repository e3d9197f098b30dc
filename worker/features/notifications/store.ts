import { asc, isNull, type SQL, sql } from 'drizzle-orm';
import type { NotificationKind } from '../../../shared/notifications/schema.ts';
import { jsonRows } from '../../db/bulk.ts';
import type { Database } from '../../db/client.ts';
import { notifications } from '../../db/schema/notifications.ts';

export type StoredNotification = typeof notifications.$inferSelect;

/** A fact that operators are told. */
export interface NewNotification {
  kind: NotificationKind;
  /** What it is about: an artist, an event, a mailbox. */
  title: string;
  /** What happened to it, in two or three words: "Back in stock". Left out: the kind's name. */
  topic?: string;
  /** The facts, in one line. */
  body: string;
  /** A path of the web app that shows more. */
  href?: string;
  /** Names the fact: the same key is stored once, however often it is found. */
  dedupeKey: string;
  /** Now, in milliseconds. */
  createdAt: number;
}

/** The most characters of a text; longer ones are cut. */
const LIMITS = { title: 200, topic: 60, body: 1_000 };

/**
 * The statements that store notifications, for the caller's own batch: a fact and its notification are written together or
 * not at all. Call `deliverNotifications` after the batch.
 */
export function notificationStatements(given: readonly NewNotification[]): SQL[] {
  if (given.length === 0) return [];
  const rows = given.map(({ topic = '', href = null, ...rest }) => ({
    ...rest,
    title: rest.title.slice(0, LIMITS.title),
    topic: topic.slice(0, LIMITS.topic),
    body: rest.body.slice(0, LIMITS.body),
    href,
  }));
  const names = ['kind', 'title', 'topic', 'body', 'href', 'dedupeKey', 'createdAt'] as const;
  return [
    sql`insert into notifications (kind, title, topic, body, href, dedupe_key, created_at)
      select * from ${jsonRows(names, rows)} where true on conflict (dedupe_key) do nothing`,
  ];
}

/** Notifications that were not published on the live channel yet, oldest first. */
export async function readUnpublished(db: Database, limit: number): Promise<StoredNotification[]> {
  return db
    .select()
    .from(notifications)
    .where(isNull(notifications.publishedAt))
    .orderBy(asc(notifications.id))
    .limit(limit);
}

/** Notes that notifications were published. */
export async function markPublished(
  db: Database,
  ids: readonly number[],
  publishedAt: number,
): Promise<void> {
  await db
    .update(notifications)
    .set({ publishedAt })
    .where(sql`${notifications.id} in (select value from json_each(${JSON.stringify(ids)}))`);
}
