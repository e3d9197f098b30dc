import { readFacts } from '../../../shared/artist-monitor/stored.ts';
import { FIRST_LEADS } from '../../../shared/reminders/schema.ts';
import { zoneOfCountry } from '../../../shared/sales/country-zones.ts';
import { DAY_MS } from '../../../shared/times.ts';
import type { Ctx } from '../../context/context.ts';
import { deliverNotifications } from '../notifications/index.ts';
import { matchingOpenings } from '../watch-rules/index.ts';
import { type Comparison, compareSales } from './compare.ts';
import { findCopies } from './copies/service.ts';
import {
  type Changes,
  type DatedState,
  decideState,
  type EventState,
  keyOf,
  placeOf,
  stateOf,
} from './sales.ts';
import * as store from './store.ts';

/** The sales of watch rules are followed from this time before their opening: longer than the longest lead. */
const RULES_AHEAD_MS = 8 * DAY_MS;
/** A sale is compared once more this long after its opening; then its rows end. */
const ENDED_MS = DAY_MS;
/** The number of events in one read. */
const READ_AT_ONCE = 2_000;
/** The number of reminder rows in one comparison: an event may have one for each operator. */
const ROWS_AT_ONCE = 20_000;
/** Work that is left after this time is for the next tick. */
const LONGEST_SYNC_MS = 25_000;

type Operator = Awaited<ReturnType<typeof store.listOperators>>[number];

/** The sales that watch rules match, by {@link keyOf}. */
interface RuleMatches {
  /** Those that open within {@link RULES_AHEAD_MS}. */
  near: ReadonlySet<string>;
  nearEventIds: ReadonlySet<string>;
  /**
   * Those that open later, by the id of their event. A sale that has moved that far stays followed.
   */
  far: ReadonlyMap<string, readonly string[]>;
}

/**
 * Compares the sales of the events that changed since the last sync with the stored rows of all
 * operators: new ones get reminders, a moved sale moves its reminders, and a cancelled one ends
 * them. Triggers mark events when a source, a choice, a rule or an operator changes; this function
 * adds events that are due by time, and all events once a day. A sync without a change therefore
 * costs a few short reads for any number of operators and sales.
 */
export async function syncReminders(ctx: Ctx): Promise<void> {
  const startedAt = performance.now();
  await markDue(ctx);
  const operators = await store.listOperators(ctx.db);
  const most = Math.max(1, Math.floor(ROWS_AT_ONCE / Math.max(1, operators.length)));
  let notices = 0;
  let after = '';
  while (performance.now() - startedAt < LONGEST_SYNC_MS) {
    const marks = await store.listMarks(ctx.db, after, READ_AT_ONCE);
    notices += await syncEvents(ctx, { operators, marks, most });
    if (marks.length < READ_AT_ONCE) break;
    after = marks.at(-1)?.eventId ?? '';
  }
  if (notices > 0) await deliverNotifications(ctx);
}

/**
 * Marks the events that are due for a comparison by time, and all events if something changed for
 * all of them, or once a day.
 */
async function markDue(ctx: Ctx): Promise<void> {
  const { db } = ctx;
  const now = ctx.clock();
  const until = now + RULES_AHEAD_MS;
  const { rulesUntil, all } = await store.readProgress(db);
  const isAll = all !== null || Math.floor(rulesUntil / DAY_MS) !== Math.floor(until / DAY_MS);
  const from = isAll ? now : rulesUntil;
  const openings = from < until ? await matchingOpenings(db, { from, until }) : [];
  await store.writeProgress(ctx, {
    rulesUntil: Math.max(until, isAll ? 0 : rulesUntil),
    eventIds: [...new Set(openings.map(({ event }) => event.id))],
    endedBefore: now - ENDED_MS,
    all: isAll ? { mark: all, since: now - ENDED_MS, now } : null,
  });
}

/** @returns how many notifications were stored */
async function syncEvents(
  ctx: Ctx,
  {
    operators,
    marks,
    most,
  }: { operators: readonly Operator[]; marks: readonly store.Mark[]; most: number },
): Promise<number> {
  const ids = marks.map(({ eventId }) => eventId);
  const rules = await matchRules(ctx, ids);
  const concerned = await store.findConcerned(ctx.db, ids);
  const isCompared = ({ eventId }: store.Mark) =>
    concerned.has(eventId) || rules.nearEventIds.has(eventId);
  const some = marks.filter(isCompared);
  const others = marks.filter((mark) => !isCompared(mark));
  await store.deleteMarks(ctx, others);
  let notices = 0;
  for (const part of partsOf(some, most)) notices += await comparePart(ctx, operators, part, rules);
  return notices;
}

async function matchRules({ db, clock }: Ctx, eventIds: readonly string[]): Promise<RuleMatches> {
  const now = clock();
  const range = { from: now, until: Number.MAX_SAFE_INTEGER, eventIds };
  const openings = eventIds.length === 0 ? [] : await matchingOpenings(db, range);
  const isNear = ({ sale }: (typeof openings)[number]) => sale.opensAt <= now + RULES_AHEAD_MS;
  const keyOfOpening = ({ event, sale }: (typeof openings)[number]) =>
    keyOf({ eventId: event.id, kind: sale.kind, name: sale.name });
  const near = openings.filter(isNear);
  const far = Map.groupBy(
    openings.filter((opening) => !isNear(opening)),
    ({ event }) => event.id,
  );
  return {
    near: new Set(near.map(keyOfOpening)),
    nearEventIds: new Set(near.map(({ event }) => event.id)),
    far: new Map([...far].map(([id, some]) => [id, some.map(keyOfOpening)])),
  };
}

/** Compares some events for every operator whom they concern, and stores what changed as one batch. */
async function comparePart(
  ctx: Ctx,
  operators: readonly Operator[],
  marks: readonly store.Mark[],
  rules: RuleMatches,
): Promise<number> {
  const now = ctx.clock();
  const ids = marks.map(({ eventId }) => eventId);
  const [stored, read] = await Promise.all([store.findStored(ctx.db, ids), readEvents(ctx, ids)]);
  const rows = Map.groupBy(stored.rows, ({ operatorId }) => operatorId);
  const choices = Map.groupBy(stored.choices, ({ operatorId }) => operatorId);
  const copies = Map.groupBy(stored.calendar, ({ operatorId }) => operatorId);
  const worked = Map.groupBy(stored.worked, ({ operatorId }) => operatorId);
  const monitored = new Set(read.monitored);
  const ofTeam = ids.filter((id) => monitored.has(id) || rules.nearEventIds.has(id));
  const all: Changes = { added: [], ended: [], follows: [], unfollowed: [], notifications: [] };
  for (const { id: operatorId, leads } of operators) {
    const operatorFacts = {
      rows: rows.get(operatorId) ?? [],
      choices: choices.get(operatorId) ?? [],
      calendar: copies.get(operatorId) ?? [],
      worked: (worked.get(operatorId) ?? []).map(({ eventId }) => eventId),
    };
    const named = [...operatorFacts.rows, ...operatorFacts.choices].map(({ eventId }) => eventId);
    const calendar = new Map(
      operatorFacts.calendar.map(({ event, readAt }) => [event.id, { ...stateOf(event), readAt }]),
    );
    const eventIds = [
      ...new Set([...ofTeam, ...named, ...calendar.keys(), ...operatorFacts.worked]),
    ];
    const comparison: Comparison = {
      operatorId,
      leads: leads ?? FIRST_LEADS,
      now,
      rows: operatorFacts.rows,
      choices: operatorFacts.choices,
      eventIds: new Set([...monitored, ...calendar.keys(), ...operatorFacts.worked]),
      ruleKeys: new Set([...rules.near, ...farKeys(operatorFacts.rows, rules)]),
      events: new Map(eventIds.map((id) => [id, read.of(id, calendar.get(id))])),
    };
    const changes = compareSales(comparison);
    for (const name of CHANGES) all[name].push(...(changes[name] as never[]));
  }
  // A row whose reminder is due waits for its delivery: its event is compared once more.
  const due = new Set(
    stored.rows
      .filter((row) => row.dueAt !== null && row.dueAt <= now)
      .map(({ eventId }) => eventId),
  );
  await store.writeChanges(
    ctx,
    all,
    marks.filter(({ eventId }) => !due.has(eventId)),
  );
  return all.notifications.length;
}

const CHANGES = ['added', 'ended', 'follows', 'unfollowed', 'notifications'] as const;

const farKeys = (rows: readonly { eventId: string }[], { far }: RuleMatches): string[] =>
  rows.flatMap(({ eventId }) => far.get(eventId) ?? []);

function* partsOf<Item>(items: readonly Item[], most = READ_AT_ONCE): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += most) yield items.slice(at, at + most);
}

/** The facts of these events in the monitor and the catalogues. */
export async function readEvents(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  eventIds: readonly string[],
) {
  const now = clock();
  const monitored = new Map<string, DatedState>();
  const listed = new Map<string, DatedState>();
  const copies = new Map<string, DatedState>();
  for (const ids of partsOf(eventIds)) {
    const [rows, facts, copied] = await Promise.all([
      store.findListed(db, ids),
      store.findMonitored(db, ids, now),
      findCopies(db, ids),
    ]);
    for (const { eventId, facts: copy, readAt, nextAt } of copied)
      if (copy !== null)
        copies.set(eventId, { ...stateOf(readFacts(copy)), readAt, isRenewed: nextAt !== null });
    for (const { event, readAt } of facts) monitored.set(event.id, { ...stateOf(event), readAt });
    for (const [id, own] of Map.groupBy(rows, ({ eventId }) => eventId))
      listed.set(id, listedState(own));
  }
  return {
    monitored: monitored.keys(),
    /** @param calendar the copy in the operator's calendar */
    of: (id: string, calendar?: DatedState): EventState => {
      const own = copies.get(id);
      const copy = own?.isRenewed === true ? own : newerOf(own, calendar);
      return decideState({ copy, monitor: monitored.get(id), catalogue: listed.get(id) });
    },
  };
}

const newerOf = (one: DatedState | undefined, other: DatedState | undefined) =>
  (one?.readAt ?? -1) > (other?.readAt ?? -1) ? one : other;

function listedState(rows: Awaited<ReturnType<typeof store.findListed>>): DatedState {
  const sales = rows.flatMap(({ eventId, kind, name, opensAt, ...row }) => {
    if (row.isGone === 1 || kind === null || name === null || opensAt === null) return [];
    const title = row.artists[0]?.name || row.eventName;
    const place = placeOf(row.city, row.venue);
    const timezone = row.timezone || (zoneOfCountry(row.country) ?? '');
    return [{ eventId, kind, name, opensAt, title, place, timezone }];
  });
  const isCancelled = rows.some((row) => row.isCancelled === 1);
  return { isCancelled, sales, readAt: Math.max(...rows.map(({ readAt }) => readAt)) };
}
