import type { ProviderQuota } from './quota.ts';
import { ProviderRefusal, readDetail } from './refusals.ts';

const MIN_WAIT_MS = 1000;
const JITTER_MS = 500;

/**
 * How long to wait after a 429, in milliseconds.
 * @throws ProviderRefusal `too_many_requests` when the day's allowance is used up: no waiting helps.
 */
export function judgeTooMany(
  response: Response,
  body: string,
  quota: ProviderQuota | null,
  now: number,
): number {
  const isDaily = readDetail(body).code.endsWith('QuotaViolation') || quota?.available === 0;
  if (isDaily) throw usedUp(quota, now);
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(retryAfter) ? retryAfter * 1000 : MIN_WAIT_MS + Math.random() * JITTER_MS;
}

function usedUp(quota: ProviderQuota | null, now: number): ProviderRefusal {
  const limit = quota ? ` of ${quota.limit} calls` : '';
  const message = `Ticketmaster's daily allowance${limit} is used up.`;
  const reset = quota?.resetsAt ?? null;
  if (reset === null) return new ProviderRefusal('too_many_requests', message, 429);
  const time = new Date(reset).toISOString().slice(0, 16).replace('T', ' ');
  const seconds = Math.max(1, Math.ceil((reset - now) / 1000));
  const told = `${message} It is renewed at ${time} UTC.`;
  return new ProviderRefusal('too_many_requests', told, 429, seconds);
}

/** The provider asks for a pause that is too long to sit out. */
export function tooFast(waitMs: number): ProviderRefusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const message = `Ticketmaster asks for a pause of ${seconds} seconds. Please try again then.`;
  return new ProviderRefusal('too_many_requests', message, 429, seconds);
}
