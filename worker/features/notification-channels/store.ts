import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { DomainError, noSuch } from '../../../shared/errors.ts';
import { type ChannelChange, MAX_CHANNELS } from '../../../shared/notification-channels/schema.ts';
import { DAY_MS } from '../../../shared/times.ts';
import { factsBefore } from '../../db/audit.ts';
import { type Changing, change } from '../../db/change.ts';
import { type Database, runBatch } from '../../db/client.ts';
import {
  channelDeliveries,
  notificationChannels,
  pushKeys,
} from '../../db/schema/notification-channels.ts';
import { notifications } from '../../db/schema/notifications.ts';
import { operators } from '../../db/schema/operators.ts';
import {
  type NewNotification,
  notificationStatements,
  type StoredNotification,
} from '../notifications/index.ts';

export type StoredChannel = typeof notificationChannels.$inferSelect;
/** A channel with the number of its notifications that are not sent yet. */
export type ListedChannel = StoredChannel & { waiting: number };
type NewRow = typeof notificationChannels.$inferInsert;

const channels = notificationChannels;
const deliveries = channelDeliveries;
const isOwn = (id: number, operatorId: number) =>
  and(eq(channels.id, id), eq(channels.operatorId, operatorId));

const waiting = sql<number>`(select count(*) from ${deliveries} where ${deliveries.channelId} = ${channels.id})`;

/** The channels of an operator, the oldest first. */
export async function findChannels(db: Database, operatorId: number): Promise<ListedChannel[]> {
  const rows = await db
    .select({ channel: channels, waiting })
    .from(channels)
    .where(eq(channels.operatorId, operatorId))
    .orderBy(asc(channels.id));
  return rows.map((row) => ({ ...row.channel, waiting: row.waiting }));
}

/** @throws DomainError `not_found` */
export async function findChannel(
  db: Database,
  id: number,
  operatorId: number,
): Promise<ListedChannel> {
  const [row] = await db
    .select({ channel: channels, waiting })
    .from(channels)
    .where(isOwn(id, operatorId));
  if (row === undefined) throw noSuch('channel');
  return { ...row.channel, waiting: row.waiting };
}

/** @returns its id @throws DomainError `conflict` if the operator has too many */
export async function insertChannel(ctx: Changing, row: NewRow): Promise<number> {
  const { added } = await change(ctx, {
    statements: {
      room: sql`select 1 where (select count(*) from ${channels} where ${channels.operatorId} = ${row.operatorId}) < ${MAX_CHANNELS}`,
      added: ctx.db.insert(channels).values(row).returning({ id: channels.id }),
    },
    audit: {
      action: 'notification-channels.add',
      subject: 'notification_channel',
      subjectIds: sql`(select last_insert_rowid() as id)`,
      detail: { name: row.name, kind: row.kind, address: row.shownAddress, kinds: row.kinds },
    },
    expect: {
      room: () =>
        new DomainError(
          'conflict',
          `An operator has at most ${MAX_CHANNELS} channels. Delete one.`,
        ),
    },
  });
  return added[0]?.id ?? 0;
}

/**
 * Changes a channel. Waiting notifications become due at once, so that the next delivery follows
 * the new quiet hours, and a resumed channel starts without its failures.
 * @throws DomainError `not_found`
 */
export async function updateChannel(
  ctx: Changing,
  id: number,
  operatorId: number,
  edit: ChannelChange,
): Promise<void> {
  const { is_paused: isPaused, ...settings } = edit;
  const resumed = { failures: 0, failingSince: null, reason: null };
  await change(ctx, {
    statements: {
      changed: ctx.db
        .update(channels)
        .set({
          ...settings,
          ...(isPaused !== undefined && { isPaused }),
          ...(isPaused === false && resumed),
          nextAt: 0,
        })
        .where(isOwn(id, operatorId)),
    },
    audit: {
      action: 'notification-channels.change',
      subject: 'notification_channel',
      detail: {
        ...(edit.name !== undefined && { name: edit.name }),
        ...(edit.kinds !== undefined && { kinds: edit.kinds }),
        ...(edit.quiet !== undefined && { quiet: describeQuiet(edit.quiet) }),
        ...(isPaused !== undefined && { isPaused }),
      },
      before: factsBefore(
        channels.id,
        { name: channels.name, isPaused: channels.isPaused },
        isOwn(id, operatorId),
      ),
    },
    expect: { changed: () => noSuch('channel') },
  });
}

const describeQuiet = (quiet: ChannelChange['quiet']): string | null =>
  quiet ? `${quiet.from} to ${quiet.to}, ${quiet.zone}` : null;

/** @throws DomainError `not_found` */
export async function deleteChannel(ctx: Changing, id: number, operatorId: number): Promise<void> {
  const ownId = sql`(select ${channels.id} from ${channels} where ${isOwn(id, operatorId)})`;
  await change(ctx, {
    statements: {
      waiting: ctx.db.delete(deliveries).where(sql`${deliveries.channelId} in ${ownId}`),
      deleted: ctx.db.delete(channels).where(isOwn(id, operatorId)),
    },
    audit: {
      action: 'notification-channels.delete',
      subject: 'notification_channel',
      before: factsBefore(
        channels.id,
        { name: channels.name, kind: channels.kind, address: channels.shownAddress },
        isOwn(id, operatorId),
      ),
    },
    expect: { deleted: () => noSuch('channel') },
  });
}

/**
 * A Retry-After of a day plus quiet hours of a day. A later time was written while the clock was
 * fast.
 */
const LONGEST_WAIT_MS = 3 * DAY_MS;

/**
 * The channels of operators who may sign in that have something to send now, and that no other call
 * has claimed. Working channels come first.
 */
export function findDue(db: Database, now: number): Promise<StoredChannel[]> {
  return db
    .select()
    .from(channels)
    .where(
      and(
        eq(channels.isPaused, false),
        sql`(${channels.nextAt} <= ${now} or ${channels.nextAt} > ${now + LONGEST_WAIT_MS})`,
        sql`(${channels.leaseUntil} <= ${now} or ${channels.leaseUntil} > ${now + DAY_MS})`,
        sql`exists (select 1 from ${deliveries} where ${deliveries.channelId} = ${channels.id})`,
        sql`exists (select 1 from ${operators} where ${operators.id} = ${channels.operatorId} and ${isNull(operators.disabledAt)})`,
      ),
    )
    .orderBy(asc(channels.failures), asc(channels.id));
}

/** Keeps the messages of a channel until its quiet hours end, unless the channel has been changed. */
export async function holdBack(db: Database, channel: StoredChannel, until: number): Promise<void> {
  await db
    .update(channels)
    .set({ nextAt: until, isHolding: true })
    .where(
      and(
        eq(channels.id, channel.id),
        eq(channels.nextAt, channel.nextAt),
        sql`${channels.quiet} is ${JSON.stringify(channel.quiet)}`,
      ),
    );
}

/**
 * What is stored after a message's id: whether it contains the notifications of quiet hours, and
 * how often it was refused as a message of one notification.
 */
const DIGEST = '-digest';
const REFUSED = /-refused-(\d)$/;
const isRefused = sql`coalesce(${deliveries.post}, '') like '%-refused-_'`;

/** The content of one message. */
export interface Claim {
  channel: StoredChannel;
  /**
   * How its notifications are stored as part of one message: the id, and the number of refusals.
   */
  post: string;
  /** The id of the message, the same for each attempt. */
  id: string;
  isDigest: boolean;
  /** How often it was refused as a message of one notification. */
  refusals: number;
  notifications: StoredNotification[];
}

/**
 * Claims the notifications of the next message of a channel: those of a message that was attempted
 * before, otherwise all waiting ones, up to `limit`. No other call claims from this channel until
 * {@link settle}, or until `leaseUntil` if this call ends.
 * @returns null if nothing is due, or another call has claimed it
 */
export async function claim(
  db: Database,
  channelId: number,
  { now, leaseUntil, limit }: { now: number; leaseUntil: number; limit: number },
): Promise<Claim | null> {
  const lease = crypto.randomUUID();
  const isMine = sql`exists (select 1 from ${channels} where ${channels.id} = ${channelId} and ${channels.lease} = ${lease})`;
  const { post, notificationId } = deliveries;
  const isOfChannel = sql`${deliveries.channelId} = ${channelId}`;
  // Messages that were attempted before come first, and those that were refused for their content last.
  const next = sql`(select ${post} from ${deliveries} where ${isOfChannel} order by ${isRefused}, ${post} is null, ${notificationId} limit 1)`;
  const digest = `${lease}${DIGEST}`;
  const newPost = sql`(select iif(${channels.isHolding}, ${digest}, ${lease}) from ${channels} where ${channels.id} = ${channelId})`;
  const [, , , claimed, holders] = await db.batch([
    db
      .update(channels)
      .set({ lease, leaseUntil })
      .where(
        and(
          eq(channels.id, channelId),
          eq(channels.isPaused, false),
          sql`(${channels.nextAt} <= ${now} or ${channels.nextAt} > ${now + LONGEST_WAIT_MS})`,
          sql`(${channels.leaseUntil} <= ${now} or ${channels.leaseUntil} > ${now + DAY_MS})`,
          sql`exists (select 1 from ${deliveries} where ${isOfChannel})`,
        ),
      ),
    db.run(sql`update ${deliveries} set post = ${newPost} where ${isOfChannel} and ${isMine} and ${next} is null
      and ${notificationId} in (select ${notificationId} from ${deliveries} where ${isOfChannel} and ${post} is null order by ${notificationId} limit ${limit})`),
    // From now on, the id of the message shows that it is a digest.
    db
      .update(channels)
      .set({ isHolding: false })
      .where(
        sql`${channels.id} = ${channelId} and exists (select 1 from ${deliveries} where ${isOfChannel} and ${post} = ${digest})`,
      ),
    db
      .select({ notification: notifications, post })
      .from(deliveries)
      .innerJoin(notifications, eq(notifications.id, notificationId))
      .where(sql`${isOfChannel} and ${isMine} and ${post} = ${next}`)
      .orderBy(asc(notifications.id)),
    db
      .select()
      .from(channels)
      .where(and(eq(channels.id, channelId), eq(channels.lease, lease))),
  ]);
  const [channel] = holders;
  const stored = claimed[0]?.post;
  if (channel === undefined || !stored) return null;
  const id = stored.replace(REFUSED, '');
  return {
    channel,
    post: stored,
    id,
    isDigest: id.endsWith(DIGEST),
    refusals: Number(REFUSED.exec(stored)?.[1] ?? 0),
    notifications: claimed.map(({ notification }) => notification),
  };
}

/** The consequence of a message for its channel. */
export interface Settlement {
  /**
   * `sent` and `dropped` end the deliveries; `repeat` keeps them under the id of the message, and
   * `split` gives each one its own id. A message that was `refused` is sent again after all others,
   * under its id.
   */
  deliveries: 'sent' | 'dropped' | 'repeat' | 'split' | 'refused';
  failures: number;
  failingSince: number | null;
  reason: string | null;
  nextAt: number;
  isPausing: boolean;
  /** A notice for the operator. */
  notice: NewNotification | null;
}

/** Stores the result of a message and releases the channel. A call whose lease was lost changes nothing. */
export async function settle(
  db: Database,
  { channel, id, post, refusals }: Claim,
  { isPausing, notice, deliveries: fate, nextAt, ...state }: Settlement,
  now: number,
): Promise<void> {
  const isHeld = sql`exists (select 1 from ${channels} where ${channels.id} = ${channel.id} and ${channels.lease} is ${channel.lease})`;
  const isOfMessage = sql`${deliveries.channelId} = ${channel.id} and ${deliveries.post} = ${post} and ${isHeld}`;
  const isDone = fate === 'sent' || fate === 'dropped';
  const newPost = {
    split: sql`lower(hex(randomblob(16)))`,
    refused: `${id}-refused-${refusals + 1}`,
  };
  // Other waiting notifications are not delayed by a refused message.
  const hasOthers = sql`exists (select 1 from ${deliveries} where ${deliveries.channelId} = ${channel.id} and not ${isRefused})`;
  const hasNew = sql`exists (select 1 from ${deliveries} where ${deliveries.channelId} = ${channel.id} and ${deliveries.post} is null)`;
  await runBatch(db, [
    ...(isDone ? [db.run(sql`delete from ${deliveries} where ${isOfMessage}`)] : []),
    ...(fate === 'split' || fate === 'refused'
      ? [db.run(sql`update ${deliveries} set post = ${newPost[fate]} where ${isOfMessage}`)]
      : []),
    db
      .update(channels)
      .set({
        ...state,
        nextAt: fate === 'refused' ? sql`case when ${hasOthers} then 0 else ${nextAt} end` : nextAt,
        ...(isPausing && { isPaused: true }),
        ...(fate === 'sent' && {
          sentAt: now,
          isHolding: sql`${channels.isHolding} and ${hasNew}`,
        }),
        lease: null,
        leaseUntil: 0,
      })
      .where(sql`${channels.id} = ${channel.id} and ${channels.lease} is ${channel.lease}`),
    ...(notice === null ? [] : notificationStatements([notice]).map((one) => db.run(one))),
  ]);
}

/** Records that a test message arrived: notifications that wait after failures are due now. */
export async function noteArrival(db: Database, id: number): Promise<void> {
  await db
    .update(channels)
    .set({ failures: 0, failingSince: null, reason: null, nextAt: 0 })
    .where(and(eq(channels.id, id), sql`${channels.failingSince} is not null`));
}

/**
 * Stores the keys of web push unless keys exist.
 * @returns the stored keys
 */
export async function keepPushKeys(
  db: Database,
  row: Omit<typeof pushKeys.$inferInsert, 'id'>,
): Promise<typeof pushKeys.$inferSelect> {
  const [, [stored]] = await db.batch([
    db
      .insert(pushKeys)
      .values({ id: 1, ...row })
      .onConflictDoNothing(),
    db.select().from(pushKeys),
  ]);
  if (stored === undefined) throw new Error('The keys of web push were not stored.');
  return stored;
}

export async function findPushKeys(
  db: Database,
): Promise<typeof pushKeys.$inferSelect | undefined> {
  return (await db.select().from(pushKeys))[0];
}
