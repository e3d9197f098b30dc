import type { ProviderQuota } from '../../context/gate.ts';

/** The quota in an answer's Rate-Limit headers; null if there is none. */
export function readQuota(headers: Headers): ProviderQuota | null {
  const available = readNumber(headers.get('rate-limit-available'));
  const limit = readNumber(headers.get('rate-limit'));
  if (available === null || limit === null) return null;
  return { available, limit, resetsAt: readNumber(headers.get('rate-limit-reset')) };
}

function readNumber(text: string | null): number | null {
  if (text === null || text.trim() === '') return null;
  const number = Number(text);
  return Number.isFinite(number) && number >= 0 ? number : null;
}

/** The quota in the form of the response header X-Provider-Quota. */
export function formatQuota(quota: ProviderQuota): string {
  const time = quota.resetsAt === null ? null : new Date(quota.resetsAt);
  const resets = time && !Number.isNaN(time.getTime()) ? `, resets=${formatTime(time)}` : '';
  return `available=${quota.available}, limit=${quota.limit}${resets}`;
}

function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
