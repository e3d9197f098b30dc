import { readRetryAfter } from '../../../shared/retry-after.ts';
import type { ProviderQuota } from '../../context/gate.ts';
import { ProviderRefusal, readDetail } from './refusals.ts';

const MIN_WAIT_MS = 1000;
const JITTER_MS = 500;

/**
 * How long to wait after a 429, or a 503 that requests a pause, in milliseconds.
 * @throws ProviderRefusal `too_many_requests` when the daily quota is used up, because waiting does not help then.
 */
export function judgeTooMany(
  response: Response,
  body: string,
  quota: ProviderQuota | null,
  now: number,
): number {
  const isDaily = readDetail(body).code.endsWith('QuotaViolation') || quota?.available === 0;
  if (isDaily) throw usedUp(quota, now);
  const requestedMs = readRetryAfter(response.headers.get('retry-after'), now);
  return requestedMs ?? MIN_WAIT_MS + Math.random() * JITTER_MS;
}

function usedUp(quota: ProviderQuota | null, now: number): ProviderRefusal {
  const limit = quota ? ` of ${quota.limit} calls` : '';
  const message = `Ticketmaster's daily allowance${limit} is used up.`;
  const reset = quota?.resetsAt ?? null;
  if (reset === null) return new ProviderRefusal('too_many_requests', message, 429);
  const time = new Date(reset).toISOString().slice(0, 16).replace('T', ' ');
  const seconds = wholeSeconds(reset - now);
  const renewal = `${message} It is renewed at ${time} UTC.`;
  return new ProviderRefusal('too_many_requests', renewal, 429, seconds);
}

/** The provider requests a longer pause than an operation waits. */
export function tooFast(waitMs: number): ProviderRefusal {
  const seconds = wholeSeconds(waitMs);
  const message = `Ticketmaster requests a pause of ${seconds} seconds. Please try again then.`;
  return new ProviderRefusal('too_many_requests', message, 429, seconds);
}

/**
 * Other calls of this product use the provider's pace, or the rest of its quota is reserved for
 * operators.
 */
export function tooBusy(reason: 'queue' | 'reserve', waitMs: number): ProviderRefusal {
  const seconds = wholeSeconds(waitMs);
  const message =
    reason === 'queue'
      ? `Other searches are using Ticketmaster's rate for the next ${seconds} seconds. Please try again then.`
      : "What is left of Ticketmaster's daily allowance is kept for searches by operators.";
  return new ProviderRefusal('too_many_requests', message, 429, seconds);
}

const wholeSeconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000));
