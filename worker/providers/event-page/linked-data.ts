import { type Fields, NO_FIELDS } from '../fields.ts';
import { readPageParts } from '../public-page/page-parts.ts';
import { chooseEvents, readDate, readImage } from './choose-event.ts';
import { hasEmbeddedData, readEmbeddedData } from './embedded-data.ts';
import { readLinkedJson } from './linked-json.ts';
import { LinkedNodes, typesOf } from './linked-nodes.ts';
import { type OfferContext, readOffers } from './read-offers.ts';
import { type EventReading, gatherPrices, type Unread } from './reading.ts';

/**
 * Reads the event of a page from its linked data: JSON-LD as an object, a list or @graph; types and terms bare or with
 * http or https; references by @id. Without an event there, the attributes of elements are read (microdata, RDFa).
 * Pure, and any text is accepted.
 * @param now milliseconds since the epoch: an offer counts only while it is on sale.
 * @returns the event, or why there is none.
 */
export function readLinkedEvent(
  source: string,
  url: string,
  now = Date.now(),
): EventReading | Unread {
  const { scripts, language } = readPageParts(source);
  const { values, isBroken } = readLinkedJson(
    scripts.filter(({ isLinkedData }) => isLinkedData).map(({ text }) => text),
  );
  const linked = new LinkedNodes(values);
  const nodes =
    linked.events.length === 0 && hasEmbeddedData(source)
      ? new LinkedNodes(readEmbeddedData(source))
      : linked;
  if (nodes.events.length === 0)
    return isBroken
      ? { state: 'unreadable', reason: 'The data of the page cannot be read.' }
      : { state: 'no_event', reason: 'The page describes no event.' };
  const reading = readEvent(nodes, url, { language, now });
  // Half of a reading would be mistaken for all of it.
  return nodes.isExhausted
    ? { state: 'unreadable', reason: 'The data of the page has too many values.' }
    : reading;
}

function readEvent(nodes: LinkedNodes, url: string, context: OfferContext): EventReading | Unread {
  const chosen = chooseEvents(nodes, url);
  const [event] = chosen;
  if (event === undefined) {
    const reason = `The page describes ${nodes.events.length} events, and none of them has this address.`;
    return { state: 'no_event', reason };
  }
  const words = nodes.words(event, 'eventStatus');
  const isCancelled = words.some((word) => /cancell?ed$/.test(word));
  const read = readOffers(nodes, chosen, context);
  const { unreadable, opensAt } = read;
  const offers = isCancelled ? [] : read.offers;
  if (unreadable !== null && !isCancelled) {
    const reason = `The price "${unreadable}" can be read in several ways.`;
    return { state: 'unreadable', reason };
  }
  const isOnSale = offers.some(({ count: left }) => left > 0);
  const isPriceless = offers.every(({ price }) => price === null);
  if (isPriceless && isOnSale) return { state: 'unreadable', reason: 'The page names no price.' };
  if (offers.length === 0 && !isCancelled)
    return { state: 'unreadable', reason: 'The page lists no tickets.' };
  const place = placeNode(nodes, event);
  const [address = {}] = nodes.nodes(place, 'address');
  const country = nodes.text(address, 'addressCountry').toUpperCase();
  return {
    title: orNull(nodes.text(event, 'name')),
    venue: orNull(nodes.text(place, 'name') || nodes.text(event, 'location')),
    city: orNull(nodes.text(address, 'addressLocality')),
    country: /^[A-Z]{2}$/.test(country) ? country : null,
    date: readDate(nodes, event),
    image: readImage(nodes, event),
    state: isCancelled
      ? 'cancelled'
      : isOnSale
        ? 'on_sale'
        : opensAt === null
          ? 'sold_out'
          : 'not_yet',
    opensAt: isOnSale || isCancelled ? null : opensAt,
    states: {
      availability: read.statesAvailability,
      saleStart: read.statesStart,
      eventStatus: words.some((word) => word.startsWith('event')),
    },
    ...gatherPrices(offers),
  };
}

/** The place of an event. An online event beside it has none. */
function placeNode(nodes: LinkedNodes, event: Fields): Fields {
  const places = nodes.nodes(event, 'location');
  return places.find((place) => !isVirtual(place)) ?? places[0] ?? NO_FIELDS;
}

const isVirtual = (place: Fields): boolean =>
  typesOf(place).some((type) => type.endsWith('VirtualLocation'));

const orNull = (text: string): string | null => (text === '' ? null : text);
