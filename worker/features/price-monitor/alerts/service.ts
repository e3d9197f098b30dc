import { DomainError } from '../../../../shared/errors.ts';
import { initialAlertState, type Observation } from '../../../../shared/price-monitor/alerts.ts';
import { canonicalUrl } from '../../../../shared/price-monitor/prices.ts';
import {
  type AddAlertsAnswer,
  MOST_ALERTS,
  type NewEventAlerts,
  type NewPriceAlert,
  type PriceAlert,
} from '../../../../shared/price-monitor/schema.ts';
import type { Ctx } from '../../../context/context.ts';
import { deliverNotifications } from '../../notifications/index.ts';
import { toAlert } from '../events/service.ts';
import { findEvent, findEvents, noSuchEvent, type StoredEvent } from '../events/store.ts';
import { announce, announceTag } from './announce.ts';
import * as store from './store.ts';
import { findLowest } from './tag-alerts.ts';

/**
 * The result of the last check that could read the event, needed because a failed check has
 * replaced the state of its sale. Null if there is none.
 */
function lastReading(event: StoredEvent): Observation | null {
  if (event.changedAt === null || event.failure === null)
    return event.changedAt === null ? null : event;
  if (event.available > 0) return { ...event, saleState: 'on_sale' };
  return event.opensAt === null ? null : { ...event, saleState: 'not_yet' };
}

/** The alert rules of an event, oldest first. @throws DomainError `not_found` */
export async function listAlerts(ctx: Ctx, url: string): Promise<PriceAlert[]> {
  const event = await findEvent(ctx.db, canonicalUrl(url));
  return event.alerts.map((alert) => toAlert(alert, event.url));
}

/** Adds an alert rule. @throws DomainError `not_found`, or `bad_request` if the event has too many. */
export async function addAlert(ctx: Ctx, { url, kind, value }: NewPriceAlert): Promise<PriceAlert> {
  const event = await findEvent(ctx.db, canonicalUrl(url));
  const state = initialAlertState(kind, lastReading(event));
  const alert = await store.insertAlert(ctx, event.id, { kind, value, ...state });
  return toAlert(alert, event.url);
}

/**
 * Adds the same alert rule to events. Events that already have it, or have {@link MOST_ALERTS}
 * rules, do not change.
 * @returns the number of events that got it, had it and had no room for it
 * @throws DomainError `not_found` if none of them is monitored
 */
export async function addAlerts(
  ctx: Ctx,
  { ids, kind, value }: NewEventAlerts,
): Promise<Pick<AddAlertsAnswer, 'added' | 'repeated' | 'full'>> {
  const events = await findEvents(ctx.db, ids);
  if (events.length === 0) throw noSuchEvent();
  const isRule = (rule: { kind: string; value: number | null }) =>
    rule.kind === kind && rule.value === value;
  const lacking = events.filter(({ alerts }) => !alerts.some(isRule));
  const open = lacking.filter(({ alerts }) => alerts.length < MOST_ALERTS);
  const states = open.map((event) => ({
    id: event.id,
    ...initialAlertState(kind, lastReading(event)),
  }));
  const added = open.length === 0 ? 0 : await store.insertAlerts(ctx, { kind, value }, states);
  return { added, repeated: events.length - lacking.length, full: lacking.length - open.length };
}

/**
 * Sends the current notification of an alert as a test. The state of the alert does not change.
 * @throws DomainError `not_found`, `bad_request` if no event with the tag of the alert was read
 * yet.
 */
export async function testAlert(ctx: Ctx, id: number): Promise<void> {
  const { event, alert } = await store.findAlert(ctx.db, id);
  const notifications = event === null ? await testOfTag() : announce([alert], event, ctx.clock());
  const tests = notifications.map((notification) => ({
    ...notification,
    title: `Test: ${notification.title}`,
    dedupeKey: `price-alert-test:${ctx.requestId}`,
  }));
  await store.recordTest(ctx, event?.id ?? null, tests);
  await deliverNotifications(ctx);

  async function testOfTag() {
    const tag = alert.tag ?? '';
    const lowest = await findLowest(ctx, { ...alert, tag });
    if (lowest === null)
      throw new DomainError('bad_request', `No event with the tag "${tag}" was read yet.`);
    return announceTag(tag, [alert], lowest, ctx.clock());
  }
}

export { deleteAlert } from './store.ts';
