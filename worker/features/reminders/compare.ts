import { nextDue } from '../../../shared/reminders/schema.ts';
import { DAY_MS } from '../../../shared/times.ts';
import {
  type Changes,
  type EventState,
  keyOf,
  type Sale,
  type StoredFollow,
  type StoredReminder,
  UNKNOWN,
} from './sales.ts';
import { cancelNotice, goneNotice, moveNotice, renameNotice } from './texts.ts';

/** A sale is kept this long after its opening, so that a late change of its time is noticed. */
const KEPT_MS = DAY_MS;

/** What an operator follows, the stored reminders, and the current facts. */
export interface Comparison {
  operatorId: number;
  /** In minutes. */
  leads: readonly number[];
  /** In milliseconds since the epoch. */
  now: number;
  rows: readonly StoredReminder[];
  choices: readonly StoredFollow[];
  /** The events of monitored artists and of the operator's calendar: all their sales are followed. */
  eventIds: ReadonlySet<string>;
  /** The sales of watch rules, by {@link keyOf}. */
  ruleKeys: ReadonlySet<string>;
  events: ReadonlyMap<string, EventState>;
}

/** Whether an operator follows a sale. The operator's choice takes precedence over every rule. */
function isFollowed(
  { choices, eventIds, ruleKeys }: Pick<Comparison, 'choices' | 'eventIds' | 'ruleKeys'>,
  key: Pick<Sale, 'eventId' | 'kind' | 'name'>,
): boolean {
  const text = keyOf(key);
  const choice = choices.find((one) => keyOf(one) === text);
  return choice?.isFollowed ?? (eventIds.has(key.eventId) || ruleKeys.has(text));
}

/** Compares the sales that an operator follows with the stored rows. */
export function compareSales(comparison: Comparison): Changes {
  const changes: Changes = { added: [], ended: [], follows: [], unfollowed: [], notifications: [] };
  const rows = Map.groupBy(comparison.rows, ({ eventId }) => eventId);
  const choices = Map.groupBy(comparison.choices, ({ eventId }) => eventId);
  const ids = new Set([...rows.keys(), ...choices.keys(), ...comparison.events.keys()]);
  for (const eventId of ids) {
    const part = { rows: rows.get(eventId) ?? [], choices: choices.get(eventId) ?? [] };
    const state = comparison.events.get(eventId) ?? UNKNOWN;
    compareEvent(changes, { ...comparison, ...part }, state);
  }
  return changes;
}

/** An event's part of a comparison. */
function compareEvent(changes: Changes, part: Comparison, state: EventState): void {
  const { rows, choices, now } = part;
  const left = new Set(choices.flatMap((one) => (one.isFollowed ? [] : [keyOf(one)])));
  const followedRows: StoredReminder[] = [];
  for (const row of rows) {
    if (!left.has(keyOf(row)) && !state.isCancelled) followedRows.push(row);
    else changes.ended.push(row);
    if (left.has(keyOf(row)) || !state.isCancelled) continue;
    if (row.opensAt > now || isDue(row, now)) changes.notifications.push(cancelNotice(row, now));
  }
  const stored = Map.groupBy(followedRows, keyOf);
  const current = Map.groupBy(state.sales, keyOf);
  const taken = new Set<string>();
  const vanished = [...stored].flatMap(([key, reminders]) =>
    compareKey(changes, part, { reminders, sales: current.get(key) ?? [], taken }),
  );
  endVanished(changes, part, { vanished, state, stored, taken });
  for (const sale of state.sales) {
    if (sale.opensAt <= now || taken.has(openingOf(sale)) || !isFollowed(part, sale)) continue;
    taken.add(openingOf(sale));
    changes.added.push(rowOf(part, sale));
  }
  for (const choice of choices) {
    if (changes.unfollowed.includes(choice)) continue;
    const times = (current.get(keyOf(choice)) ?? []).map(({ opensAt }) => opensAt);
    const opensAt = times.length === 0 ? choice.opensAt || now : Math.max(...times);
    if (opensAt !== choice.opensAt) changes.follows.push({ ...choice, opensAt });
  }
}

const openingOf = (sale: Pick<Sale, 'eventId' | 'kind' | 'name' | 'opensAt'>): string =>
  `${keyOf(sale)} ${sale.opensAt}`;

/** A due reminder is delivered before its row ends. */
const isDue = ({ dueAt }: StoredReminder, now: number): boolean => dueAt !== null && dueAt <= now;

function rowOf({ operatorId, leads, now }: Comparison, sale: Sale): StoredReminder {
  const dueAt = nextDue(leads, sale.opensAt, now);
  return { operatorId, ...sale, addedAt: now, toldAt: now, dueAt };
}

/**
 * Compares the rows of one kind and name with the current openings: a row whose time is still among
 * them has not moved, and rows whose times have disappeared have moved if there are as many new
 * times.
 * @param options `taken` receives the openings that have a row
 * @returns the rows whose sale disappeared before it opened
 */
function compareKey(
  changes: Changes,
  part: Comparison,
  {
    reminders,
    sales,
    taken,
  }: { reminders: StoredReminder[]; sales: readonly Sale[]; taken: Set<string> },
): StoredReminder[] {
  const { now } = part;
  const byTime = new Map(sales.map((sale) => [sale.opensAt, sale]));
  const stored = new Set(reminders.map(({ opensAt }) => opensAt));
  const lost = reminders.filter(({ opensAt }) => !byTime.has(opensAt)).sort(byOpening);
  const upcoming = lost.filter(({ opensAt }) => opensAt > now);
  const opened = lost.filter(({ opensAt }) => opensAt > now - KEPT_MS);
  const moving = upcoming.length > 0 ? upcoming : opened;
  // An opening in the distant past existed before, unless it is the only one.
  const fresh = [...byTime.values()]
    .filter(({ opensAt }) => !stored.has(opensAt))
    .filter(({ opensAt }) => opensAt > now - KEPT_MS || byTime.size === 1)
    .sort(byOpening);
  const hasReason = reminders[0] !== undefined && isFollowed(part, reminders[0]);
  const moved = new Map<StoredReminder, Sale>();
  if (moving.length === fresh.length)
    for (const [at, row] of moving.entries()) moved.set(row, fresh[at] as Sale);
  const vanished: StoredReminder[] = [];
  for (const row of reminders) {
    const sale = moved.get(row);
    if (sale !== undefined && (hasReason || sale.opensAt <= now)) {
      taken.add(openingOf(sale));
      changes.ended.push(row);
      changes.added.push(rowOf(part, sale));
      changes.notifications.push(moveNotice(row, sale.opensAt, now));
      continue;
    }
    if (byTime.has(row.opensAt)) taken.add(openingOf(row));
    if (isDue(row, now)) continue;
    if (row.opensAt <= now) {
      if (row.opensAt < now - KEPT_MS) changes.ended.push(row);
    } else if (!byTime.has(row.opensAt)) vanished.push(row);
    else if (!hasReason) changes.ended.push(row);
    else renew(changes, part, row, byTime.get(row.opensAt)?.timezone ?? row.timezone);
  }
  return vanished;
}

/** Writes a row again if the lead times changed while a sync stored it, or if another zone of the venue is known now. */
function renew(
  changes: Changes,
  { leads, now }: Comparison,
  row: StoredReminder,
  timezone: string,
): void {
  const dueAt = nextDue(leads, row.opensAt, now);
  if (row.dueAt === dueAt && row.timezone === timezone) return;
  changes.ended.push(row);
  changes.added.push({ ...row, dueAt, timezone });
}

const byOpening = (a: { opensAt: number }, b: { opensAt: number }) => a.opensAt - b.opensAt;

/**
 * Ends the rows of sales that have disappeared. If a single presale has disappeared, it may have
 * been renamed.
 */
function endVanished(
  changes: Changes,
  part: Comparison,
  {
    vanished,
    state,
    stored,
    taken,
  }: {
    vanished: readonly StoredReminder[];
    state: EventState;
    stored: ReadonlyMap<string, unknown>;
    taken: Set<string>;
  },
): void {
  const { choices, now } = part;
  const newcomer = findRenamed(vanished, part, { state, stored });
  for (const row of vanished) {
    const choice = choices.find((one) => keyOf(one) === keyOf(row));
    changes.ended.push(row);
    if (newcomer !== undefined && (choice !== undefined || isFollowed(part, newcomer))) {
      taken.add(openingOf(newcomer));
      changes.added.push(rowOf(part, newcomer));
      changes.notifications.push(renameNotice(row, newcomer, now));
      if (choice === undefined) continue;
      changes.unfollowed.push(choice);
      changes.follows.push({ ...choice, name: newcomer.name, opensAt: newcomer.opensAt });
    } else if (choice !== undefined) changes.notifications.push(goneNotice(row, now));
  }
}

/**
 * The presale that replaced one that has disappeared: the only new one that opens at the same time,
 * or the event's only presale.
 */
function findRenamed(
  vanished: readonly StoredReminder[],
  { choices, now }: Comparison,
  { state, stored }: { state: EventState; stored: ReadonlyMap<string, unknown> },
): Sale | undefined {
  const [row] = vanished;
  const presales = state.sales.filter(({ kind }) => kind === 'presale');
  if (row?.kind !== 'presale' || vanished.length > 1) return undefined;
  const key = keyOf(row);
  if (presales.some((sale) => keyOf(sale) === key)) return undefined;
  const chosen = new Set(choices.map(keyOf));
  const fresh = presales.filter(
    (sale) => sale.opensAt > now && !stored.has(keyOf(sale)) && !chosen.has(keyOf(sale)),
  );
  const atOnce = fresh.filter(({ opensAt }) => opensAt === row.opensAt);
  if (atOnce.length === 1) return atOnce[0];
  return presales.length === 1 ? fresh[0] : undefined;
}
