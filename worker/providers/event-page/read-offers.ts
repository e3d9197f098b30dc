import { type Fields, isFields } from '../fields.ts';
import { type LinkedNodes, MAX_NODES, textOf } from './linked-nodes.ts';
import { readCurrency, readPriceText } from './price-text.ts';
import type { Offer } from './reading.ts';

/** The depth to which nested offers and their lists are followed. */
const MAX_DEPTH = 8;
const MAX_AMOUNT = 1e9;
/** The largest number of remaining tickets that is read from a page. */
const MOST_LEFT = 1e9;

/** The offers of a page's event. */
export interface PageOffers {
  offers: Offer[];
  /** The first price of an offer on sale that has several readings. */
  unreadable: string | null;
  /**
   * Whether each offer on sale states its availability or the number of its tickets; if none is on
   * sale, whether any other offer does.
   */
  statesAvailability: boolean;
  /** Whether an offer states when its sale begins. */
  statesStart: boolean;
  /** The next opening of an offer that is not on sale yet, in milliseconds since the epoch. */
  opensAt: number | null;
}

export interface OfferContext {
  language: string | null;
  now: number;
}

/** The facts that an offer inherits from what it belongs to. */
interface Outer {
  currency: string | null;
  state: OfferState;
  depth: number;
}

type OfferState = 'open' | 'out' | 'later';

/** Reads the offers of all descriptions of one event. Equal offers of repeated descriptions count once. */
export function readOffers(
  nodes: LinkedNodes,
  events: readonly Fields[],
  context: OfferContext,
): PageOffers {
  const reader = new OfferReader(nodes, context);
  const counted = new Map<string, { offer: Offer; times: number }>();
  for (const event of events) {
    const times = new Map<string, number>();
    for (const offer of reader.readEvent(event)) {
      const key = JSON.stringify(offer);
      times.set(key, (times.get(key) ?? 0) + 1);
      const before = counted.get(key)?.times ?? 0;
      counted.set(key, { offer, times: Math.max(before, times.get(key) ?? 0) });
    }
  }
  const offers = [...counted.values()].flatMap(({ offer, times }) => Array(times).fill(offer));
  const { unreadable, statesAvailability, statesStart, opensAt } = reader;
  return { offers, unreadable, statesAvailability, statesStart, opensAt };
}

class OfferReader {
  readonly #nodes: LinkedNodes;
  readonly #context: OfferContext;
  /** Times without an offset are read in the offset of the event. */
  #offset = 'Z';
  unreadable: string | null = null;
  /** Separate lists for offers that state their availability and those that do not. */
  readonly #open = { stating: 0, silent: 0 };
  readonly #closed = { stating: 0, silent: 0 };
  statesStart = false;
  opensAt: number | null = null;

  constructor(nodes: LinkedNodes, context: OfferContext) {
    this.#nodes = nodes;
    this.#context = context;
  }

  readEvent(event: Fields): Offer[] {
    const start = textOf(this.#nodes.values(event, 'startDate')[0]);
    this.#offset = /(?:Z|[+-]\d\d:?\d\d)$/.exec(start)?.[0] ?? 'Z';
    const outer: Outer = { currency: null, state: this.#isOut(event) ? 'out' : 'open', depth: 0 };
    const offers = this.#nodes
      .values(event, 'offers', MAX_NODES)
      .flatMap((given) => this.#read(given, outer));
    const left = readCount(this.#nodes, event, 'remainingAttendeeCapacity');
    if (left !== null || this.#statesAvailability(event)) this.#open.silent = 0;
    if (left === 0) return offers.map((offer) => ({ ...offer, count: 0 }));
    const [only, ...others] = offers;
    // The remaining places of an event belong to its only offer.
    if (left !== null && others.length === 0 && only?.count === 1)
      return [{ ...only, count: left, isCounted: true }];
    return offers;
  }

  /** The offers of a value: a node, a reference, or a range with the offers inside. */
  #read(given: unknown, outer: Outer): Offer[] {
    if (outer.depth > MAX_DEPTH || this.#nodes.isExhausted) return [];
    const offer = this.#nodes.resolve(given);
    if (offer === null) return [];
    const current = {
      currency: this.#currencyOf(offer) ?? outer.currency,
      state: outer.state === 'out' ? outer.state : this.#stateOf(offer, outer.state),
      depth: outer.depth + 1,
    };
    const inner: Offer[] = [];
    // Not `push(...)`: it throws if there are more arguments than fit on the stack.
    for (const one of this.#nodes.values(offer, 'offers', MAX_NODES))
      for (const read of this.#read(one, current)) inner.push(read);
    if (inner.some(({ price }) => price !== null)) return inner;
    return this.#readOne(offer, current);
  }

  #readOne(offer: Fields, { currency: named, state }: Outer): Offer[] {
    const areas = this.#areasOf(offer);
    const level = readCount(this.#nodes, offer, 'inventoryLevel');
    const count = state === 'open' ? (level ?? 1) : 0;
    const isStating = level !== null || this.#statesAvailability(offer);
    (count > 0 ? this.#open : this.#closed)[isStating ? 'stating' : 'silent'] += 1;
    const isCounted = level !== null;
    const specifications = this.#nodes.nodes(offer, 'priceSpecification');
    const currency =
      named ??
      specifications.map((one) => this.#currencyOf(one)).find((one) => one !== null) ??
      null;
    const prices = this.#pricesOf([offer, ...specifications], currency, count > 0);
    if (prices.length === 0) return [{ price: null, count, isCounted, currency, areas }];
    return prices.map((one) => ({ ...one, count, isCounted, areas }));
  }

  /**
   * All prices of an offer and its specifications, otherwise the ends of its range; each amount
   * once.
   */
  #pricesOf(
    sources: readonly Fields[],
    currency: string | null,
    isOnSale: boolean,
  ): Pick<Offer, 'price' | 'currency'>[] {
    const fields = [['price'], ['lowPrice', 'highPrice', 'minPrice', 'maxPrice']];
    for (const names of fields) {
      const prices = new Map<number, string | null>();
      for (const given of sources.flatMap((node) =>
        names.flatMap((name) => this.#nodes.values(node, name)),
      )) {
        for (const price of this.#readPrices(given, currency, isOnSale))
          prices.set(price.price, price.currency);
      }
      if (prices.size > 0) return [...prices].map(([price, own]) => ({ price, currency: own }));
    }
    return [];
  }

  #readPrices(value: unknown, currency: string | null, isOnSale: boolean) {
    if (typeof value === 'number') {
      return value >= 0 && value < MAX_AMOUNT ? [{ price: value, currency }] : [];
    }
    if (typeof value !== 'string') return [];
    const read = readPriceText(value, { currency, language: this.#context.language });
    if (read === null) return [];
    if ('unreadable' in read) {
      if (isOnSale) this.unreadable ??= read.unreadable;
      return [];
    }
    return read.amounts.map((price) => ({ price, currency: read.currency }));
  }

  #currencyOf(node: Fields): string | null {
    const text = this.#nodes
      .values(node, 'priceCurrency')
      .map(textOf)
      .find((one) => one !== '');
    return text === undefined ? null : readCurrency(text, this.#context.language);
  }

  /**
   * An offer counts as on sale from the start of its sale to its end, as far as these are stated.
   */
  #stateOf(offer: Fields, outer: OfferState): OfferState {
    const { now } = this.#context;
    if (this.#isOut(offer)) return 'out';
    if (readCount(this.#nodes, offer, 'offerCount') === 0) return 'out';
    const ends = ['validThrough', 'availabilityEnds'].flatMap(
      (name) => this.#instant(offer, name, 'end') ?? [],
    );
    if (ends.some((end) => end <= now)) return 'out';
    const starts = ['validFrom', 'availabilityStarts'].flatMap(
      (name) => this.#instant(offer, name, 'start') ?? [],
    );
    this.statesStart ||= starts.length > 0;
    const opens = Math.max(...starts);
    if (opens <= now || starts.length === 0) return outer;
    this.opensAt = Math.min(this.opensAt ?? opens, opens);
    return 'later';
  }

  get statesAvailability(): boolean {
    const { stating, silent } = this.#open;
    return stating + silent > 0 ? silent === 0 : this.#closed.stating > 0;
  }

  #statesAvailability(node: Fields): boolean {
    return (
      readCount(this.#nodes, node, 'offerCount') !== null ||
      this.#nodes.words(node, 'availability').some((word) => STATED.test(word) || OUT.test(word))
    );
  }

  #isOut(node: Fields): boolean {
    const words = this.#nodes.words(node, 'availability');
    return words.length > 0 && words.every((word) => OUT.test(word));
  }

  /** An instant; a day begins or ends at midnight. Null if the text is not a date. */
  #instant(node: Fields, name: string, edge: 'start' | 'end'): number | null {
    const text = textOf(this.#nodes.values(node, name)[0]);
    const [, day, time, offset = this.#offset] =
      /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?$/.exec(
        text,
      ) ?? [];
    if (day === undefined) return null;
    const clock = time ?? (edge === 'start' ? '00:00' : '23:59');
    const instant = Date.parse(`${day}T${clock}${offset.replace(/(\d\d)(\d\d)$/, '$1:$2')}`);
    return Number.isNaN(instant) ? null : instant;
  }

  /** The name of the offer, otherwise that of its section. */
  #areasOf(offer: Fields): string[] {
    const nodes = this.#nodes;
    const [item = {}] = nodes.nodes(offer, 'itemOffered');
    const [seat = {}] = [
      ...nodes.nodes(item, 'ticketedSeat'),
      ...nodes.nodes(offer, 'ticketedSeat'),
    ];
    const names = [
      nodes.text(offer, 'name'),
      nodes.text(offer, 'seatSection'),
      nodes.text(seat, 'seatSection'),
      nodes.text(item, 'seatSection'),
      nodes.text(item, 'name'),
    ];
    const name = names.find((text) => text !== '');
    return name === undefined ? [] : [name];
  }
}

const STATED =
  /(?:instock|instoreonly|limitedavailability|onlineonly|backorder|preorder|presale|reserved|madetoorder)$/;
const OUT = /(?:soldout|outofstock|discontinued|unavailable)$/;

/** A number, a text with a number, or an object with a `value`. */
function readCount(nodes: LinkedNodes, node: Fields, name: string): number | null {
  const [value] = nodes.values(node, name);
  const [level] = isFields(value)
    ? [...nodes.values(value, 'value'), ...nodes.values(value, 'minValue')]
    : [value];
  const number = typeof level === 'string' && level.trim() !== '' ? Number(level) : level;
  return typeof number === 'number' && number >= 0 && number < MOST_LEFT
    ? Math.floor(number)
    : null;
}
