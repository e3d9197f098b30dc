import { wrongField } from '../../../shared/errors.ts';
import {
  dueLead,
  FIRST_LEADS,
  type FollowedSale,
  type Follows,
  type FollowsQuery,
  nextDue,
  type ReminderSettings,
} from '../../../shared/reminders/schema.ts';
import { DAY_MS } from '../../../shared/times.ts';
import { type Ctx, signedIn } from '../../context/context.ts';
import { deliverNotifications } from '../notifications/index.ts';
import { compareSales } from './compare.ts';
import { copyEvent, deleteUnused } from './copies/service.ts';
import { keyOf, readKey, type SaleKey, stateOf } from './sales.ts';
import * as store from './store.ts';
import { readEvents, syncReminders } from './sync.ts';
import { reminderOf } from './texts.ts';

/** The reminders of one batch. */
const DELIVERED_AT_ONCE = 1_000;
/** A choice is deleted this long after its sale has opened. */
const CHOICES_KEPT_MS = 30 * DAY_MS;

/** The operator's lead times. */
export async function readSettings(
  ctx: Pick<Ctx, 'db' | 'operator'>,
): Promise<{ leads_minutes: number[] }> {
  const leads = await store.findLeads(ctx.db, signedIn(ctx).id);
  return { leads_minutes: leads ?? [...FIRST_LEADS] };
}

/**
 * Chooses the operator's lead times. Lead times of a sale that have already passed cause no
 * reminder.
 */
export async function changeSettings(
  ctx: Ctx,
  { leads_minutes: given }: ReminderSettings,
): Promise<{ leads_minutes: number[] }> {
  const leads = [...new Set(given)].sort((a, b) => b - a);
  await store.putLeads(ctx, signedIn(ctx).id, leads);
  await planNext(ctx);
  return { leads_minutes: leads };
}

/**
 * Follows a sale, or stops following it. Only the rows of this sale are written; the job of each
 * minute does the rest.
 * @throws DomainError `bad_request` for a sale to follow that the provider does not list
 */
export async function followSale(
  ctx: Ctx,
  { event_id: eventId, kind, presale_name: presale }: FollowedSale,
  isFollowed: boolean,
): Promise<void> {
  const operatorId = signedIn(ctx).id;
  const key = { eventId, kind, name: presale ?? '' };
  const isOfKey = (one: typeof key) => keyOf(one) === keyOf(key);
  const rows = await store.findReminders(ctx.db, operatorId, eventId);
  let state = (await readEvents(ctx, [eventId])).of(eventId);
  if (isFollowed && !state.isCancelled && !state.sales.some(isOfKey)) {
    const copy = await copyEvent(ctx, eventId);
    if (copy !== null) state = stateOf(copy);
  }
  const sales = state.sales.filter(isOfKey);
  if (isFollowed && sales.length === 0) throw wrongField('event_id', 'There is no such sale.');
  const opensAt = Math.max(0, ...sales.map((sale) => sale.opensAt));
  const choice = { operatorId, ...key, isFollowed, opensAt };
  await store.putFollow(ctx, choice);
  const leads = (await store.findLeads(ctx.db, operatorId)) ?? FIRST_LEADS;
  const changes = compareSales({
    operatorId,
    leads,
    now: ctx.clock(),
    choices: [choice],
    rows: rows.filter(isOfKey),
    eventIds: new Set<string>(),
    ruleKeys: new Set<string>(),
    events: new Map([[eventId, { ...state, sales }]]),
  });
  await store.writeChanges(ctx, changes);
  if (changes.notifications.length > 0) await deliverNotifications(ctx);
  await planNext(ctx);
}

/**
 * Updates the reminders and delivers the due ones. For the cron trigger, which also runs without an
 * alarm.
 */
export async function runReminders(ctx: Ctx): Promise<void> {
  try {
    await syncReminders(ctx);
  } finally {
    // Due reminders are delivered even if the sales cannot be read.
    await deliverReminders(ctx);
  }
}

/** Deletes choices whose sale opened more than 30 days ago. @returns how many. For the housekeeping job. */
export async function deleteOldFollows(ctx: Ctx): Promise<number> {
  const deleted = await store.deleteFollows(ctx, ctx.clock() - CHOICES_KEPT_MS);
  await deleteUnused(ctx);
  return deleted;
}

/**
 * Whether the operator follows sales of these events: by choice, or because of a monitored artist,
 * a watch rule, the calendar or a work. One read for any number of events.
 */
export async function followsOf(
  { db, clock, operator }: Pick<Ctx, 'db' | 'clock' | 'operator'>,
  eventIds: readonly string[],
): Promise<(sale: SaleKey) => boolean> {
  const ids = [...new Set(eventIds)];
  const { chosen, reminded, whole } = await store.findFollows(db, operator?.id ?? 0, {
    eventIds: ids,
    now: clock(),
  });
  return (sale) => {
    const key = keyOf(sale);
    return chosen.get(key) ?? (whole.has(sale.eventId) || reminded.has(key));
  };
}

/** The sales of these events that the operator follows or has chosen not to follow. */
export async function listFollows(
  { db, clock, operator }: Pick<Ctx, 'db' | 'clock' | 'operator'>,
  { event_ids: eventIds }: FollowsQuery,
): Promise<Follows> {
  const { chosen, reminded, whole } = await store.findFollows(db, operator?.id ?? 0, {
    eventIds: [...new Set(eventIds)],
    now: clock(),
  });
  const states = new Map([...reminded].map((key) => [key, true]));
  for (const [key, isFollowed] of chosen) states.set(key, isFollowed);
  return {
    events: [...whole],
    sales: [...states].flatMap(([key, is_followed]) => {
      const { eventId, kind, name } = readKey(key);
      if (is_followed && whole.has(eventId)) return [];
      const presale = kind === 'presale' ? name : null;
      return [{ event_id: eventId, kind, presale_name: presale, is_followed }];
    }),
  };
}

/**
 * Delivers the due reminders, each once, and plans the next ones. One that is late by more than its
 * lead time, so that the sale has opened, counts as missed. If several lead times have passed, the
 * shortest one counts.
 */
export async function deliverReminders(ctx: Ctx): Promise<void> {
  const operators = await store.listOperators(ctx.db);
  const leadsOf = new Map(operators.map(({ id, leads }) => [id, leads ?? FIRST_LEADS]));
  let delivered = 0;
  for (;;) {
    const now = ctx.clock();
    const rows = await store.listDue(ctx.db, now, DELIVERED_AT_ONCE);
    if (rows.length === 0) break;
    const done = rows.map((row) => {
      const leads = leadsOf.get(row.operatorId) ?? [];
      return { ...row, toldAt: now, dueAt: nextDue(leads, row.opensAt, now) };
    });
    const notices = rows.flatMap((row) => {
      const lead = dueLead(leadsOf.get(row.operatorId) ?? [], row.opensAt, {
        toldAt: row.toldAt,
        now,
      });
      return lead === null ? [] : [reminderOf(row, lead, now)];
    });
    await store.writeDelivered(ctx, done, notices);
    delivered += notices.length;
  }
  if (delivered > 0) await deliverNotifications(ctx);
  await planNext(ctx);
}

/** Sets the alarm to the next reminder. */
async function planNext({ db, env }: Pick<Ctx, 'db' | 'env'>): Promise<void> {
  const next = await store.nextDueAt(db);
  await env.bindings.REMINDER_CLOCK.getByName('reminders').wakeAt(next);
}
