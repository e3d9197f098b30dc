import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { DomainError } from '../../../../shared/errors.ts';
import { DAY_MS, HOUR_MS } from '../../../../shared/times.ts';
import { deleteInBatches } from '../../../db/batches.ts';
import { isOneOf, jsonRows } from '../../../db/bulk.ts';
import { type Changing, change } from '../../../db/change.ts';
import { type Database, runBatch } from '../../../db/client.ts';
import { isOver } from '../../../db/lease.ts';
import { into, nameOf, namesOf } from '../../../db/names.ts';
import {
  priceAlerts,
  pricePoints,
  priceRounds,
  watchedEvents,
} from '../../../db/schema/price-monitor.ts';
import { keepPrices, type StoredEvent, type WithAlerts, withAlerts } from '../events/store.ts';
import type { CheckResult } from './check.ts';

const isDue = (now: number): SQL =>
  sql`${watchedEvents.isPaused} = 0 and ${isOver(watchedEvents.nextCheckAt, now, DAY_MS)}`;
const isListed = sql`${watchedEvents.providerId} <> ''`;
const isOfProvider = sql`(${watchedEvents.host} like '%ticketmaster.%' or ${watchedEvents.host} like '%livenation.%')`;

/** How a due event is checked next. */
const KINDS = {
  listed: sql`${isListed} and ${watchedEvents.readsPage} = 0`,
  /** Not searched for in the Discovery API yet. */
  unknown: sql`${watchedEvents.providerId} is null and ${isOfProvider}`,
  page: sql`(${watchedEvents.readsPage} = 1 or ${watchedEvents.providerId} = ''
    or ${watchedEvents.providerId} is null and not ${isOfProvider})`,
};
export type DueKind = keyof typeof KINDS;

/** Whether an event is due or something is left to send. */
export async function hasWork(db: Database, now: number): Promise<boolean> {
  const isAny = (condition: SQL) => sql`exists (select 1 from ${watchedEvents} where ${condition})`;
  const row = await db.get<{ work: number }>(sql`select ${isAny(isDue(now))}
    or ${isAny(sql`${watchedEvents.unsent} <> 'nothing'`)}
    or exists (select 1 from ${begunChecks} join ${watchedEvents} on ${watchedEvents.id} = begun.id
      where ${watchedEvents.version} <> begun.version) as work`);
  return row?.work === 1;
}

const begunChecks = sql`(select cast(key as integer) as id, value as version
  from ${priceRounds}, json_each(${priceRounds.begun})) as begun`;

/**
 * Events whose check was started and is not finished, such as those of an interrupted round.
 * `isStored` means that the event has changed since then, so that its state may not be sent yet;
 * otherwise its page may be what ended the Worker.
 */
export function listBegun(db: Database): Promise<{ id: number; isStored: number }[]> {
  return db.all(sql`select begun.id, ${watchedEvents.version} is not begun.version as isStored
    from ${begunChecks} left join ${watchedEvents} on ${watchedEvents.id} = begun.id`);
}

/**
 * Records events whose check begins, and that those with `ended` ids are finished. Another round that lost its lease may
 * write at the same time: only the named events change.
 */
export async function noteBegun(
  db: Database,
  begun: readonly Pick<StoredEvent, 'id' | 'version'>[],
  ended: Iterable<number>,
): Promise<void> {
  // In a patch of JSON, null removes a member.
  const changes = JSON.stringify({
    ...Object.fromEntries([...ended].map((id) => [id, null])),
    ...Object.fromEntries(begun.map(({ id, version }) => [id, version])),
  });
  await db.run(sql`insert into ${into(priceRounds, ['id', 'begun'])}
    values (1, json_patch('{}', ${changes}))
    on conflict (id) do update set ${nameOf(priceRounds.begun)} = json_patch(${priceRounds.begun}, ${changes})`);
}

/**
 * Due events of a kind. Pages take turns by host, so that no host delays the rest. Events with `except` ids are left
 * out.
 */
export async function listDue(
  db: Database,
  now: number,
  except: readonly number[],
  { kind, limit }: { kind: DueKind; limit: number },
): Promise<WithAlerts[]> {
  const turn = sql`row_number() over (partition by ${watchedEvents.host} order by ${watchedEvents.nextCheckAt}, ${watchedEvents.id})`;
  const rows = await db
    .select()
    .from(watchedEvents)
    .where(sql`${isDue(now)} and not ${isOneOf(watchedEvents.id, except)} and ${KINDS[kind]}`)
    .orderBy(kind === 'page' ? turn : watchedEvents.nextCheckAt, watchedEvents.id)
    .limit(limit);
  return withAlerts(db, rows);
}

/**
 * Stores new ids of the Discovery API, and makes the page the next source of events without prices
 * there.
 */
export async function noteListings(
  db: Database,
  renamed: readonly Pick<StoredEvent, 'id' | 'providerId'>[],
  priceless: readonly Pick<StoredEvent, 'id'>[],
): Promise<void> {
  const { id, providerId, readsPage } = watchedEvents;
  const ids = priceless.map((event) => event.id);
  await runBatch(db, [
    ...(renamed.length === 0
      ? []
      : [
          db.run(sql`update ${watchedEvents} set ${nameOf(providerId)} = given.providerId
            from ${jsonRows(['id', 'providerId'], renamed)} as given where ${id} = given.id`),
        ]),
    ...(ids.length === 0
      ? []
      : [
          db.run(
            sql`update ${watchedEvents} set ${nameOf(readsPage)} = 1 where ${isOneOf(id, ids)}`,
          ),
        ]),
  ]);
}

/** The number of checked events by host, and how many of all of them the Discovery API lists. */
export async function countLoad(db: Database) {
  const rows = await db
    .select({
      host: watchedEvents.host,
      count: sql<number>`count(*)`,
      listed: sql<number>`count(*) filter (where ${isListed})`,
    })
    .from(watchedEvents)
    .where(eq(watchedEvents.isPaused, false))
    .groupBy(watchedEvents.host);
  const sum = (field: 'count' | 'listed') => rows.reduce((total, row) => total + row[field], 0);
  const byHost = new Map(rows.map(({ host, count }) => [host, count]));
  return { all: sum('count'), listed: sum('listed'), byHost };
}

/**
 * Writes the complete result of a check: the event, its history, its rules and their notifications.
 * @param audit the entry for a reading that an operator pasted; null for a check
 * @returns false if the event was checked, changed or removed after it was read; then nothing is
 * written.
 */
export async function writeCheck(
  ctx: Changing,
  { id, version, move: moveBefore }: Pick<StoredEvent, 'id' | 'version' | 'move'>,
  { event: { move, unsent, ...event }, step, alerts }: CheckResult,
  notifications: readonly SQL[],
  audit: Parameters<typeof change>[1]['audit'] = null,
): Promise<boolean> {
  const superseded = new DomainError('conflict', 'Another check of the event was stored first.');
  const rows = alerts.map(({ id: alertId, state, fires }) => ({ alertId, ...state, fires }));
  const input = jsonRows(['alertId', 'isArmed', 'peak', 'emptyChecks', 'fires'], rows);
  const { isArmed, peak, emptyChecks, firings, firedAt } = priceAlerts;
  // SQLite writes the indexes of every column that an update names, even if its value stays as it is. `unsent` may have
  // become 'nothing' since the event was read.
  const indexed = {
    ...(move !== moveBefore && { move }),
    ...(unsent !== 'nothing' && { unsent }),
  };
  const statements = {
    event: ctx.db
      .update(watchedEvents)
      .set({ ...event, ...indexed })
      .where(and(eq(watchedEvents.id, id), eq(watchedEvents.version, version))),
    step:
      step === null
        ? []
        : [
            sql`insert or replace into ${into(pricePoints, ['targetId', 'at', 'low', 'median', 'high', 'available', 'isRaw', 'source'])}
              values (${id}, ${step.at}, ${step.low}, ${step.median}, ${step.high}, ${step.available}, 1, ${step.source})`,
          ],
    alerts:
      rows.length === 0
        ? []
        : [
            sql`update ${priceAlerts} set ${nameOf(isArmed)} = given.isArmed, ${nameOf(peak)} = given.peak,
              ${nameOf(emptyChecks)} = given.emptyChecks, ${nameOf(firings)} = ${firings} + given.fires,
              ${nameOf(firedAt)} = iif(given.fires, ${ctx.clock()}, ${firedAt})
              from ${input} as given where ${priceAlerts.id} = given.alertId`,
          ],
    notifications,
  };
  try {
    await change(ctx, { statements, audit, expect: { event: () => superseded } });
    return true;
  } catch (error) {
    if (error === superseded) return false;
    throw error;
  }
}

/**
 * Postpones an event to `until` before its page is read, which may have ended a Worker. Otherwise that page would be the
 * first one to be read again every time.
 */
export async function putForward(
  db: Database,
  { id, version }: Pick<StoredEvent, 'id' | 'version'>,
  until: number,
): Promise<void> {
  await db
    .update(watchedEvents)
    .set({ nextCheckAt: until })
    .where(and(eq(watchedEvents.id, id), eq(watchedEvents.version, version)));
}

/**
 * Postpones the checks of a host until `until`, and stores the reason with its events. This does not count as a failure
 * of the events.
 */
export async function postponeHost(
  ctx: Changing,
  host: string,
  { until, reason }: { until: number; reason: string },
): Promise<void> {
  await ctx.db
    .update(watchedEvents)
    .set({
      nextCheckAt: until,
      failure: reason,
      unsent: keepPrices,
      version: sql`${watchedEvents.version} + 1`,
    })
    .where(sql`${watchedEvents.host} = ${host} and ${isDue(ctx.clock())}`);
}

/**
 * The events with these ids, and up to `limit` events whose change the live channel has not sent, in the order of their
 * checks.
 */
export async function listUnsent(
  db: Database,
  ids: readonly number[],
  limit: number,
): Promise<WithAlerts[]> {
  const { id, unsent, checkedAt } = watchedEvents;
  const marked = sql`select * from (select ${id} from ${watchedEvents} where ${unsent} <> 'nothing' order by ${checkedAt} limit ${limit})`;
  const rows = await db
    .select()
    .from(watchedEvents)
    .where(sql`${id} in (${marked} union select value from json_each(${JSON.stringify(ids)}))`)
    .orderBy(checkedAt);
  return withAlerts(db, rows);
}

/**
 * Records that the channel has sent these states. A newer state of the same address may have been
 * sent before them, by another call that was faster: events that have changed since they were read
 * are marked, so that their current states follow.
 * @returns the addresses that are no longer monitored
 */
export async function markSent(
  db: Database,
  sent: readonly Pick<StoredEvent, 'id' | 'url' | 'version'>[],
): Promise<string[]> {
  const { id, url, version, unsent, changedAt } = watchedEvents;
  const sentRows = jsonRows(['id', 'url', 'version'], sent);
  const isCurrent = sql`(${id} = given.id and ${version} = given.version)`;
  const news = sql`iif(${changedAt} is null, 'state', 'prices')`;
  await db.run(sql`update ${watchedEvents} set ${nameOf(unsent)} = iif(${isCurrent}, 'nothing', ${news})
    from ${sentRows} as given where ${url} = given.url and (${unsent} <> 'nothing' or not ${isCurrent})`);
  const removed = await db.all<{ url: string }>(
    sql`select given.url from ${sentRows} as given where not exists (select 1 from ${watchedEvents} where ${url} = given.url)`,
  );
  return removed.map((row) => row.url);
}

const HOUR = sql.raw(String(HOUR_MS));

/**
 * Reduces the steps before `until` to one an hour: the last step of each hour stays, with the lowest and highest price
 * of the hour. One batch takes the hours of up to `size` steps. Running it again changes nothing.
 * @returns whether steps are left.
 */
export async function rollUpSome(db: Database, until: number, size: number): Promise<boolean> {
  const { targetId, at, low, high, isRaw } = pricePoints;
  const [chosen] = await db.all<{ hours: string; steps: number }>(
    sql`select json_group_array(json_array(target, hour)) as hours, coalesce(sum(steps), 0) as steps from
      (select ${nameOf(targetId)} as target, ${nameOf(at)} / ${HOUR} as hour, count(*) as steps from
        (select ${targetId}, ${at} from ${pricePoints} where ${isOld(pricePoints, until)} order by ${at} limit ${size}) group by 1, 2)`,
  );
  if (chosen === undefined || chosen.steps === 0) return false;
  const steps = sql`json_each(${chosen.hours}) as chosen cross join ${pricePoints} as ${step}
    on ${step.targetId} = chosen.value ->> 0 and ${step.at} >= (chosen.value ->> 1) * ${HOUR}
    and ${step.at} < ((chosen.value ->> 1) + 1) * ${HOUR} and ${isOld(step, until)}`;
  await runBatch(db, [
    db.run(sql`update ${pricePoints} set ${nameOf(low)} = hours.low, ${nameOf(high)} = hours.high, ${nameOf(isRaw)} = 0
      from (select ${step.targetId} as target, max(${step.at}) as last, min(${step.low}) as low, max(${step.high}) as high from ${steps} group by chosen.key) as hours
      where ${targetId} = hours.target and ${at} = hours.last`),
    db.run(
      sql`delete from ${pricePoints} where (${targetId}, ${at}) in (select ${step.targetId}, ${step.at} from ${steps})`,
    ),
  ]);
  return chosen.steps === size;
}

const step = alias(pricePoints, 'step');

const isOld = (points: Record<'isRaw' | 'at', SQLiteColumn>, until: number): SQL =>
  sql`${points.isRaw} = 1 and ${points.at} < ${until}`;

/** Deletes the steps before an instant (milliseconds), which are hourly. */
export function deleteStepsBefore(db: Database, before: number): Promise<number> {
  const { targetId, at, isRaw } = pricePoints;
  return deleteInBatches(
    db,
    (size) => sql`delete from ${pricePoints} where (${targetId}, ${at}) in
      (select ${namesOf(targetId, at)} from ${pricePoints} where ${isRaw} = 0 and ${at} < ${before} order by ${at} limit ${size})`,
  );
}

/**
 * The ids after `after` of removed events that still have history, at most `limit`. It steps
 * through the events of the history by index.
 */
export async function listRemoved(db: Database, after: number, limit: number): Promise<number[]> {
  const { targetId } = pricePoints;
  const rows = await db.all<{ id: number }>(
    sql`with recursive events (id) as (select min(${targetId}) from ${pricePoints} where ${targetId} > ${after}
        union all select (select min(${targetId}) from ${pricePoints} where ${targetId} > events.id) from events where events.id is not null)
      select id from events where id is not null and not exists (select 1 from ${watchedEvents} where ${watchedEvents.id} = events.id) limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** Deletes the history of events. */
export function eraseHistories(db: Database, targets: readonly number[]): Promise<number> {
  const { targetId, at } = pricePoints;
  return deleteInBatches(
    db,
    (size) => sql`delete from ${pricePoints} where (${targetId}, ${at}) in
      (select ${targetId}, ${at} from ${pricePoints} where ${isOneOf(targetId, targets)} limit ${size})`,
  );
}
