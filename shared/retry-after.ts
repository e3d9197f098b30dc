import { DAY_MS } from './times.ts';

/** For a longer wait, no valid end can be computed. */
const LONGEST_WAIT_MS = 100 * 365 * DAY_MS;

/**
 * The wait that a Retry-After header requests, in milliseconds; 0 if it has ended, null without a
 * readable one.
 * @param header seconds, or a date (RFC 9110, 10.2.3)
 * @param now in milliseconds since the epoch
 */
export function readRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.min(LONGEST_WAIT_MS, Number(text) * 1000);
  const instant = /^[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? null : Math.max(0, instant - now);
}
