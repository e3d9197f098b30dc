/** What is left of the provider's daily allowance. `resetsAt` is in milliseconds since the epoch. */
export interface ProviderQuota {
  available: number;
  limit: number;
  resetsAt: number | null;
}

/** The allowance named by an answer's Rate-Limit headers; null when it names none. */
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

/** The allowance as the answer header X-Provider-Quota tells it. */
export function formatQuota(quota: ProviderQuota): string {
  const resets = quota.resetsAt === null ? null : new Date(quota.resetsAt);
  const told = resets && !Number.isNaN(resets.getTime()) ? `, resets=${formatTime(resets)}` : '';
  return `available=${quota.available}, limit=${quota.limit}${told}`;
}

function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
