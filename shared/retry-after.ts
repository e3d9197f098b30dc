/**
 * The wait that a Retry-After header requests, in milliseconds; 0 if it is over, null without one that can be read.
 * @param header seconds, or a date (RFC 9110, 10.2.3)
 * @param now in milliseconds since the epoch
 */
export function readRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  const instant = /^[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? null : Math.max(0, instant - now);
}
