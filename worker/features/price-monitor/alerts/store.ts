import { eq, sql } from 'drizzle-orm';
import { DomainError, noSuch } from '../../../../shared/errors.ts';
import type { AlertRule, AlertState } from '../../../../shared/price-monitor/alerts.ts';
import { MOST_ALERTS } from '../../../../shared/price-monitor/schema.ts';
import { factsOf } from '../../../db/audit.ts';
import { jsonRows } from '../../../db/bulk.ts';
import { type Changing, change } from '../../../db/change.ts';
import type { Database } from '../../../db/client.ts';
import { into } from '../../../db/names.ts';
import { priceAlerts, watchedEvents } from '../../../db/schema/price-monitor.ts';
import { type NewNotification, notificationStatements } from '../../notifications/index.ts';
import { audited, noSuchEvent, type StoredAlert } from '../events/store.ts';

/**
 * Adds an alert rule.
 * @throws DomainError `bad_request` if the event has {@link MOST_ALERTS} already, `conflict` if it has the same rule,
 * `not_found` if it is not monitored.
 */
export async function insertAlert(
  ctx: Changing,
  targetId: number,
  { kind, value, isArmed, peak, emptyChecks }: AlertRule & AlertState,
): Promise<StoredAlert> {
  const row = { kind, value, isArmed, peak, emptyChecks, firings: 0, createdAt: ctx.clock() };
  const tooMany = () =>
    new DomainError('bad_request', `An event has at most ${MOST_ALERTS} alerts.`);
  const isRepeated = () => new DomainError('conflict', 'The event has this alert already.');
  const { added } = await change(ctx, {
    statements: {
      event: ctx.db
        .select({ id: watchedEvents.id })
        .from(watchedEvents)
        .where(eq(watchedEvents.id, targetId)),
      room: sql`select 1 where (select count(*) from ${priceAlerts} where ${priceAlerts.targetId} = ${targetId}) < ${MOST_ALERTS}`,
      distinct: sql`select 1 where not exists (select 1 from ${priceAlerts} where ${priceAlerts.targetId} = ${targetId}
        and ${priceAlerts.kind} = ${kind} and ${priceAlerts.value} is ${value})`,
      added: ctx.db
        .insert(priceAlerts)
        .values({ ...row, targetId })
        .returning(),
    },
    audit: {
      action: 'price-monitor.add-alert',
      subject: `price_target:${targetId}`,
      detail: { kind, value },
    },
    expect: { event: noSuchEvent, room: tooMany, distinct: isRepeated },
  });
  const [alert] = added;
  if (alert === undefined) throw new Error('the insertion returned no row');
  return alert;
}

/**
 * Adds a rule to events. Events that got it, were removed or reached {@link MOST_ALERTS} since they were read are left
 * out.
 * @param states the state of the rule for each event, by the event's id
 * @returns the number of events that got it
 */
export async function insertAlerts(
  ctx: Changing,
  { kind, value }: AlertRule,
  states: readonly ({ id: number } & AlertState)[],
): Promise<number> {
  const input = jsonRows(['id', 'isArmed', 'peak', 'emptyChecks'], states);
  const target = into(priceAlerts, [
    ...(['targetId', 'kind', 'value', 'isArmed', 'peak', 'emptyChecks'] as const),
    ...(['firings', 'createdAt'] as const),
  ]);
  const { action, subject, detail } = audited(
    'price-monitor.add-alert',
    states.map(({ id }) => id),
  );
  const { added } = await change(ctx, {
    statements: {
      added: sql`insert into ${target}
        select given.id, ${kind}, ${value}, given.isArmed, given.peak, given.emptyChecks, 0, ${ctx.clock()}
        from ${input} as given
        where exists (select 1 from ${watchedEvents} where ${watchedEvents.id} = given.id)
        and (select count(*) from ${priceAlerts} where ${priceAlerts.targetId} = given.id) < ${MOST_ALERTS}
        and not exists (select 1 from ${priceAlerts} where ${priceAlerts.targetId} = given.id
          and ${priceAlerts.kind} = ${kind} and ${priceAlerts.value} is ${value})`,
    },
    audit: { action, subject, detail: { ...detail, kind, value } },
  });
  return added.rowsAffected;
}

/** An alert rule with its event, which is null for a rule of a tag. @throws DomainError `not_found` */
export async function findAlert(db: Database, id: number) {
  const [row] = await db
    .select({ alert: priceAlerts, event: watchedEvents })
    .from(priceAlerts)
    .leftJoin(watchedEvents, eq(watchedEvents.id, priceAlerts.targetId))
    .where(eq(priceAlerts.id, id));
  if (!row || (row.event === null && row.alert.tag === null)) throw noSuch('alert');
  return row;
}

/** Stores the notification of a test; `targetId` is null for a rule of a tag. */
export async function recordTest(
  ctx: Changing,
  targetId: number | null,
  notifications: readonly NewNotification[],
): Promise<void> {
  const subject = targetId === null ? 'price_targets' : `price_target:${targetId}`;
  await change(ctx, {
    statements: { notifications: notificationStatements(notifications) },
    audit: { action: 'price-monitor.test-alert', subject },
  });
}

const { kind, value, tag } = priceAlerts;

/** Deletes an alert rule. @throws DomainError `not_found` */
export async function deleteAlert(ctx: Changing, id: number): Promise<void> {
  await change(ctx, {
    statements: { deleted: ctx.db.delete(priceAlerts).where(eq(priceAlerts.id, id)) },
    audit: {
      action: 'price-monitor.delete-alert',
      subject: 'price_target',
      before: sql`select nullif(${priceAlerts.targetId}, 0) as id,
        iif(${tag} is null, ${factsOf({ kind, value })}, ${factsOf({ tag, kind, value })}) as was
        from ${priceAlerts} where ${priceAlerts.id} = ${id}`,
    },
    expect: { deleted: () => noSuch('alert') },
  });
}
