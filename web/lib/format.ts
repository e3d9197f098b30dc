/** Dates are shown in French notation; the interface is in English. */
const DATE_LOCALE = 'fr-FR';
const NUMBER_LOCALE = 'en-US';

const numbers = new Intl.NumberFormat(NUMBER_LOCALE);
const frenchDateTime = new Intl.DateTimeFormat(DATE_LOCALE, {
  dateStyle: 'short',
  timeStyle: 'short',
});
const frenchDay = new Intl.DateTimeFormat(DATE_LOCALE, { dateStyle: 'short' });
const frenchTime = new Intl.DateTimeFormat(DATE_LOCALE, { timeStyle: 'short' });
const usDateTime = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

type DateInput = string | number | Date | null | undefined;

/** 12,345 */
export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** 0.125 with 3 decimals: 0.125 */
function formatDecimal(value: number, decimals: number): string {
  return value.toLocaleString(NUMBER_LOCALE, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

/** 0.05 gives 5%. */
export function formatPercent(ratio: number): string {
  return `${Math.round(ratio * 100)}%`;
}

/** €214 or €214.50; an unknown currency code is written after the amount. */
export function formatCurrency(amount: number, currency: string): string {
  try {
    return amount.toLocaleString(NUMBER_LOCALE, {
      style: 'currency',
      currency,
      minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
    });
  } catch {
    return `${formatDecimal(amount, 2)} ${currency}`.trim();
  }
}

/** 20/11/2026 14:32, or `fallback`. */
export function formatDateTime(value: DateInput, fallback = 'N/A'): string {
  return formatWith(frenchDateTime, value, fallback);
}

/** The local day of an instant as 20/11/2026, or `fallback`. */
export function formatDate(value: DateInput, fallback = 'N/A'): string {
  return formatWith(frenchDay, value, fallback);
}

/** Nov 20, 2026, 02:32 PM (presale codes), or `fallback`. */
export function formatUsDateTime(value: DateInput, fallback = 'N/A'): string {
  return formatWith(usDateTime, value, fallback);
}

/** `just now`, `9 min ago` within an hour, `14:21` on the same local day, else `20/11/2026`. `now` in milliseconds. */
export function formatAgo(value: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(value)) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  return isoDay(new Date(value)) === isoDay(new Date(now)) ? formatTime(value) : formatDate(value);
}

/** The local time of an instant, `14:21`. */
export const formatTime = (value: DateInput): string => formatWith(frenchTime, value, 'N/A');

/** 2026-11-20 gives 20/11/2026. A day has no time zone, so it is not read as an instant. */
export const formatDay = (day: string): string => day.split('-').reverse().join('/');

/** 2026-11-20 of the local day: for file names. */
export function isoDay(date: Date): string {
  const month = String(date.getMonth() + 1).padStart(2, '0');
  const day = String(date.getDate()).padStart(2, '0');
  return `${date.getFullYear()}-${month}-${day}`;
}

/** `512 B`, `214 kB`, `9.1 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} kB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** `1 event`, `2 events`, `1,204 events`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

function toDate(value: DateInput): Date | null {
  if (value === null || value === undefined || value === '') return null;
  const date = value instanceof Date ? value : new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}

function formatWith(format: Intl.DateTimeFormat, value: DateInput, fallback: string): string {
  const date = toDate(value);
  return date ? format.format(date) : fallback;
}
