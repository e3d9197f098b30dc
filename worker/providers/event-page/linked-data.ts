import { decodeHTML } from 'entities';
import { canonicalUrl } from '../../../shared/price-monitor/prices.ts';
import { LONGEST_URL } from '../../../shared/price-monitor/schema.ts';
import { cut } from '../../../shared/text.ts';
import { type Fields, isFields } from '../fields.ts';
import { oneLine } from '../public-page/one-line.ts';
import { readPageParts } from '../public-page/page-parts.ts';
import { findJson } from '../public-page/script-json.ts';
import { type EventReading, gatherPrices, type Offer } from './reading.ts';

/** The most values of a page that are read, and again of its offers: a hostile page may nest any number. */
const MAX_NODES = 100_000;
/** Nesting of offers and their lists that is followed. */
const MAX_DEPTH = 8;
const MAX_TEXT = 200;
/** Addresses of one event that are compared with that of the page. */
const MOST_LINKS = 20;

/**
 * Reads the event of a page from its JSON-LD: an object, a list or @graph; types and enums bare or with http or https;
 * references by @id. Pure, and any text is accepted.
 * @returns the event, or why there is none, as a sentence.
 */
export function readLinkedEvent(source: string, url: string): EventReading | string {
  const scripts = readPageParts(source).scripts.filter(({ isLinkedData }) => isLinkedData);
  const { events, byId } = collectNodes(scripts.flatMap(({ text }) => findJson(text)));
  if (events.length === 0) return 'The page describes no event.';
  const chosen = chooseEvents(events, url);
  const [event] = chosen;
  if (event === undefined)
    return `The page describes ${events.length} events, and none of them has this address.`;
  const reader: OfferReader = { byId, left: MAX_NODES };
  const offers = isCancelled(event)
    ? []
    : chosen.flatMap((node) => readOffers(node.offers, reader, isOut(node.availability)));
  const isPriceless = offers.length > 0 && offers.every(({ price }) => price === null);
  if (isPriceless && offers.some(({ count }) => count > 0)) return 'The page names no price.';
  if (offers.length === 0 && !isCancelled(event)) return 'The page lists no tickets.';
  const place = firstNode(event.location, byId);
  const address = firstNode(place.address, byId);
  const country = textOf(nameOf(address.addressCountry)).toUpperCase();
  return {
    title: orNull(textOf(event.name)),
    venue: orNull(textOf(nameOf(event.location, byId))),
    city: orNull(textOf(address.addressLocality)),
    country: /^[A-Z]{2}$/.test(country) ? country : null,
    date: readDate(textOf(event.startDate)),
    image: readImage(event.image, byId),
    ...gatherPrices(offers),
  };
}

/** All nodes that are events, in the order of the page, and all nodes with an @id. */
function collectNodes(roots: readonly unknown[]) {
  const events: Fields[] = [];
  const byId = new Map<string, Fields>();
  const waiting: unknown[] = [...roots].reverse();
  for (let seen = 0; waiting.length > 0 && seen < MAX_NODES; seen += 1) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const child of Object.values(value).reverse()) waiting.push(child);
    if (!isFields(value)) continue;
    const id = value['@id'];
    // A reference has an @id and nothing else.
    if (typeof id === 'string' && Object.keys(value).length > 1) byId.set(id, value);
    if (isEvent(value)) events.push(value);
  }
  return { events, byId };
}

const typesOf = (node: Fields): string[] =>
  [node['@type']].flat().map((type) => (typeof type === 'string' ? type : ''));

const isEvent = (node: Fields): boolean =>
  typesOf(node).some((type) => /(?:^|[/#:])(?:[A-Za-z]*Event|Festival)$/.test(type));

/**
 * The nodes of the page's own event: those with its address, or the only event. Pages repeat an event, and may spread
 * its offers over the repetitions.
 */
function chooseEvents(events: readonly Fields[], url: string): Fields[] {
  const place = placeOf(url);
  const own = events.filter((event) =>
    [event.url, event['@id'], event.mainEntityOfPage]
      .flatMap((links) => (Array.isArray(links) ? links.slice(0, MOST_LINKS) : links))
      .some((link) => isLink(link) && placeOf(link) === place),
  );
  if (own.length > 0) return own;
  const key = (event: Fields) => `${textOf(event.name)}|${textOf(event.startDate)}`;
  return new Set(events.map(key)).size === 1 ? [...events] : [];
}

const isLink = (link: unknown): link is string =>
  typeof link === 'string' && link.length <= LONGEST_URL && URL.canParse(link);

/** Host and path of an address, in one spelling. */
function placeOf(address: string): string {
  const { hostname, pathname } = new URL(canonicalUrl(address));
  return `${hostname.replace(/^www\./, '')}${pathname.replace(/\/+$/, '')}`;
}

const isCancelled = (event: Fields): boolean => /Cancell?ed$/i.test(textOf(event.eventStatus));

interface OfferReader {
  byId: ReadonlyMap<string, Fields>;
  /** Values that may still be read: references to one list multiply what a short page holds. */
  left: number;
}

/** The offers of a value: one, a list, references, or a range of them. */
function readOffers(given: unknown, reader: OfferReader, areAllOut: boolean, depth = 0): Offer[] {
  const { byId } = reader;
  // Each value counts, one that is nested too deep as well: a list of them may be referred to any number of times.
  reader.left -= 1;
  if (depth > MAX_DEPTH || reader.left <= 0) return [];
  if (Array.isArray(given)) {
    const offers: Offer[] = [];
    for (const one of given) {
      if (reader.left <= 0) break;
      offers.push(...readOffers(one, reader, areAllOut, depth + 1));
    }
    return offers;
  }
  const offer = resolve(given, byId);
  if (offer === null) return [];
  const out = areAllOut || isOut(offer.availability);
  const inner = readOffers(offer.offers, reader, out, depth + 1);
  if (inner.length > 0) return inner;
  const specification = firstNode(offer.priceSpecification, byId);
  const currency = readCurrency(offer.priceCurrency ?? specification.priceCurrency);
  const areas = readAreas(offer, byId);
  const count = out ? 0 : (readLevel(offer.inventoryLevel) ?? 1);
  const single = [offer.price, specification.price].map(readPrice).find((price) => price !== null);
  const range = [offer.lowPrice, offer.highPrice, specification.minPrice, specification.maxPrice]
    .map(readPrice)
    .filter((price) => price !== null);
  const prices = single === undefined ? [...new Set(range)] : [single];
  if (prices.length === 0) return [{ price: null, count, currency, areas }];
  return prices.map((price) => ({ price, count, currency, areas }));
}

/** The name of the offer, else that of its section. */
function readAreas(offer: Fields, byId: ReadonlyMap<string, Fields>): string[] {
  const item = firstNode(offer.itemOffered, byId);
  const seat = firstNode(item.ticketedSeat ?? offer.ticketedSeat, byId);
  const names = [offer.name, offer.seatSection, seat.seatSection, item.seatSection, item.name];
  const name = names.map((given) => textOf(nameOf(given))).find((text) => text !== '');
  return name === undefined ? [] : [name];
}

const isOut = (availability: unknown): boolean => {
  const word = textOf(
    isFields(availability) ? (availability['@id'] ?? availability.name) : availability,
  );
  return /(?:soldout|outofstock|discontinued|unavailable)$/i.test(word.replace(/[^a-z]/gi, ''));
};

/** A number, a text with a number, or an object with a `value`. */
function readLevel(given: unknown): number | null {
  const value = Array.isArray(given) ? given[0] : given;
  const level = isFields(value) ? (value.value ?? value.minValue) : value;
  const number = typeof level === 'string' && level.trim() !== '' ? Number(level) : level;
  return typeof number === 'number' && number >= 0 && number < 1e9 ? Math.floor(number) : null;
}

/** A price as a number or a text such as `45.99`, `45,99 €` or `1.234,50`. */
export function readPrice(given: unknown): number | null {
  if (typeof given === 'number') return given >= 0 && given < 1e9 ? given : null;
  if (typeof given !== 'string') return null;
  const digits =
    /\d[\d.,'’\s]*/.exec(given.substring(0, MAX_TEXT))?.[0].replace(/[\s'’]/g, '') ?? '';
  // A comma before three digits groups them; before one or two it is the decimal sign.
  const isComma = /,\d{1,2}$/.test(digits);
  const plain = isComma
    ? digits.replaceAll('.', '').replace(',', '.')
    : digits.replaceAll(',', '').replace(/\.$/, '');
  const price = plain === '' ? Number.NaN : Number(plain);
  return price >= 0 && price < 1e9 ? price : null;
}

const SIGNS: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' };

function readCurrency(given: unknown): string | null {
  const text = textOf(given).toUpperCase();
  return SIGNS[text] ?? (/^[A-Z]{3}$/.test(text) ? text : null);
}

/** `YYYY-MM-DD HH:mm` as the venue's clock shows it; midnight stands for an unknown time. */
function readDate(text: string): string | null {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d))?/.exec(text) ?? [];
  if (day === undefined) return null;
  return time === undefined || time === '00:00' ? day : `${day} ${time}`;
}

function readImage(given: unknown, byId: ReadonlyMap<string, Fields>): string | null {
  const first = Array.isArray(given) ? given[0] : given;
  const node = resolve(first, byId);
  const address = node === null ? first : (node.url ?? node.contentUrl);
  const isSecure = typeof address === 'string' && /^https:\/\//i.test(address);
  return isSecure && URL.canParse(address) ? new URL(address).href.substring(0, 2_000) : null;
}

/** The node itself, or the one that a reference names; null for any other value. */
function resolve(value: unknown, byId: ReadonlyMap<string, Fields>): Fields | null {
  const reference = isFields(value) ? value['@id'] : value;
  const found = typeof reference === 'string' ? byId.get(reference) : undefined;
  return found ?? (isFields(value) ? value : null);
}

const firstNode = (value: unknown, byId: ReadonlyMap<string, Fields>): Fields =>
  resolve(Array.isArray(value) ? value[0] : value, byId) ?? {};

const NO_NODES = new Map<string, Fields>();

/** The name of a thing that is written as a text, a node or a list of them. */
function nameOf(given: unknown, byId: ReadonlyMap<string, Fields> = NO_NODES): unknown {
  const first = Array.isArray(given) ? given[0] : given;
  const node = resolve(first, byId);
  return node === null ? first : (node.name ?? node['@value']);
}

/** A text without markup of entities and line breaks; '' for any other value. */
function textOf(given: unknown): string {
  if (typeof given !== 'string') return '';
  return cut(oneLine(decodeHTML(given.slice(0, 4 * MAX_TEXT))), MAX_TEXT);
}

const orNull = (text: string): string | null => (text === '' ? null : text);
