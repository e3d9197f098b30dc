import { type AlertState, stepAlert } from '../../../../shared/price-monitor/alerts.ts';
import { moveWithinHour } from '../../../../shared/price-monitor/move.ts';
import {
  PRICE_SOURCE_PHRASES,
  type PriceSource,
} from '../../../../shared/price-monitor/price-source.ts';
import { bandsOf } from '../../../../shared/price-monitor/prices.ts';
import type { PriceCheck } from '../../../../shared/price-monitor/schema.ts';
import { backoffMs, DAY_MS, isoTime, MINUTE_MS } from '../../../../shared/times.ts';
import type { EventReading } from '../../../providers/event-page/index.ts';
import type { NewNotification } from '../../notifications/index.ts';
import { announce } from '../alerts/announce.ts';
import type { StoredEvent, WithAlerts } from '../events/store.ts';
import type { Step } from '../history/thin-history.ts';
import { doubtReading, type Outcome, statedBy } from './outcome.ts';

/** Everything that one check changes, written in one batch. */
export interface CheckResult {
  event: Omit<StoredEvent, 'id' | 'url' | 'host' | 'tags' | 'providerId' | 'isPaused' | 'pausedBy'>;
  /** A new step of the history; null if nothing moved. */
  step: Step | null;
  alerts: { id: number; state: AlertState; fires: boolean }[];
  notifications: NewNotification[];
}

/** The longest pause that a site may request. */
const LONGEST_PAUSE_MS = DAY_MS;

/** Time between two pages of one host. */
export const PAGE_SPACING_MS = 1_000;
/** The number of pages that are read at the same time. */
export const PAGES_AT_ONCE = 6;
/** The assumed time of an average page, so that all pages are read within their interval. */
const PAGE_ALLOWANCE_MS = 1_500;
/** The share of the interval that checks may fill. The rest is for events that operators refresh. */
const LOAD = 0.8;
/** The calls a day that price checks may use, of the Discovery API's 5,000. */
const LISTED_CALLS_PER_DAY = 1_000;
export const LISTED_PER_CALL = 100;

const MOST_RECENT = 32;
const MOST_CHECKS = 20;

/** The number of monitored events, without paused ones. */
export interface Load {
  all: number;
  ofHost: number;
  /** Events that the Discovery API lists. */
  listed: number;
}

/**
 * Time between two checks of an event: a minute, or longer in whole minutes if so many events are monitored that the
 * pace of their host, the connections or the quota would be exceeded.
 */
export function checkInterval({ all, ofHost, listed }: Load, isListed: boolean): number {
  const hostMs = (ofHost * PAGE_SPACING_MS) / LOAD;
  const connectionsMs = (all * PAGE_ALLOWANCE_MS) / PAGES_AT_ONCE / LOAD;
  const quotaMs = isListed
    ? (Math.ceil(listed / LISTED_PER_CALL) * DAY_MS) / LISTED_CALLS_PER_DAY
    : 0;
  return Math.max(1, Math.ceil(Math.max(hostMs, connectionsMs, quotaMs) / MINUTE_MS)) * MINUTE_MS;
}

interface CheckTimes {
  now: number;
  startedAt: number;
  intervalMs: number;
}

/** The event after any check, without the columns that no check changes. */
function commonChanges(event: WithAlerts, now: number) {
  const { id: _, url, host, alerts, tags, providerId, isPaused, pausedBy, ...before } = event;
  return { ...before, readsPage: false, checkedAt: now, version: event.version + 1 };
}

/** The log of an event with its newest check in front. */
function withCheck(
  event: WithAlerts,
  entry: Pick<PriceCheck, 'outcome' | 'text'>,
  { now, startedAt }: CheckTimes,
): PriceCheck[] {
  const check = { at: isoTime(now), ...entry, durationMs: now - startedAt };
  return [check, ...event.checks].slice(0, MOST_CHECKS);
}

/** Computes what a check changes. */
export function settleCheck(event: WithAlerts, input: Outcome, times: CheckTimes): CheckResult {
  const outcome = doubtReading(event, input, times.now);
  return outcome.kind === 'failed'
    ? settleFailure(event, outcome, times)
    : settleReading(event, outcome, times);
}

function settleFailure(
  event: WithAlerts,
  outcome: Extract<Outcome, { kind: 'failed' }>,
  times: CheckTimes,
): CheckResult {
  const { now } = times;
  const failures = event.failures + 1;
  const pauseMs = Math.min(LONGEST_PAUSE_MS, outcome.retryAfterMs ?? 0);
  const failed = {
    ...commonChanges(event, now),
    failure: outcome.reason,
    saleState: outcome.state,
    failures,
    move: moveWithinHour(event.low, event.recent, now)?.amount ?? 0,
    nextCheckAt: now + Math.max(backoffMs(failures), pauseMs),
    checks: withCheck(event, { outcome: 'failed', text: outcome.reason }, times),
  };
  return { event: failed, step: null, alerts: [], notifications: [] };
}

function settleReading(
  event: WithAlerts,
  outcome: Exclude<Outcome, { kind: 'failed' }>,
  times: CheckTimes,
): CheckResult {
  const { now, intervalMs } = times;
  const { reading, source } = outcome;
  const isPasted = source === 'pasted';
  const facts = readFacts(event, reading);
  const bands = bandsOf(reading.prices);
  const isFirst = event.changedAt === null;
  const old = bandsOf(event.prices);
  const hasMoved = isFirst || isOther(bands, old);
  const hasOtherSource = event.source !== null && source !== event.source;
  const isNew = hasMoved || hasNews(event, reading, facts);
  const recent = trimRecent([...event.recent, { at: now, low: bands.low }], now);
  const seen = { ...bands, saleState: reading.state, opensAt: reading.opensAt };
  const alerts = event.alerts.map((rule) => {
    const state = isFirst ? stateAtFirst(rule, bands.available) : rule;
    return { rule, ...stepAlert(rule, state, seen, now) };
  });
  const read = {
    ...commonChanges(event, now),
    ...facts,
    prices: reading.prices,
    low: bands.low,
    available: bands.available,
    ticketsLeft: reading.ticketsLeft,
    statedFacts: statedBy(event, outcome),
    saleState: reading.state,
    opensAt: reading.opensAt,
    source,
    readAt: now,
    lastLow: bands.low ?? event.lastLow,
    lastLowAt: bands.low === null ? event.lastLowAt : now,
    move: event.isPaused ? 0 : (moveWithinHour(bands.low, recent, now)?.amount ?? 0),
    recent,
    searchText: [facts.title, facts.venue, facts.city, event.url].join(' ').toLowerCase(),
    changedAt: isNew ? now : event.changedAt,
    nextCheckAt: Math.floor(now / MINUTE_MS) * MINUTE_MS + intervalMs,
    failure: null,
    failures: 0,
    unsent: isNew ? ('prices' as const) : event.unsent,
    // A pasted page is no evidence that the site accepts programs, so that its next check stays as late as it was.
    ...(isPasted && {
      nextCheckAt: event.nextCheckAt,
      failures: event.failures,
      readsPage: event.readsPage,
      // No round sends this change.
      unsent: isNew || event.unsent === 'prices' ? ('prices' as const) : ('state' as const),
    }),
    checks: withCheck(
      event,
      {
        outcome: isNew ? 'changed' : 'unchanged',
        text: describeReading(reading, bands.available, source),
      },
      times,
    ),
  };
  return {
    event: read,
    step: hasMoved || hasOtherSource ? { at: now, ...bands, source } : null,
    alerts: alerts.map(({ rule, state, fires }) => ({ id: rule.id, state, fires })),
    notifications: announce(
      alerts.filter(({ fires }) => fires).map(({ rule }) => rule),
      { ...read, id: event.id, url: event.url, providerId: event.providerId },
      now,
    ),
  };
}

/** Whether a reading differs from the previous one. */
const hasNews = (event: WithAlerts, reading: EventReading, facts: Facts): boolean =>
  isOther(reading.prices, event.prices) ||
  // A failed check has replaced the state; the next reading restores it.
  (event.failure === null && reading.state !== event.saleState) ||
  reading.opensAt !== event.opensAt ||
  FACTS.some((name) => facts[name] !== event[name]);

/**
 * Tickets in the first reading do not count as back in stock, because there is no earlier reading
 * without them.
 */
const stateAtFirst = (rule: WithAlerts['alerts'][number], available: number) =>
  rule.kind === 'back_in_stock' && available > 0 ? { ...rule, isArmed: false } : rule;

const FACTS = ['title', 'venue', 'city', 'country', 'date', 'image', 'currency'] as const;
type Facts = Record<(typeof FACTS)[number], string | null>;

/** Facts that a source does not name keep their values. */
const readFacts = (event: Facts, reading: Facts): Facts =>
  // The object is made of FACTS, so none is missing.
  Object.fromEntries(FACTS.map((name) => [name, reading[name] ?? event[name]])) as Facts;

const isOther = (one: object, other: object): boolean =>
  JSON.stringify(one) !== JSON.stringify(other);

function describeReading(reading: EventReading, tickets: number, source: PriceSource): string {
  const bandCount = Object.keys(reading.prices).length;
  const cut = reading.listed > bandCount ? ` (the lowest of ${reading.listed})` : '';
  const prices = bandCount === 1 ? '1 price' : `${bandCount} prices`;
  return `${prices}${cut}, ${tickets === 1 ? '1 ticket' : `${tickets} tickets`}, from ${PRICE_SOURCE_PHRASES[source]}.`;
}

type Recent = StoredEvent['recent'];

/**
 * Drops steps that repeat the previous lowest price, steps that ended more than a day ago, and the
 * oldest ones if there are too many.
 */
function trimRecent(steps: Recent, now: number): Recent {
  const moved = steps.filter((step, index) => step.low !== steps[index - 1]?.low || index === 0);
  const firstOfDay = moved.findIndex(({ at }) => at > now - DAY_MS);
  const lasting = moved.slice(Math.max(0, firstOfDay === -1 ? moved.length - 1 : firstOfDay - 1));
  return thinRecent(lasting);
}

/** Keeps the first and the last steps. If a day has many moves, the sparkline shows every second of the older ones. */
function thinRecent(steps: Recent): Recent {
  if (steps.length <= MOST_RECENT) return steps;
  const newest = steps.slice(-MOST_RECENT / 2);
  return [...steps.slice(0, -MOST_RECENT / 2).filter((_, index) => index % 2 === 0), ...newest];
}
