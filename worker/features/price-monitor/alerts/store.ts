import { eq, sql } from 'drizzle-orm';
import { DomainError, noSuch } from '../../../../shared/errors.ts';
import type { AlertRule, AlertState } from '../../../../shared/price-monitor/alerts.ts';
import { MOST_ALERTS } from '../../../../shared/price-monitor/schema.ts';
import { factsBefore } from '../../../db/audit.ts';
import { type Changing, change } from '../../../db/change.ts';
import type { Database } from '../../../db/client.ts';
import { priceAlerts, watchedEvents } from '../../../db/schema/price-monitor.ts';
import { type NewNotification, notificationStatements } from '../../notifications/index.ts';
import { noSuchEvent, type StoredAlert } from '../events/store.ts';

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

/** An alert rule with its event. @throws DomainError `not_found` */
export async function findAlert(db: Database, id: number) {
  const [found] = await db
    .select({ alert: priceAlerts, event: watchedEvents })
    .from(priceAlerts)
    .innerJoin(watchedEvents, eq(watchedEvents.id, priceAlerts.targetId))
    .where(eq(priceAlerts.id, id));
  if (!found) throw noSuch('alert');
  return found;
}

/** Stores the notification of a test. */
export async function recordTest(
  ctx: Changing,
  targetId: number,
  notification: NewNotification,
): Promise<void> {
  await change(ctx, {
    statements: { notification: notificationStatements([notification]) },
    audit: { action: 'price-monitor.test-alert', subject: `price_target:${targetId}` },
  });
}

const { kind, value } = priceAlerts;

/** Deletes an alert rule. @throws DomainError `not_found` */
export async function deleteAlert(ctx: Changing, id: number): Promise<void> {
  await change(ctx, {
    statements: { deleted: ctx.db.delete(priceAlerts).where(eq(priceAlerts.id, id)) },
    audit: {
      action: 'price-monitor.delete-alert',
      subject: 'price_target',
      before: factsBefore(priceAlerts.targetId, { kind, value }, eq(priceAlerts.id, id)),
    },
    expect: { deleted: () => noSuch('alert') },
  });
}
