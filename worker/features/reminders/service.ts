import { wrongField } from '../../../shared/errors.ts';
import {
  dueLead,
  FIRST_LEADS,
  type FollowedSale,
  nextDue,
  type ReminderSettings,
} from '../../../shared/reminders/schema.ts';
import { DAY_MS } from '../../../shared/times.ts';
import { type Ctx, signedIn } from '../../context/context.ts';
import { deliverNotifications } from '../notifications/index.ts';
import { matchingOpenings } from '../watch-rules/index.ts';
import { compareSales, isFollowed } from './compare.ts';
import { type DatedState, decideState, type EventState, keyOf, placeOf, stateOf } from './sales.ts';
import * as store from './store.ts';
import { reminderOf } from './texts.ts';

/** The sales of watch rules are followed from this time before their opening: longer than the longest lead. */
const RULES_AHEAD_MS = 8 * DAY_MS;
/** The reminders of one batch. */
const DELIVERED_AT_ONCE = 1_000;
/** The events of one read. */
const READ_AT_ONCE = 2_000;
/** A choice is deleted this long after its sale has opened. */
const CHOICES_KEPT_MS = 30 * DAY_MS;

/** The operator's lead times. */
export async function readSettings(
  ctx: Pick<Ctx, 'db' | 'operator'>,
): Promise<{ leads_minutes: number[] }> {
  const leads = await store.findLeads(ctx.db, signedIn(ctx).id);
  return { leads_minutes: leads ?? [...FIRST_LEADS] };
}

/** Chooses the operator's lead times. Those of a sale that are over already bring no reminder. */
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
 * Follows a sale, or ends that. Only the rows of this sale are written; the job of each minute does the rest.
 * @throws DomainError `bad_request` for a sale to follow that is neither in a catalogue nor of a monitored artist
 */
export async function followSale(
  ctx: Ctx,
  { event_id: eventId, kind, presale_name: presale }: FollowedSale,
  isFollowed: boolean,
): Promise<void> {
  const operatorId = signedIn(ctx).id;
  const key = { eventId, kind, name: presale ?? '' };
  const isOfKey = (one: typeof key) => keyOf(one) === keyOf(key);
  const { rows } = await store.findStored(ctx.db, operatorId, eventId);
  const state = (await readEvents(ctx, [eventId])).of(eventId);
  const sales = state.sales.filter(isOfKey);
  if (isFollowed && sales.length === 0) throw wrongField('event_id', 'There is no such sale.');
  const opensAt = Math.max(0, ...sales.map((sale) => sale.opensAt));
  const choice = { operatorId, ...key, isFollowed, opensAt };
  await store.putFollow(ctx, choice);
  const leads = (await store.findLeads(ctx.db, operatorId)) ?? FIRST_LEADS;
  const changes = compareSales({
    ...{ operatorId, leads, now: ctx.clock(), choices: [choice] },
    ...{ rows: rows.filter(isOfKey), eventIds: new Set<string>(), ruleKeys: new Set<string>() },
    events: new Map([[eventId, { ...state, sales }]]),
  });
  await store.writeChanges(ctx, changes);
  if (changes.notifications.length > 0) await deliverNotifications(ctx);
  await planNext(ctx);
}

/** Brings the reminders up to date and delivers what is due. For the cron trigger, which runs if no alarm does. */
export async function runReminders(ctx: Ctx): Promise<void> {
  try {
    await syncReminders(ctx);
  } finally {
    // What is due is delivered even if the sales cannot be read.
    await deliverReminders(ctx);
  }
}

/** Deletes choices whose sale opened more than 30 days ago. @returns how many. For the housekeeping job. */
export const deleteOldFollows = (ctx: Ctx): Promise<number> =>
  store.deleteFollows(ctx, ctx.clock() - CHOICES_KEPT_MS);

/**
 * Compares the sales that each operator follows with those that are stored: new ones get reminders, a moved sale moves its
 * reminders, and a cancelled one ends them. Each operator is one batch.
 */
async function syncReminders(ctx: Ctx): Promise<void> {
  const { db } = ctx;
  const now = ctx.clock();
  const [operators, monitored, openings] = await Promise.all([
    store.listOperators(db),
    store.listMonitoredIds(db, now - DAY_MS, now),
    matchingOpenings(db, { from: now, until: now + RULES_AHEAD_MS }),
  ]);
  await store.deleteOfDisabled(db);
  const team = {
    monitored,
    ruleIds: openings.map(({ event }) => event.id),
    ruleKeys: openings.map(keyOfOpening),
  };
  let notices = 0;
  for (const operator of operators) notices += await syncOperator(ctx, operator, team);
  if (notices > 0) await deliverNotifications(ctx);
}

type Opening = Awaited<ReturnType<typeof matchingOpenings>>[number];

const keyOfOpening = ({ event, sale }: Opening): string =>
  keyOf({ eventId: event.id, kind: sale.kind, name: sale.name });

/** @returns how many notifications it stored */
async function syncOperator(
  ctx: Ctx,
  operator: { id: number; leads: number[] | null },
  team: { monitored: readonly string[]; ruleIds: readonly string[]; ruleKeys: readonly string[] },
): Promise<number> {
  const now = ctx.clock();
  const { rows, choices, calendar } = await store.findStored(ctx.db, operator.id);
  const copies = new Map(
    calendar.map(({ event, readAt }) => [event.id, { ...stateOf(event), readAt }]),
  );
  const named = [...rows, ...choices].map(({ eventId }) => eventId);
  const ids = new Set([...named, ...team.monitored, ...team.ruleIds, ...copies.keys()]);
  const read = await readEvents(ctx, [...ids]);
  const events = new Map([...ids].map((id) => [id, read.of(id, copies.get(id))]));
  const reasons = {
    choices,
    eventIds: new Set([...read.monitored, ...team.monitored, ...copies.keys()]),
    ruleKeys: new Set(team.ruleKeys),
  };
  // A sale that has moved beyond the time of the watch rules stays followed while a rule matches it.
  const chosen = new Set(choices.map(keyOf));
  const far = rows
    .filter((row) => !chosen.has(keyOf(row)) && !isFollowed({ ...reasons, choices: [] }, row))
    .filter(({ eventId }) =>
      events.get(eventId)?.sales.some(({ opensAt }) => opensAt > now + RULES_AHEAD_MS),
    )
    .map(({ eventId }) => eventId);
  for (const eventIds of partsOf([...new Set(far)])) {
    const range = { from: now + RULES_AHEAD_MS, until: Number.MAX_SAFE_INTEGER, eventIds };
    for (const opening of await matchingOpenings(ctx.db, range))
      reasons.ruleKeys.add(keyOfOpening(opening));
  }
  const changes = compareSales({
    ...{ operatorId: operator.id, leads: operator.leads ?? FIRST_LEADS, now },
    ...{ ...reasons, rows, events },
  });
  await store.writeChanges(ctx, changes);
  return changes.notifications.length;
}

function* partsOf(ids: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < ids.length; at += READ_AT_ONCE) yield ids.slice(at, at + READ_AT_ONCE);
}

/** What the monitor and the catalogues know of these events. */
async function readEvents({ db, clock }: Pick<Ctx, 'db' | 'clock'>, eventIds: readonly string[]) {
  const now = clock();
  const monitored = new Map<string, EventState>();
  const listed = new Map<string, DatedState>();
  for (const ids of partsOf(eventIds)) {
    const [rows, facts] = await Promise.all([
      store.findListed(db, ids),
      store.findMonitored(db, ids, now),
    ]);
    for (const event of facts) monitored.set(event.id, stateOf(event));
    for (const [id, own] of Map.groupBy(rows, ({ eventId }) => eventId))
      listed.set(id, listedState(own));
  }
  return {
    monitored: monitored.keys(),
    /** @param calendar the operator's copy */
    of: (id: string, calendar?: DatedState): EventState =>
      decideState({ calendar, monitor: monitored.get(id), catalogue: listed.get(id) }),
  };
}

function listedState(rows: Awaited<ReturnType<typeof store.findListed>>): DatedState {
  const sales = rows.flatMap(
    ({ eventId, eventName, artists, city, venue, isGone, kind, name, opensAt }) =>
      isGone === 1 || kind === null || name === null || opensAt === null
        ? []
        : [
            {
              ...{ eventId, kind, name, opensAt, place: placeOf(city, venue) },
              title: artists[0]?.name || eventName,
            },
          ],
  );
  const isCancelled = rows.some((row) => row.isCancelled === 1);
  return { isCancelled, sales, readAt: Math.max(...rows.map(({ readAt }) => readAt)) };
}

/**
 * Delivers the reminders that are due, each once, and plans the next ones. One that is late by more than its lead time, so that
 * the sale has opened, is a missed one. Of several leads that are over, the shortest one counts.
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
  if (next !== null) await env.bindings.REMINDER_CLOCK.getByName('reminders').wakeAt(next);
}
