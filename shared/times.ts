export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** An instant in milliseconds since the epoch as ISO 8601; null stays null. */
export function isoTime(instant: number): string;
export function isoTime(instant: number | null): string | null;
export function isoTime(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}

/** The day of an instant in UTC, as `YYYY-MM-DD`. */
export const isoDay = (instant: number): string => isoTime(instant).slice(0, 10);
