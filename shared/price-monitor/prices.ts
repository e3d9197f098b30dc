import * as z from 'zod/mini';
import { cut } from '../text.ts';

/** Tickets at one price: how many, and in which areas. */
const priceEntry = z.object({
  count: z.number(),
  areas: z.array(z.string()),
  /** Areas that were left out, if there are too many to keep. */
  more_areas: z.optional(z.number()),
});

/** Tickets by price with two decimals, such as `12.00`, lowest price first. A sold-out price has the count 0. */
export const prices = z.record(z.string(), priceEntry);
export type Prices = z.infer<typeof prices>;

/** `unread`: no check has read the event yet. The others are classes of the number of tickets. */
export const AVAILABILITIES = ['unread', 'none', 'low', 'medium', 'high'] as const;
export type Availability = (typeof AVAILABILITIES)[number];

export const LOW_UP_TO = 5;
export const MEDIUM_UP_TO = 20;
/** Characters of a title that is made of an address. */
export const TITLE_CHARACTERS = 30;

/** 0 tickets: none; up to 5: low; up to 20: medium; above: high. Null stands for an event that was never read. */
export function availabilityOf(tickets: number | null): Availability {
  if (tickets === null) return 'unread';
  if (tickets <= 0) return 'none';
  if (tickets <= LOW_UP_TO) return 'low';
  return tickets <= MEDIUM_UP_TO ? 'medium' : 'high';
}

/** The prices in ascending order, as sections of a card. */
export const sectionsOf = (prices: Prices) =>
  Object.entries(prices)
    .map(([price, { count, areas, more_areas: more = 0 }]) => ({
      price: Number(price),
      available: count,
      areas: more === 0 ? areas : [...areas, `and ${more.toLocaleString('en')} more`],
    }))
    .sort((a, b) => a.price - b.price);

const priceFormats = new Map<string, Intl.NumberFormat>();

/** The format of a currency. Cached, because creating one takes longer than formatting a hundred prices. */
function priceFormat(currency: string): Intl.NumberFormat {
  const cached = priceFormats.get(currency);
  if (cached !== undefined) return cached;
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  priceFormats.set(currency, format);
  return format;
}

/** A price with two decimals and its currency's sign; the dollar sign without a currency. */
export const formatPrice = (price: number, currency: string | null): string =>
  priceFormat(currency ?? 'USD').format(price);

/** The one spelling under which an event is stored: clients write `eVent` for `event`. Fragments are dropped. */
export function canonicalUrl(address: string): string {
  const text = address.trim().replaceAll('eVent', 'event');
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  url.hash = '';
  return url.href;
}

/** The title of an event until its page names one: the last part of its address with letters in it, cut at 30. */
export function titleFromUrl(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  const parts = url?.pathname.split('/').filter((part) => /\p{L}{3}/u.test(decode(part))) ?? [];
  const words = decode(parts.at(-1) ?? url?.hostname ?? address).replace(/[-_+\s]+/g, ' ');
  return cut(words.trim(), TITLE_CHARACTERS).trimEnd();
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone percent sign is not an encoding.
    return text;
  }
}

/** Lowest, median and highest price of the tickets, each price counted once per ticket; null without tickets. */
export function bandsOf(prices: Prices) {
  const sections = sectionsOf(prices).filter(({ available }) => available > 0);
  const available = sections.reduce((sum, section) => sum + section.available, 0);
  let seen = 0;
  const middle = sections.find((section) => {
    seen += section.available;
    return seen * 2 >= available;
  });
  return {
    low: sections[0]?.price ?? null,
    median: middle?.price ?? null,
    high: sections.at(-1)?.price ?? null,
    available,
  };
}
