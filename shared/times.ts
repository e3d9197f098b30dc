export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** An instant in milliseconds since the epoch as ISO 8601; null stays null. */
export function isoTime(instant: number): string;
export function isoTime(instant: number | null): string | null;
export function isoTime(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}

/**
 * Whether an instant lies less than `withinMs` before `now`. One that lies ahead was written while the clock of the
 * machine was wrong, and counts as long ago.
 */
export const isRecent = (instant: number, now: number, withinMs: number): boolean =>
  instant <= now && now - instant < withinMs;

/** The day of an instant in UTC, as `YYYY-MM-DD`. */
export const utcDay = (instant: number): string => isoTime(instant).slice(0, 10);

export const LONGEST_BACKOFF_MS = 60 * MINUTE_MS;

/** The wait after the first failure, which doubles with each further one, and the longest wait. */
export interface Backoff {
  firstMs: number;
  longestMs: number;
}

const IN_MINUTES: Backoff = { firstMs: MINUTE_MS, longestMs: LONGEST_BACKOFF_MS };

/** The wait after a number of failures in a row: 1, 2, 4 and so on up to 60 minutes unless `backoff` names other times. */
export const backoffMs = (failures: number, { firstMs, longestMs }: Backoff = IN_MINUTES): number =>
  Math.min(longestMs, firstMs * 2 ** (Math.max(1, failures) - 1));
