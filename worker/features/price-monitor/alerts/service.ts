import { initialAlertState, type Observation } from '../../../../shared/price-monitor/alerts.ts';
import { canonicalUrl } from '../../../../shared/price-monitor/prices.ts';
import type { NewPriceAlert, PriceAlert } from '../../../../shared/price-monitor/schema.ts';
import type { Ctx } from '../../../context/context.ts';
import { deliverNotifications } from '../../notifications/index.ts';
import { announce } from '../checks/check.ts';
import { toAlert } from '../targets/service.ts';
import { findTarget } from '../targets/store.ts';
import * as store from './store.ts';

/** What the last check that could read the event saw; a failed check has replaced the state of its sale. Null without one. */
function lastReading(target: Awaited<ReturnType<typeof findTarget>>): Observation | null {
  if (target.changedAt === null || target.failure === null)
    return target.changedAt === null ? null : target;
  if (target.available > 0) return { ...target, saleState: 'on_sale' };
  return target.opensAt === null ? null : { ...target, saleState: 'not_yet' };
}

/** The alert rules of an event, oldest first. @throws DomainError `not_found` */
export async function listAlerts(ctx: Ctx, url: string): Promise<PriceAlert[]> {
  const target = await findTarget(ctx.db, canonicalUrl(url));
  return target.alerts.map((alert) => toAlert(alert, target.url));
}

/** Adds an alert rule. @throws DomainError `not_found`, or `bad_request` if the event has too many. */
export async function addAlert(ctx: Ctx, { url, kind, value }: NewPriceAlert): Promise<PriceAlert> {
  const target = await findTarget(ctx.db, canonicalUrl(url));
  const state = initialAlertState(kind, lastReading(target));
  const alert = await store.insertAlert(ctx, target.id, { kind, value, ...state });
  return toAlert(alert, target.url);
}

/** Sends the notification of an alert as it would look now; its state stays. @throws DomainError `not_found` */
export async function testAlert(ctx: Ctx, id: number): Promise<void> {
  const { target, alert } = await store.findAlert(ctx.db, id);
  const notification = announce(alert, target, ctx.clock());
  await store.recordTest(ctx, target.id, {
    ...notification,
    title: `Test: ${notification.title}`,
    dedupeKey: `price-alert-test:${ctx.requestId}`,
  });
  await deliverNotifications(ctx);
}

export { deleteAlert } from './store.ts';
