/**
 * The wait that a Retry-After header requests, in milliseconds; null without one that can be read.
 * @param header seconds, or a date (RFC 9110, 10.2.3)
 * @param now in milliseconds since the epoch
 */
export function readRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  const waitMs = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(waitMs) && waitMs > 0 ? waitMs : null;
}
