import type { Price } from '../../shared/ticketing/schema.ts';

export { countOf, formatNumber } from '../../shared/numbers.ts';

const NUMBER_LOCALE = 'en-US';

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

/** 2026-11-20 gives 20/11/2026. A day has no time zone, so it is not read as an instant. */
export const formatDay = (day: string): string => day.split('-').reverse().join('/');

/** `€58 to €142` in the event's own currency, one figure when both are equal; null for an unknown price. */
export function formatPriceRange(price: Price | null): string | null {
  if (price === null) return null;
  const { min, max, currency } = price;
  const lowest = formatCurrency(min, currency ?? '');
  return min === max ? lowest : `${lowest} to ${formatCurrency(max, currency ?? '')}`;
}

const TYPED_DAY = /^(?:(\d{1,2})[/.\s-](\d{1,2})[/.\s-](\d{4}|\d{2})|(\d{4})-(\d{2})-(\d{2}))$/;

/**
 * Reads a typed day: `20/11/2026`, `20.11.26`, `20112026` or `2026-11-20` gives 2026-11-20; null if there is no such
 * day.
 */
export function readDay(text: string): string | null {
  const match = TYPED_DAY.exec(text.trim().replace(/^(\d\d)(\d\d)(\d{4})$/, '$1/$2/$3'));
  if (match === null) return null;
  const [, day = '', month = '', year = '', isoYear, isoMonth, isoDate] = match;
  const typedYear = year.length === 2 ? `20${year}` : year;
  const isoText = isoYear
    ? `${isoYear}-${isoMonth}-${isoDate}`
    : `${typedYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${isoText}T00:00:00Z`);
  // The 31st of a shorter month is read as a day of the next one.
  return Number.isNaN(date.getTime()) || !date.toISOString().startsWith(isoText) ? null : isoText;
}

/** 2026-11-20 of the local day: for file names. */
export function isoDay(date: Date): string {
  const month = String(date.getMonth() + 1).padStart(2, '0');
  const day = String(date.getDate()).padStart(2, '0');
  return `${date.getFullYear()}-${month}-${day}`;
}

/** A day plus a number of days, `YYYY-MM-DD`. */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** `512 B`, `214 kB`, `9.1 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} kB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
