import { DAY_MS, HOUR_MS, MINUTE_MS, utcDay } from '../../../shared/times.ts';
import type { ProviderQuota } from '../../context/gate.ts';
import { RESERVE } from '../../providers/gate.ts';

/** The times between two checks of an artist while the allowance suffices. */
const SOON_MS = 15 * MINUTE_MS;
const OTHER_MS = HOUR_MS;
/** The longest time between two checks, even if little is left of the allowance. */
const LONGEST_MS = DAY_MS;
/** Tickets go on sale soon from a day before the opening to an hour after it. */
const SOON_BEFORE_MS = DAY_MS;
const SOON_AFTER_MS = HOUR_MS;
/** The share of the provider's daily allowance that artist checks take; other monitors share the rest. */
const SHARE = 0.6;
/** Calls a day while the provider has not named its allowance. */
const USUAL_LIMIT = 5_000;

/** The facts about an artist for the plan: the calls of its last check, and the next opening of a sale. */
export interface PlannedArtist {
  calls: number;
  nextSaleAt: number | null;
}

export const isSaleSoon = ({ nextSaleAt }: PlannedArtist, now: number): boolean =>
  nextSaleAt !== null && nextSaleAt - now <= SOON_BEFORE_MS && now - nextSaleAt <= SOON_AFTER_MS;

/** The calls a day that artist checks may make: their share, or their part of what operators have left of it. */
export function callsPerDay(quota: ProviderQuota | null, now: number): number {
  if (quota === null) return USUAL_LIMIT * SHARE;
  const share = quota.limit * SHARE;
  const remainingMs = (quota.resetsAt ?? now + DAY_MS) - now;
  if (remainingMs <= 0) return share;
  const left = Math.max(0, quota.available - quota.limit * RESERVE);
  return Math.min(share, (left * DAY_MS) / remainingMs);
}

/**
 * How often each artist is checked: every 15 minutes if tickets go on sale soon, else every hour; all intervals grow by
 * the same factor if that would take more calls than there are. Times are milliseconds between two checks.
 */
export function planChecks(
  artists: readonly PlannedArtist[],
  quota: ProviderQuota | null,
  now: number,
) {
  const demand = artists.reduce(
    (sum, artist) => sum + (artist.calls * DAY_MS) / (isSaleSoon(artist, now) ? SOON_MS : OTHER_MS),
    0,
  );
  // Without artists and without calls, the ratio is no number.
  const factor = demand === 0 ? 1 : Math.max(1, demand / callsPerDay(quota, now));
  const soonMs = Math.min(SOON_MS * factor, LONGEST_MS);
  const otherMs = Math.min(OTHER_MS * factor, LONGEST_MS);
  const checksPerDay = artists.reduce(
    (sum, artist) => sum + DAY_MS / (isSaleSoon(artist, now) ? soonMs : otherMs),
    0,
  );
  return { soonMs, otherMs, checksPerDay };
}

/**
 * The days on which something is under way now, somewhere on earth: an operator's "today" may have begun up to 14 hours
 * before UTC's, and may last 12 hours longer.
 */
export function daysNow(now: number): { first: string; last: string } {
  return { first: utcDay(now - 12 * HOUR_MS), last: utcDay(now + 14 * HOUR_MS) };
}
