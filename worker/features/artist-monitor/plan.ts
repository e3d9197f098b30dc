import { DAY_MS, HOUR_MS, MINUTE_MS, utcDay } from '../../../shared/times.ts';
import type { ProviderQuota } from '../../context/gate.ts';
import { RESERVE } from '../../providers/gate.ts';

/** The times between two checks of an artist if the allowance suffices. */
const SOON_MS = 15 * MINUTE_MS;
const OTHER_MS = HOUR_MS;
/**
 * A catalogue reports news about an artist that it covers; one call a day reads what only calls
 * contain.
 */
const COVERED_MS = DAY_MS;
/** Tickets go on sale soon from a day before the opening to an hour after it. */
const SOON_BEFORE_MS = DAY_MS;
const SOON_AFTER_MS = HOUR_MS;
/** The share of the provider's daily allowance that artist checks take; other monitors share the rest. */
const SHARE = 0.6;
/** The daily quota that is assumed until the provider has reported it. */
const USUAL_LIMIT = 5_000;

/** Calls that were not made within this time may be made at once. */
const BURST_MS = 2 * HOUR_MS;

/** Artists that are monitored now, and the calls of their last checks. */
interface Group {
  artists: number;
  calls: number;
}

/**
 * What the plan depends on: artists whose tickets go on sale soon, and of the others those that catalogues cover and the
 * rest.
 */
export interface CheckDemand {
  soon: Group;
  other: Group;
  covered: Group;
}

/** The openings that count as soon, in milliseconds since the epoch. */
export const saleSoonWindow = (now: number) => ({
  from: now - SOON_AFTER_MS,
  to: now + SOON_BEFORE_MS,
});

export function isSaleSoon(nextSaleAt: number | null, now: number): boolean {
  const { from, to } = saleSoonWindow(now);
  return nextSaleAt !== null && nextSaleAt >= from && nextSaleAt <= to;
}

/** The largest number of calls that artist checks may make in a day. */
export const shareOf = (quota: ProviderQuota | null): number =>
  (quota?.limit ?? USUAL_LIMIT) * SHARE;

/** The calls that operators have left over, without their reserve. */
const leftOf = (quota: ProviderQuota): number =>
  Math.max(0, quota.available - quota.limit * RESERVE);

/** The time until the allowance is renewed. */
const remainingMsOf = (quota: ProviderQuota | null, now: number): number =>
  Math.max(0, (quota?.resetsAt ?? now + DAY_MS) - now);

/**
 * The pace of artist checks in calls a day: their share, or their part of the calls that operators
 * have left.
 */
export function callsPerDay(quota: ProviderQuota | null, now: number): number {
  const share = shareOf(quota);
  const remainingMs = remainingMsOf(quota, now);
  if (quota === null || remainingMs === 0) return share;
  return Math.min(share, (leftOf(quota) * DAY_MS) / remainingMs);
}

/**
 * The time for one call at the pace of the plan, or at the pace of the full share if operators have
 * left no calls.
 */
export const msPerCallOf = (quota: ProviderQuota | null, now: number): number =>
  DAY_MS / (callsPerDay(quota, now) || shareOf(quota));

/** The calls of checks so far. */
export interface SpentCalls {
  /** The number of calls on this UTC day. */
  calls: number;
  /** The time by which the plan's pace allows all calls so far; milliseconds since the epoch. */
  paidUntil: number;
}

/**
 * The earliest time from which calls count, and the latest one. Calls counted beyond the latest one
 * were recorded while a clock was fast.
 */
export const paidWindow = (now: number) => ({ from: now - BURST_MS, to: now + DAY_MS });

/**
 * The number of calls that checks may start now. They keep the pace of the plan, and no UTC day has more than the
 * share, however many checks are due at the same time: after a pause of the product, after many artists were added, or
 * while checks fail and are repeated. In any case, the gate refuses background calls at the reserve.
 */
export function callsLeft(quota: ProviderQuota | null, spent: SpentCalls, now: number): number {
  const { from, to } = paidWindow(now);
  const paidUntil = spent.paidUntil > to ? from : Math.max(from, spent.paidUntil);
  const paced = ((now - paidUntil) * callsPerDay(quota, now)) / DAY_MS;
  return Math.max(0, Math.min(paced, shareOf(quota) - spent.calls));
}

/**
 * How often each artist is checked: every 15 minutes if tickets go on sale soon, else every hour,
 * or once a day if catalogues cover the artist; all intervals grow by the same factor if that would
 * take more calls than there are. If few calls are left until the quota is renewed, the intervals
 * extend beyond the renewal by the time that the full share requires. Times are milliseconds
 * between two checks.
 */
export function planChecks(
  { soon, other, covered }: CheckDemand,
  quota: ProviderQuota | null,
  now: number,
) {
  const demand =
    (soon.calls * DAY_MS) / SOON_MS +
    (other.calls * DAY_MS) / OTHER_MS +
    (covered.calls * DAY_MS) / COVERED_MS;
  // Without artists and calls, the ratio is not a number.
  const factorOf = (calls: number) => (demand === 0 ? 1 : Math.max(1, demand / calls));
  const factor = factorOf(callsPerDay(quota, now));
  const factorOfShare = factorOf(shareOf(quota));
  const remainingMs = remainingMsOf(quota, now);
  const stretch = (ms: number) => Math.min(ms * factor, remainingMs + ms * factorOfShare);
  const [soonMs, otherMs, coveredMs] = [stretch(SOON_MS), stretch(OTHER_MS), stretch(COVERED_MS)];
  const checksPerDay =
    (soon.artists * DAY_MS) / soonMs +
    (other.artists * DAY_MS) / otherMs +
    (covered.artists * DAY_MS) / coveredMs;
  // A due check waits for others that became due at the same time, and at the end of a day for the next day.
  const oldestMs = otherMs === OTHER_MS ? OTHER_MS : otherMs + 2 * BURST_MS;
  return { soonMs, otherMs, coveredMs, oldestMs, checksPerDay };
}

/**
 * The days that are the current date somewhere on earth: an operator's "today" may begin up to 14
 * hours before the UTC day, and end up to 12 hours after it.
 */
export function daysNow(now: number): { first: string; last: string } {
  return { first: utcDay(now - 12 * HOUR_MS), last: utcDay(now + 14 * HOUR_MS) };
}
