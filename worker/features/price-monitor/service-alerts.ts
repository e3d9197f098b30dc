import { initialAlertState, type Observation } from '../../../shared/price-monitor/alerts.ts';
import { canonicalUrl } from '../../../shared/price-monitor/prices.ts';
import type {
  NewPriceAlert,
  PriceAlert,
  PriceHistoryAnswer,
  PriceHistoryQuery,
} from '../../../shared/price-monitor/schema.ts';
import { DAY_MS, isoTime } from '../../../shared/times.ts';
import type { Ctx } from '../../context.ts';
import { deliverNotifications } from '../notifications/index.ts';
import { announce } from './checks/check.ts';
import { thinHistory } from './history/history.ts';
import * as history from './history/store.ts';
import { toAlert } from './targets/service.ts';
import { findTarget } from './targets/store.ts';

/** What the last check that could read the event saw; a failed check has replaced the state of its sale. Null without one. */
function lastReading(target: Awaited<ReturnType<typeof findTarget>>): Observation | null {
  if (target.changedAt === null || target.failure === null)
    return target.changedAt === null ? null : target;
  if (target.available > 0) return { ...target, saleState: 'on_sale' };
  return target.opensAt === null ? null : { ...target, saleState: 'not_yet' };
}

/** The period of a history without `from`. */
const DEFAULT_PERIOD_MS = 7 * DAY_MS;

/** The alert rules of an event, oldest first. @throws DomainError `not_found` */
export async function listAlerts(ctx: Ctx, url: string): Promise<PriceAlert[]> {
  const target = await findTarget(ctx.db, canonicalUrl(url));
  return target.alerts.map((alert) => toAlert(alert, target.url));
}

/** Adds an alert rule. @throws DomainError `not_found`, or `bad_request` if the event has too many. */
export async function addAlert(ctx: Ctx, { url, kind, value }: NewPriceAlert): Promise<PriceAlert> {
  const target = await findTarget(ctx.db, canonicalUrl(url));
  const state = initialAlertState(kind, lastReading(target));
  const alert = await history.insertAlert(ctx, target.id, { kind, value, ...state });
  return toAlert(alert, target.url);
}

/** Sends the notification of an alert as it would look now; its state stays. @throws DomainError `not_found` */
export async function testAlert(ctx: Ctx, id: number): Promise<void> {
  const { target, alert } = await history.findAlert(ctx.db, id);
  const notification = announce(alert, target, ctx.clock());
  await history.recordTest(ctx, target.id, {
    ...notification,
    title: `Test: ${notification.title}`,
    dedupeKey: `price-alert-test:${ctx.requestId}`,
  });
  await deliverNotifications(ctx);
}

export { deleteAlert } from './history/store.ts';

/** How an event's prices moved, thinned out to a bounded number of steps. @throws DomainError `not_found` */
export async function readHistory(
  ctx: Ctx,
  query: PriceHistoryQuery,
): Promise<Omit<PriceHistoryAnswer, 'success'>> {
  const { id, currency } = await findTarget(ctx.db, canonicalUrl(query.url));
  const to = query.to === undefined ? ctx.clock() : Date.parse(query.to);
  const from = query.from === undefined ? to - DEFAULT_PERIOD_MS : Date.parse(query.from);
  const points = thinHistory(await history.listPoints(ctx.db, id, { from, to }), { from, to });
  return {
    currency,
    data: points.map(({ at, ...values }) => ({ at: isoTime(at), ...values })),
  };
}
