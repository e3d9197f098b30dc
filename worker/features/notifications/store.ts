import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  isNull,
  lte,
  min,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import {
  MOST_UNREAD,
  type NotificationKind,
  type NotificationsQuery,
} from '../../../shared/notifications/schema.ts';
import { cut } from '../../../shared/text.ts';
import { HOUR_MS } from '../../../shared/times.ts';
import { factsOf } from '../../db/audit.ts';
import { inBatches } from '../../db/batches.ts';
import { insertRows, isOneOf, jsonRows } from '../../db/bulk.ts';
import { type Changing, change } from '../../db/change.ts';
import type { Database } from '../../db/client.ts';
import { fields, into, nameOf } from '../../db/names.ts';
import {
  afterCursor,
  newestFirst,
  orderBy,
  type PageCursor,
  type PageOrder,
} from '../../db/page.ts';
import { channelDeliveries, notificationChannels } from '../../db/schema/notification-channels.ts';
import {
  notificationReads,
  notificationSettings,
  notifications,
} from '../../db/schema/notifications.ts';
import { operators } from '../../db/schema/operators.ts';
import { containsInAnyCase, phraseOf } from '../../db/text-index.ts';

export type StoredNotification = typeof notifications.$inferSelect;

/** A notification for operators before it is stored. */
export interface NewNotification {
  kind: NotificationKind;
  /** The subject of the notification: an artist, an event, a mailbox. */
  title: string;
  /** The event in two or three words, such as "Back in stock". The name of the kind is used without it. */
  topic?: string;
  /** The facts, in one line. */
  body: string;
  /** A path of the web app with more details. */
  href?: string;
  /** Identifies the fact. A key is stored once, however often it occurs. */
  dedupeKey: string;
  /** The operator whom it concerns; null or absent for the whole team. */
  operatorId?: number | null;
  /** Now, in milliseconds. */
  createdAt: number;
}

/** The maximum number of characters in a text; longer ones are cut. */
const LIMITS = { title: 200, topic: 60, body: 1_000 };

/**
 * The statements that store notifications, for the caller's own batch: a fact and its notification are written together or
 * not at all. Call `deliverNotifications` after the batch.
 */
export function notificationStatements(given: readonly NewNotification[]): SQL[] {
  const rows = given.map(({ topic = '', href = null, operatorId = null, ...rest }) => ({
    ...rest,
    operatorId,
    // The webhook is that of the team.
    webhookState: operatorId === null ? 'pending' : 'off',
    title: cut(rest.title, LIMITS.title),
    topic: cut(topic, LIMITS.topic),
    body: cut(rest.body, LIMITS.body),
    href,
  }));
  const onConflict = sql`on conflict (${nameOf(notifications.dedupeKey)}) do nothing`;
  return insertRows(notifications, rows, { onConflict });
}

/** Stores notifications that do not belong to a change of data. */
export async function insertNotifications(
  ctx: Changing,
  given: readonly NewNotification[],
): Promise<void> {
  await change(ctx, { statements: { added: notificationStatements(given) }, audit: null });
}

const idIn = (ids: readonly number[]): SQL => isOneOf(notifications.id, ids);

/** Notifications that were not published on the live channel yet, oldest first. */
export async function readUnpublished(db: Database, limit: number): Promise<StoredNotification[]> {
  return db
    .select()
    .from(notifications)
    .where(isNull(notifications.publishedAt))
    .orderBy(asc(notifications.id))
    .limit(limit);
}

/** Records that notifications were published. */
export async function markPublished(
  db: Database,
  ids: readonly number[],
  publishedAt: number,
): Promise<void> {
  await db.update(notifications).set({ publishedAt }).where(idIn(ids));
}

/** The longest wait for the next attempt of a post. */
export const LONGEST_RETRY_MS = HOUR_MS;

/** The consequence of a post for its notifications. */
export interface Verdict {
  state: 'sent' | 'pending' | 'dead';
  /** When the next attempt is due, in milliseconds since the epoch. */
  nextAt: number;
  error: string | null;
}

/** A time beyond the longest wait was written while the clock was fast. */
const isDue = (now: number) =>
  and(
    eq(notifications.webhookState, 'pending'),
    or(
      lte(notifications.webhookNextAt, now),
      gt(notifications.webhookNextAt, now + LONGEST_RETRY_MS),
    ),
  );

/** Whether a post is due. */
export async function isPostDue(db: Database, now: number): Promise<boolean> {
  const rows = await db
    .select({ id: notifications.id })
    .from(notifications)
    .where(isDue(now))
    .limit(1);
  return rows.length > 0;
}

/**
 * Claims the notifications of one post until `leaseUntil`, and counts the attempt. If the oldest due notification
 * belongs to a post that was attempted before, the notifications of that post are claimed, otherwise up to `limit` of the
 * others.
 * @param postId the id of the post, unless it is repeated
 */
export async function claimPosts(
  db: Database,
  claim: { now: number; leaseUntil: number; limit: number; postId: string },
): Promise<StoredNotification[]> {
  const { id, webhookPost } = notifications;
  const due = sql`select ${id} from ${notifications} where ${isDue(claim.now)}`;
  const oldestPost = sql`(select ${webhookPost} from ${notifications} where ${isDue(claim.now)} order by ${id} limit 1)`;
  const rows = await db
    .update(notifications)
    .set({
      webhookAttempts: sql`${notifications.webhookAttempts} + 1`,
      webhookNextAt: claim.leaseUntil,
      webhookPost: sql`coalesce(${webhookPost}, ${claim.postId})`,
    })
    .where(
      sql`${id} in (${due} and ${webhookPost} is ${oldestPost} order by ${id} limit ${claim.limit})`,
    )
    .returning();
  return rows.sort((one, other) => one.id - other.id);
}

/** Records the results of posts. */
export async function settlePosts(
  db: Database,
  verdicts: readonly (Verdict & { id: number; postId: string })[],
): Promise<void> {
  const input = jsonRows(['id', 'state', 'nextAt', 'error', 'postId'], verdicts);
  const { id, webhookState, webhookNextAt, webhookError, webhookPost } = notifications;
  await db.run(sql`update ${notifications} set ${nameOf(webhookState)} = input.state, ${nameOf(webhookNextAt)} = input.nextAt,
      ${nameOf(webhookError)} = input.error, ${nameOf(webhookPost)} = input.postId
    from ${input} as input where input.id = ${id}`);
}

/**
 * Whether a channel has something to send. Some of it may still have to wait, which the delivery
 * decides.
 */
export async function isDeliveryDue(db: Database): Promise<boolean> {
  const rows = await db
    .select({ id: channelDeliveries.channelId })
    .from(channelDeliveries)
    .limit(1);
  return rows.length > 0;
}

/** No webhook is set: waiting notifications are not posted later either. */
export async function deletePosts(db: Database): Promise<void> {
  await db
    .update(notifications)
    .set({ webhookState: 'off' })
    .where(eq(notifications.webhookState, 'pending'));
}

/**
 * Allows ten new attempts for notifications that were given up.
 * @returns their number.
 */
export async function resendPosts(ctx: Changing): Promise<number> {
  const { resent } = await change(ctx, {
    statements: {
      resent: ctx.db
        .update(notifications)
        .set({
          webhookState: 'pending',
          webhookAttempts: 0,
          webhookNextAt: 0,
          webhookError: null,
        })
        .where(eq(notifications.webhookState, 'dead')),
    },
    audit: { action: 'notifications.resend', subject: 'notifications' },
  });
  return resent.rowsAffected;
}

const NEWEST_FIRST = newestFirst(notifications.id);

/** All notifications up to this one are read. */
const readUpTo = (operatorId: number): SQL =>
  sql`coalesce((select ${notificationSettings.readUpTo} from ${notificationSettings} where ${isSettingOf(operatorId)}), 0)`;

const isSettingOf = (operatorId: number): SQL =>
  sql`${notificationSettings.operatorId} = ${operatorId}`;

/**
 * The condition for read notifications: from before the operator was added, up to the mark, or read
 * one by one.
 */
const isReadBy = (operatorId: number): SQL<boolean> => sql`(
  ${notifications.createdAt} < (select ${operators.createdAt} from ${operators} where ${operators.id} = ${operatorId})
  or ${notifications.id} <= ${readUpTo(operatorId)}
  or exists (select 1 from ${notificationReads}
    where ${notificationReads.operatorId} = ${operatorId} and ${notificationReads.notificationId} = ${notifications.id})
)`;

const isMutedBy = (operatorId: number): SQL => sql`${notifications.kind} in (
  select value from json_each((select ${notificationSettings.muted} from ${notificationSettings} where ${isSettingOf(operatorId)})))`;

const matching = (
  operatorId: number,
  { kind, unread }: Partial<NotificationsQuery>,
): SQL => sql`(${notifications.operatorId} is null or ${notifications.operatorId} = ${operatorId})
  ${kind ? sql`and ${notifications.kind} = ${kind}` : sql``}
  ${unread ? isUnreadBy(operatorId) : sql``}`;

/**
 * The full-text index (see the migration), which SQLite reads from the newest row: a page of
 * frequent parts ends after its rows.
 */
const SEARCH = sql.identifier('notifications_search');
const NEWEST_FOUND: PageOrder = {
  columns: [sql`${SEARCH}.rowid`],
  isDescending: true,
  // Uses the name of the index, because otherwise the row would be compared with itself.
  fromRow: (row) =>
    sql`from (select ${notifications.id} as rowid from ${notifications} where ${notifications.id} = ${row}) as ${SEARCH}`,
};

/** The source of a list with its condition: all notifications, or those with a text. */
function source(
  operatorId: number,
  { search: text, unread }: Partial<NotificationsQuery>,
): { from: SQL; where: SQL; order: PageOrder } {
  const phrase = phraseOf(text ?? '');
  if (phrase !== null) {
    const from = sql`${SEARCH} cross join ${notifications} on ${notifications.id} = ${SEARCH}.rowid`;
    // The index applies the bound of unread rows only to its own row number.
    const bound = unread ? sql`and ${SEARCH}.rowid > ${readUpTo(operatorId)}` : sql``;
    return { from, where: sql`and ${SEARCH} match ${phrase} ${bound}`, order: NEWEST_FOUND };
  }
  const { title, topic, body } = notifications;
  // A text of one or two characters occurs in the newest rows.
  const where = text
    ? sql`and ${containsInAnyCase(sql`lower(concat_ws(char(10), ${title}, ${topic}, ${body}))`, text)}`
    : sql``;
  return { from: sql`${notifications}`, where, order: NEWEST_FIRST };
}

/**
 * The bound of the ids is also part of {@link isReadBy}. As a separate condition, it prevents
 * SQLite from reading all older rows.
 */
const isUnreadBy = (
  operatorId: number,
): SQL => sql`and ${notifications.id} > ${readUpTo(operatorId)}
  and not ${isReadBy(operatorId)} and not ${isMutedBy(operatorId)}`;

/**
 * A page of notifications, newest first, with the numbers and settings of an operator. Unread ones
 * are counted up to {@link MOST_UNREAD}. There is one row more than the query's limit if more
 * follow.
 */
export async function readPage(
  db: Database,
  operatorId: number,
  query: NotificationsQuery,
  cursor: PageCursor | null,
) {
  const { from, where, order } = source(operatorId, query);
  const columns = fields({ ...getTableColumns(notifications), isRead: isReadBy(operatorId) });
  const isDead = eq(notifications.webhookState, 'dead');
  const [rows, unread, settings, dead] = await db.batch([
    db.all<StoredNotification & { isRead: number }>(
      sql`select ${columns} from ${from} where ${matching(operatorId, query)} ${where} ${afterCursor(cursor, order)}
        ${orderBy(order)} limit ${query.limit + 1}`,
    ),
    db.select({ count: count() }).from(
      db
        .select({ id: notifications.id })
        .from(notifications)
        .where(matching(operatorId, { unread: 'true' }))
        .orderBy(desc(notifications.id))
        .limit(MOST_UNREAD)
        .as('unread'),
    ),
    db
      .select({ muted: notificationSettings.muted })
      .from(notificationSettings)
      .where(eq(notificationSettings.operatorId, operatorId)),
    db
      .select({
        count: count(),
        since: min(notifications.createdAt),
        error: sql<string | null>`max(${notifications.webhookError})`,
      })
      .from(notifications)
      .where(isDead),
  ]);
  return {
    rows: rows.map((row) => ({ ...row, isRead: row.isRead === 1 })),
    unread: unread[0]?.count ?? 0,
    muted: settings[0]?.muted ?? '[]',
    dead: dead[0] ?? { count: 0, since: null, error: null },
  };
}

/** Marks notifications as read by an operator. Without ids, all are marked. */
export async function markRead(
  ctx: Changing,
  operatorId: number,
  ids: readonly number[] | null,
): Promise<void> {
  const ofOperator = eq(notificationReads.operatorId, operatorId);
  const newest = sql`coalesce((select max(${notifications.id}) from ${notifications}), 0)`;
  await change(ctx, {
    statements:
      ids === null
        ? {
            all: ctx.db
              .insert(notificationSettings)
              .values({ operatorId, readUpTo: newest })
              .onConflictDoUpdate({
                target: notificationSettings.operatorId,
                set: { readUpTo: newest },
              }),
            single: ctx.db.delete(notificationReads).where(ofOperator),
          }
        : {
            some: [
              sql`insert into ${into(notificationReads, ['operatorId', 'notificationId'])}
                select ${operatorId}, ${notifications.id} from ${notifications} where ${idIn(ids)} on conflict do nothing`,
            ],
          },
    audit: null,
  });
}

/** Stores which kinds an operator has muted. */
export async function writeMuted(
  ctx: Changing,
  operatorId: number,
  kinds: readonly NotificationKind[],
): Promise<void> {
  const muted = JSON.stringify(kinds);
  await change(ctx, {
    statements: {
      muted: ctx.db.insert(notificationSettings).values({ operatorId, muted }).onConflictDoUpdate({
        target: notificationSettings.operatorId,
        set: { muted },
      }),
    },
    audit: {
      action: 'notifications.mute',
      subject: 'operator',
      detail: { kinds },
      before: sql`select ${String(operatorId)} as id, (select ${factsOf({ kinds: sql`json(${notificationSettings.muted})` })}
        from ${notificationSettings} where ${notificationSettings.operatorId} = ${operatorId}) as was`,
    },
  });
}

/**
 * Deletes notifications stored before an instant (milliseconds), in batches from the oldest one,
 * with their read marks.
 * @returns how many there were.
 */
export async function deleteBefore(db: Database, createdAt: number): Promise<number> {
  let total = 0;
  await inBatches(async (size) => {
    // Ids rise with the time.
    const last = sql`(select max(id) from (select ${notifications.id} as id, ${notifications.createdAt} as at from ${notifications}
      order by ${notifications.id} limit ${size}) where at < ${createdAt})`;
    const [, , deleted] = await db.batch([
      db.run(
        sql`delete from ${notificationReads} where ${notificationReads.operatorId} in (select ${operators.id} from ${operators})
          and ${notificationReads.notificationId} <= ${last}`,
      ),
      db.run(
        sql`delete from ${channelDeliveries} where ${channelDeliveries.channelId} in (select ${notificationChannels.id} from ${notificationChannels})
          and ${channelDeliveries.notificationId} <= ${last}`,
      ),
      db.run(sql`delete from ${notifications} where ${notifications.id} <= ${last}`),
    ]);
    total += deleted.rowsAffected;
    return deleted.rowsAffected >= size;
  });
  return total;
}
