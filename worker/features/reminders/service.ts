import { wrongField } from '../../../shared/errors.ts';
import {
  dueLead,
  FIRST_LEADS,
  type FollowedSale,
  nextDue,
  type ReminderSettings,
} from '../../../shared/reminders/schema.ts';
import { NOT_AVAILABLE } from '../../../shared/ticketing/constants.ts';
import { knownInstant } from '../../../shared/ticketing/sale.ts';
import type { EventFacts } from '../../../shared/ticketing/schema.ts';
import { DAY_MS, isoTime, MINUTE_MS } from '../../../shared/times.ts';
import { type Ctx, signedIn } from '../../context/context.ts';
import { listSaleEventsBetween } from '../artist-monitor/index.ts';
import { deliverNotifications, type NewNotification } from '../notifications/index.ts';
import { matchingOpenings } from '../watch-rules/index.ts';
import * as store from './store.ts';

/** The sales of watch rules are followed from this time before their opening: longer than the longest lead. */
const RULES_AHEAD_MS = 8 * DAY_MS;
/** The reminders of one batch. */
const DELIVERED_AT_ONCE = 1_000;
/** A sale is kept this long after its opening, so that a late change of its time is noticed. */
const KEPT_MS = DAY_MS;

/** A presale or the general sale of an event, as reminders name it. */
interface Sale {
  eventId: string;
  kind: 'presale' | 'general';
  /** '' for the general sale. */
  name: string;
  opensAt: number;
  title: string;
  place: string;
}
type SaleKey = Pick<Sale, 'eventId' | 'kind' | 'name'>;

const keyOf = ({ eventId, kind, name }: SaleKey): string => JSON.stringify([eventId, kind, name]);

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
 * Follows a sale, or ends that.
 * @throws DomainError `bad_request` for a sale to follow that is neither in a catalogue nor of a monitored artist
 */
export async function followSale(
  ctx: Ctx,
  { event_id: eventId, kind, presale_name: presale }: FollowedSale,
  isFollowed: boolean,
): Promise<void> {
  const key = { eventId, kind, name: presale ?? '' };
  if (isFollowed) {
    const { sales } = await lookUp(ctx, [eventId], []);
    if (!sales.has(keyOf(key))) throw wrongField('event_id', 'There is no such sale.');
  }
  await store.putFollow(ctx, { operatorId: signedIn(ctx).id, ...key, isFollowed });
  await syncReminders(ctx);
  await deliverReminders(ctx);
}

/** Brings the reminders up to date and delivers what is due. For the cron trigger, which runs if no alarm does. */
export async function runReminders(ctx: Ctx): Promise<void> {
  await syncReminders(ctx);
  await deliverReminders(ctx);
}

/**
 * Compares the followed sales with those that are stored: new ones get reminders, a moved sale moves its reminders, and a
 * cancelled one ends them. Both are notifications for each operator who follows the sale.
 */
async function syncReminders(ctx: Ctx): Promise<void> {
  const now = ctx.clock();
  const [operators, rows, follows, calendar, monitored, openings] = await Promise.all([
    store.listOperators(ctx.db),
    store.listReminders(ctx.db),
    store.listFollows(ctx.db),
    store.listCalendarEvents(ctx.db),
    listMonitored(ctx.db, now),
    matchingOpenings(ctx.db, { from: now, until: now + RULES_AHEAD_MS }),
  ]);
  const team = [
    ...openings.map(({ event, sale }) => ({
      ...{ eventId: event.id, kind: sale.kind, name: sale.name, opensAt: sale.opensAt },
      ...{ title: event.artists[0]?.name || event.name, place: placeOf(event.city, event.venue) },
    })),
    ...monitored.flatMap(salesOf),
  ];
  const ids = [...rows, ...follows].map(({ eventId }) => eventId);
  const current = await lookUp(ctx, ids, calendar);
  const changes = { added: [], moved: [], ended: [], notifications: [] } as Changes;
  for (const operator of operators) {
    const isOwn = ({ operatorId }: { operatorId: number }) => operatorId === operator.id;
    const choices = follows.filter(isOwn);
    compare(changes, {
      ...{ operatorId: operator.id, leads: operator.leads ?? FIRST_LEADS, now, current },
      rows: rows.filter(isOwn),
      followed: followedBy(choices, [
        ...team,
        ...calendar.filter(isOwn).flatMap(({ event }) => salesOf(event)),
        ...choices.flatMap((choice) => current.sales.get(keyOf(choice)) ?? []),
      ]),
    });
  }
  const enabled = new Set(operators.map(({ id }) => id));
  changes.ended.push(...rows.filter(({ operatorId }) => !enabled.has(operatorId)));
  const { added, moved, ended } = changes;
  if (added.length + moved.length + ended.length === 0) return;
  await store.writeChanges(ctx, changes);
  if (changes.notifications.length > 0) await deliverNotifications(ctx);
}

/** The events of monitored artists with a sale that opens from now on. */
async function listMonitored(db: Ctx['db'], now: number): Promise<EventFacts[]> {
  const all: EventFacts[] = [];
  let after: { opening: number; id: string } | undefined;
  for (;;) {
    const range = { from: now, to: null, after };
    const { events, hasMore } = await listSaleEventsBetween(db, range);
    all.push(...events.map(({ event }) => event));
    const last = events.at(-1);
    if (last === undefined || !hasMore) return all;
    after = { opening: last.opening, id: last.event.id };
  }
}

interface Changes {
  added: store.StoredReminder[];
  moved: store.StoredReminder[];
  ended: store.StoredReminder[];
  notifications: NewNotification[];
}

/** The sales that an operator follows, by their key, without those that the operator has left out. */
function followedBy(
  choices: readonly store.StoredFollow[],
  candidates: readonly Sale[],
): Map<string, Sale> {
  const leftOut = new Set(choices.filter(({ isFollowed }) => !isFollowed).map(keyOf));
  return new Map(
    candidates.flatMap((sale) => {
      const key = keyOf(sale);
      return leftOut.has(key) ? [] : [[key, sale] as const];
    }),
  );
}

interface Comparison {
  operatorId: number;
  leads: readonly number[];
  now: number;
  rows: readonly store.StoredReminder[];
  followed: ReadonlyMap<string, Sale>;
  current: Awaited<ReturnType<typeof lookUp>>;
}

function compare(
  changes: Changes,
  { operatorId, leads, now, rows, followed, current }: Comparison,
): void {
  const known = new Set(rows.map(keyOf));
  for (const row of rows) {
    const key = keyOf(row);
    if (current.cancelled.has(row.eventId)) {
      changes.ended.push(row);
      if (row.opensAt > now) changes.notifications.push(cancelNotice(row, now));
      continue;
    }
    // A sale that moved beyond the time of the watch rules is still followed.
    const sale = followed.get(key) ?? current.sales.get(key);
    const isDropped = !followed.has(key) && (sale?.opensAt ?? 0) < now + RULES_AHEAD_MS;
    if (row.opensAt < now - KEPT_MS || (isDropped && row.opensAt > now)) changes.ended.push(row);
    else if (sale !== undefined && sale.opensAt !== row.opensAt) {
      const { opensAt, title, place } = sale;
      const dueAt = nextDue(leads, opensAt, now);
      changes.moved.push({ ...row, opensAt, title, place, toldAt: now, dueAt });
      changes.notifications.push(moveNotice(row, opensAt, now));
    }
  }
  for (const [key, sale] of followed) {
    if (known.has(key) || sale.opensAt <= now || current.cancelled.has(sale.eventId)) continue;
    const dueAt = nextDue(leads, sale.opensAt, now);
    changes.added.push({ operatorId, ...sale, toldAt: now, dueAt });
  }
}

/** The sales of these events as they are known now, and which of the events are cancelled. The monitor counts before a catalogue. */
async function lookUp(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  eventIds: readonly string[],
  calendar: readonly { event: EventFacts }[],
): Promise<{ sales: Map<string, Sale>; cancelled: Set<string> }> {
  const ids = [...new Set(eventIds)];
  const [listed, cancelledListed, monitored] = await Promise.all([
    store.findListed(ctx.db, ids),
    store.findCancelledListed(ctx.db, ids),
    store.findMonitored(ctx.db, ids),
  ]);
  const events = [...calendar.map(({ event }) => event), ...monitored];
  const sales = new Map<string, Sale>();
  const all = [
    ...listed.map(({ eventName, artists, city, venue, ...sale }) => ({
      ...{ ...sale, title: artists[0]?.name || eventName, place: placeOf(city, venue) },
    })),
    ...events.flatMap(salesOf),
  ];
  for (const sale of all) sales.set(keyOf(sale), sale);
  const isCancelled = ({ sale_note: note }: EventFacts) => note === 'Cancelled';
  const cancelled = new Set([
    ...cancelledListed,
    ...events.filter(isCancelled).map(({ id }) => id),
  ]);
  return { sales, cancelled };
}

/** The sales of an event whose opening is known. A cancelled event has none. */
function salesOf(event: EventFacts): Sale[] {
  if (event.sale_note === 'Cancelled') return [];
  const windows = [
    ...event.presale_windows.map(({ name, opens }) => ({
      ...{ kind: 'presale' as const, name, opensAt: knownInstant(opens) },
    })),
    { kind: 'general' as const, name: '', opensAt: knownInstant(event.generalSaleStart) },
  ];
  const facts = { eventId: event.id, title: textOf(event.artist) };
  const place = placeOf(textOf(event.location), textOf(event.venue));
  return windows.flatMap(({ opensAt, ...sale }) =>
    opensAt === null ? [] : [{ ...facts, ...sale, opensAt, place }],
  );
}

const textOf = (text: string): string => (text === NOT_AVAILABLE ? '' : text);
const placeOf = (...parts: string[]): string => parts.filter((part) => part !== '').join(', ');

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

/** `Presale "Fan Club"`, or `General sale`. */
const nameOf = ({ kind, name }: SaleKey): string =>
  kind === 'presale' ? `Presale "${name}"` : 'General sale';

/** `2026-11-27 19:00 UTC` */
const timeText = (instant: number): string =>
  `${isoTime(instant).slice(0, 16).replace('T', ' ')} UTC`;

/** `10 minutes`, `2 hours`, `1 day`: the largest unit that fits. */
function durationText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  const [count, unit] =
    minutes % 1_440 === 0
      ? [minutes / 1_440, 'day']
      : minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const placeText = (place: string): string => (place === '' ? '' : ` ${place}.`);

/** A notification about a followed sale. `key` identifies the fact. */
const noticeOf = (
  row: store.StoredReminder,
  part: Pick<NewNotification, 'kind' | 'topic' | 'body'>,
  { key, now }: { key: readonly (string | number)[]; now: number },
): NewNotification => ({
  ...part,
  title: row.title,
  href: '/',
  dedupeKey: JSON.stringify([part.kind, row.operatorId, keyOf(row), ...key]),
  operatorId: row.operatorId,
  createdAt: now,
});

function reminderOf(row: store.StoredReminder, lead: number, now: number): NewNotification {
  const isMissed = now > row.opensAt;
  const left = durationText(row.opensAt - now);
  return noticeOf(
    row,
    {
      kind: 'sale_soon',
      topic: isMissed ? 'Missed reminder' : `Opens in ${left}`,
      body: isMissed
        ? `${nameOf(row)} opened at ${timeText(row.opensAt)}.${placeText(row.place)} The desk was not running when the reminder was due.`
        : `${nameOf(row)} opens at ${timeText(row.opensAt)}.${placeText(row.place)}`,
    },
    { key: [row.opensAt, lead], now },
  );
}

const moveNotice = (row: store.StoredReminder, opensAt: number, now: number): NewNotification =>
  noticeOf(
    row,
    {
      kind: 'sale_moved',
      topic: 'Sale moved',
      body: `${nameOf(row)} opens at ${timeText(opensAt)} instead of ${timeText(row.opensAt)}.${placeText(row.place)}`,
    },
    { key: [row.opensAt, opensAt], now },
  );

const cancelNotice = (row: store.StoredReminder, now: number): NewNotification =>
  noticeOf(
    row,
    {
      kind: 'sale_moved',
      topic: 'Event cancelled',
      body: `${nameOf(row)} at ${timeText(row.opensAt)} does not take place.${placeText(row.place)} Its reminders have ended.`,
    },
    { key: [row.opensAt, 'cancelled'], now },
  );
