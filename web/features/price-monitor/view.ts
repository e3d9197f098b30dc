import { formatPrice, sectionsOf, titleFromUrl } from '../../../shared/price-monitor/prices.ts';
import { isUnreadState, type SaleState } from '../../../shared/price-monitor/sale-state.ts';
import type { PriceAlert, WatchedEvent } from '../../../shared/price-monitor/schema.ts';
import { DAY_MS } from '../../../shared/times.ts';
import { countOf } from '../../lib/format.ts';

/** The name of an event: the title of its page, otherwise one derived from its address. */
export const titleOf = ({ title, url }: Pick<WatchedEvent, 'title' | 'url'>): string =>
  title ?? titleFromUrl(url);

/** "Lakeside Center, Chicago"; empty until a source states the place. */
export const placeOf = ({ venue, city }: WatchedEvent): string =>
  [venue, city].filter(Boolean).join(', ');

/** 26/11/2026; the text itself if it is not a date. */
export function dayOf({ date }: WatchedEvent): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(date ?? '') ?? [];
  return year === undefined ? date : `${day}/${month}/${year}`;
}

/**
 * `paused` takes precedence over `failing`, which takes precedence over the others. `new`: never
 * checked.
 */
export type EventState =
  | 'paused'
  | 'failing'
  | 'new'
  | 'cancelled'
  | 'not-yet'
  | 'sold-out'
  | 'on-sale';

export function stateOf(event: WatchedEvent): EventState {
  if (event.is_paused) return 'paused';
  if (event.failure !== null) return 'failing';
  if (event.checked_at === null) return 'new';
  if (event.sale_state === 'cancelled') return 'cancelled';
  if (event.sale_state === 'not_yet') return 'not-yet';
  return event.low === null ? 'sold-out' : 'on-sale';
}

/** The state of the sale that a label names; null while tickets are on sale, and before the first check. */
export function shownSaleState({
  sale_state: state,
  failure,
}: Pick<WatchedEvent, 'sale_state' | 'failure'>): SaleState | null {
  if (state === 'on_sale') return null;
  // If a host requires a pause, a check is delayed, which is not a fact about the event.
  return isUnreadState(state) && failure === null ? null : state;
}

/** Whether its site refuses programs, so that only a person can provide its prices. */
export const isRefused = (event: Pick<WatchedEvent, 'sale_state' | 'failure'>): boolean =>
  shownSaleState(event) === 'refused';

/** The current lowest price, or the last one that was read, or the lowest of the sold-out ones. */
export const shownPrice = ({ low, last_seen, prices }: WatchedEvent): number | null =>
  low ?? last_seen?.low ?? sectionsOf(prices)[0]?.price ?? null;

/** `$58.00 Floor, Balcony (12)`, lowest price first. */
export const sectionTexts = ({ prices, currency }: WatchedEvent): string[] =>
  sectionsOf(prices).map(({ price, available, areas }) =>
    [formatPrice(price, currency), areas.join(', '), `(${available})`].filter(Boolean).join(' '),
  );

/** `−$3.00`, `+$12.00`, `$0.00` */
export function signedPrice(amount: number, currency: string | null): string {
  const sign = amount === 0 ? '' : amount > 0 ? '+' : '−';
  return `${sign}${formatPrice(Math.abs(amount), currency)}`;
}

export const periodText = (minutes: number): string => (minutes >= 60 ? '1 h' : `${minutes} min`);

/** The condition of a rule: `below $55.00`, `drop of 10%`, `back in stock`, `opening of the sale`. */
export function alertText(
  { kind, value }: Pick<PriceAlert, 'kind' | 'value'>,
  currency: string | null,
): string {
  if (kind === 'back_in_stock') return 'back in stock';
  if (kind === 'opens') return 'opening of the sale';
  if (kind === 'drop_percent') return `drop of ${value ?? 0}%`;
  if (kind === 'rise') return `rise of ${value ?? 0}%`;
  return `${kind} ${formatPrice(value ?? 0, currency)}`;
}

/** `$`, `€`, `kr` */
export const signOf = (currency: string | null): string =>
  new Intl.NumberFormat('en', {
    style: 'currency',
    currency: currency ?? 'USD',
    currencyDisplay: 'narrowSymbol',
  })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? '$';

/** The foot of a card: `Alert below $55.00`, `2 alerts`, `No alert`. */
export function alertsText({ alerts, currency }: WatchedEvent): string {
  const [first] = alerts;
  if (first === undefined) return 'No alert';
  return alerts.length === 1
    ? `Alert ${alertText(first, currency)}`
    : countOf(alerts.length, 'alert');
}

/** Steps of a sparkline over a day. */
const SPARK_STEPS = 32;

/**
 * The lowest prices of the day before the last check at equal distances, without the time when
 * nothing was available.
 */
export function sparkValues({ recent, checked_at }: WatchedEvent): number[] {
  const first = recent[0];
  if (first === undefined || checked_at === null) return [];
  const end = Date.parse(checked_at);
  const start = Math.max(Date.parse(first.at), end - DAY_MS);
  return Array.from({ length: SPARK_STEPS }, (_, step) => {
    const at = start + ((end - start) * step) / (SPARK_STEPS - 1);
    return recent.findLast((one) => Date.parse(one.at) <= at)?.low ?? null;
  }).filter((low) => low !== null);
}

/** The tint of a price that has just changed. */
export interface Flash {
  price: number | null;
  /** When it last flashed, in milliseconds since the epoch; 0 before the first time. */
  at: number;
  direction: 'up' | 'down' | null;
}

/** The minimum time between two flashes of a card. */
export const FLASH_EVERY_MS = 1_000;

/** The flash after the price became `price` at `at`; the same object if nothing changed. */
export function nextFlash(flash: Flash, price: number | null, at: number): Flash {
  if (price === flash.price) return flash;
  const isShown = price !== null && flash.price !== null && at - flash.at >= FLASH_EVERY_MS;
  if (!isShown) return { ...flash, price };
  return { price, at, direction: price > (flash.price ?? 0) ? 'up' : 'down' };
}
