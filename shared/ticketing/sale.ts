import type { SaleStatus } from './schema.ts';

/** One window in which tickets are sold: instants in milliseconds since the epoch, null when unknown. */
export interface SaleWindow {
  name: string;
  startsAt: number | null;
  endsAt: number | null;
}

/** The facts of an event's sale. `code` is the provider's status in lower case, '' if absent. */
export interface SaleFacts {
  code: string;
  publicStart: number | null;
  publicEnd: number | null;
  /** The result of {@link countedPresales}. */
  presales: readonly SaleWindow[];
  /** End of the event itself, its start if no end is stated; null if neither is. */
  eventEnd: number | null;
}

const YEAR_1901 = Date.UTC(1901, 0, 1);
const NO_PRESALE = /\bplatinum\b|\bre-?sale\b/i;
const NAMED_PRESALE = /pre[\s-]?sale|pre-?on[\s-]?sale/i;
const NAMED_ONSALE = /\bon[\s-]?sale\b/i;
/** The provider's states of an event that does not take place, in both spellings. */
export const CANCELLED: string[] = ['cancelled', 'canceled'];

/**
 * The instant of a provider's date-time text. Absent, unreadable and the provider's placeholder of
 * 1900-01-01 all mean unknown.
 */
export function knownInstant(text: string | undefined | null): number | null {
  if (!text) return null;
  const instant = Date.parse(text);
  if (Number.isNaN(instant) || instant < YEAR_1901) return null;
  return instant;
}

/**
 * The windows that are presales. It excludes platinum and resale offers, offers that begin with or
 * after the public sale, and "onsale" offers that extend past its start.
 */
export function countedPresales(
  windows: readonly SaleWindow[],
  publicStart: number | null,
): SaleWindow[] {
  return windows.filter((window) => isPresale(window, publicStart));
}

function isPresale(window: SaleWindow, publicStart: number | null): boolean {
  const { name, startsAt, endsAt } = window;
  if (NO_PRESALE.test(name)) return false;
  const isNamedOnsale = NAMED_ONSALE.test(name) && !NAMED_PRESALE.test(name);
  if (publicStart === null) return !isNamedOnsale;
  if (startsAt !== null && startsAt >= publicStart) return false;
  if (isNamedOnsale) return endsAt !== null && endsAt <= publicStart;
  return true;
}

/**
 * Whether tickets can be bought at `now`: `onsale` while the public sale is open, `presale` while a
 * presale window is open and the public sale is not, otherwise `offsale`. A cancelled event is
 * never on sale, and the provider's own 'offsale' closes the public sale early. If the public start
 * is unknown, the provider's 'onsale' decides.
 */
export function decideSaleStatus(facts: SaleFacts, now: number): SaleStatus {
  if (CANCELLED.includes(facts.code)) return 'offsale';
  if (isPublicSaleOpen(facts, now)) return 'onsale';
  return facts.presales.some((window) => isOpen(window, now)) ? 'presale' : 'offsale';
}

function isPublicSaleOpen(facts: SaleFacts, now: number): boolean {
  const end = facts.publicEnd ?? facts.eventEnd;
  if (end !== null && now >= end) return false;
  if (facts.publicStart === null) return facts.code === 'onsale';
  return facts.code !== 'offsale' && now >= facts.publicStart;
}

function isOpen(window: SaleWindow, now: number): boolean {
  if (window.startsAt === null || now < window.startsAt) return false;
  return window.endsAt === null || now < window.endsAt;
}

/**
 * The note of an event that does not go ahead as planned, with its original date (`YYYY-MM-DD`) if
 * the provider states it; null for any other event.
 */
export function describeSaleNote(code: string, originalDate: string | undefined): string | null {
  if (CANCELLED.includes(code)) return 'Cancelled';
  const from = originalDate ? ` from ${originalDate}` : '';
  if (code === 'postponed') return `Postponed${from}`;
  if (code === 'rescheduled') return `Rescheduled${from}`;
  return null;
}
