import type { Prices } from '../../../shared/price-monitor/prices.ts';
import type { SaleState } from '../../../shared/price-monitor/sale-state.ts';
import type { WatchedEvent } from '../../../shared/price-monitor/schema.ts';
import { cut } from '../../../shared/text.ts';

/** Why a source contains no prices of an event. */
export interface Unread {
  state: Extract<SaleState, 'no_event' | 'unreadable' | 'refused' | 'unknown'>;
  /** A sentence for operators. */
  reason: string;
}

/** The facts that a source has about an event. Texts that it does not have are null. */
export interface EventReading
  extends Pick<
    WatchedEvent,
    'title' | 'venue' | 'city' | 'country' | 'date' | 'image' | 'prices' | 'currency'
  > {
  state: Extract<SaleState, 'on_sale' | 'not_yet' | 'sold_out' | 'cancelled'>;
  /**
   * When the sale begins, in milliseconds since the epoch; null once it has begun, or if the source
   * does not state it.
   */
  opensAt: number | null;
  /** Tickets on sale; null unless the source states their number. */
  ticketsLeft: number | null;
  /**
   * The fields that the source states itself. Without them an offer counts as on sale and an event as taking place, so
   * a page that loses one of them looks like a page with tickets.
   */
  states: { availability: boolean; eventStatus: boolean; saleStart: boolean };
  /** The number of prices that the source lists; at most {@link MOST_PRICES} of them are kept. */
  listed: number;
}

/** Tickets of one kind; a sold-out one has the count 0. */
export interface Offer {
  price: number | null;
  /** 1 if the source does not state the number. */
  count: number;
  isCounted: boolean;
  currency: string | null;
  areas: string[];
}

/**
 * The maximum number of prices and areas kept for one event, the lowest prices first: all of them
 * are sent to every browser.
 */
const MOST_PRICES = 200;
const MOST_AREAS = 500;
const LONGEST_AREA = 60;

/**
 * Groups offers by price. The most frequent currency counts, and offers without a currency belong
 * to it. Prices in other currencies are skipped, because they cannot be compared.
 */
export function gatherPrices(
  offers: readonly Offer[],
): Pick<EventReading, 'prices' | 'currency' | 'ticketsLeft' | 'listed'> {
  const priced = offers.filter(({ price }) => price !== null);
  const currency = mostFrequent(priced.flatMap((offer) => offer.currency ?? []));
  const entries = new Map<string, { count: number; areas: Set<string> }>();
  let ticketsLeft: number | null = 0;
  for (const { price, count, isCounted, areas, currency: own } of priced) {
    if (price === null || (own !== null && own !== currency)) continue;
    if (count > 0) ticketsLeft = isCounted && ticketsLeft !== null ? ticketsLeft + count : null;
    const key = price.toFixed(2);
    const entry = entries.get(key) ?? { count: 0, areas: new Set<string>() };
    entry.count += count;
    for (const area of areas) entry.areas.add(shorten(area));
    entries.set(key, entry);
  }
  const lowest = [...entries].sort(([a], [b]) => Number(a) - Number(b)).slice(0, MOST_PRICES);
  const prices: Prices = {};
  let left = MOST_AREAS;
  for (const [key, { count, areas }] of lowest) {
    const more = Math.max(0, areas.size - left);
    prices[key] = {
      count,
      areas: [...areas].slice(0, left),
      ...(more > 0 && { more_areas: more }),
    };
    left -= areas.size - more;
  }
  return { prices, currency, ticketsLeft, listed: entries.size };
}

/** The most frequent value of a list, or the first of several; null for an empty list. */
function mostFrequent(values: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return values.find((value) => counts.get(value) === most) ?? null;
}

const shorten = (area: string): string =>
  area.length > LONGEST_AREA ? `${cut(area, LONGEST_AREA - 1)}…` : area;
