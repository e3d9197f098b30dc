import * as z from 'zod/mini';
import type { SimulatedVenue } from '../venues.ts';
import { linkedData } from './html.ts';

/** Tickets of one area. `left` may be 0. */
export const offer = z.object({ price: z.number(), left: z.int(), area: z.string() });
export type Offer = z.infer<typeof offer>;

interface PageEvent {
  url: string;
  name: string;
  /** The venue's local time. */
  startDate: string;
  venue: SimulatedVenue;
  offers: readonly Offer[];
}

/** The ways in which sites write the same facts. */
export const SHAPES: readonly ((event: PageEvent) => string)[] = [
  // One object, bare enums, numbers.
  (event) =>
    linkedData({
      ...writeEvent(event, 'MusicEvent'),
      offers: event.offers.map(({ price, left, area }) => ({
        '@type': 'Offer',
        name: area,
        price,
        priceCurrency: event.venue.currency,
        availability: left > 0 ? 'InStock' : 'SoldOut',
        inventoryLevel: left,
      })),
    }),
  // A list, http enums, prices as texts, the level as a quantity.
  (event) =>
    linkedData([
      { '@context': 'http://schema.org', '@type': 'Organization', name: 'A ticket shop' },
      {
        ...writeEvent(event, 'http://schema.org/MusicEvent'),
        offers: event.offers.map(({ price, left, area }) => ({
          '@type': 'http://schema.org/Offer',
          name: area,
          price: price.toFixed(2),
          priceCurrency: event.venue.currency,
          availability: `http://schema.org/${left > 0 ? 'LimitedAvailability' : 'OutOfStock'}`,
          inventoryLevel: { '@type': 'QuantitativeValue', value: String(left) },
        })),
      },
    ]),
  // @graph with https enums; offers are nodes beside the event, which refers to them.
  (event) => {
    const offers = event.offers.map(({ price, left, area }, index) => ({
      '@type': 'Offer',
      '@id': `${event.url}#offer-${index}`,
      price,
      priceCurrency: event.venue.currency,
      availability: `https://schema.org/${left > 0 ? 'InStock' : 'SoldOut'}`,
      inventoryLevel: left,
      itemOffered: { '@type': 'Ticket', ticketedSeat: { '@type': 'Seat', seatSection: area } },
    }));
    const references = offers.map((offer) => ({ '@id': offer['@id'] }));
    const node = { ...writeEvent(event, ['Event', 'MusicEvent']), offers: references };
    return linkedData({ '@context': 'https://schema.org', '@graph': [node, ...offers] });
  },
  // A range around the offers, a decimal comma, several scripts.
  (event) =>
    linkedData({ '@context': 'https://schema.org', '@type': 'BreadcrumbList' }) +
    linkedData({
      ...writeEvent(event, 'Festival'),
      offers: {
        '@type': 'AggregateOffer',
        lowPrice: Math.min(...event.offers.map(({ price }) => price)),
        priceCurrency: event.venue.currency,
        offers: event.offers.map(({ price, left, area }) => ({
          '@type': 'Offer',
          name: area,
          price: price.toFixed(2).replace('.', ','),
          priceCurrency: event.venue.currency,
          availability: left > 0 ? 'https://schema.org/InStock' : 'https://schema.org/SoldOut',
          inventoryLevel: left,
        })),
      },
    }),
  // No levels, the price in a specification, the event inside its page.
  (event) =>
    linkedData({
      '@context': 'https://schema.org',
      '@type': 'WebPage',
      mainEntity: {
        ...writeEvent(event, 'TheaterEvent'),
        offers: event.offers.map(({ price, left, area }) => ({
          '@type': 'Offer',
          name: area,
          availability: left > 0 ? 'InStock' : 'SoldOut',
          priceSpecification: [{ price: String(price), priceCurrency: event.venue.currency }],
        })),
      },
    }),
];

const writeEvent = ({ url, name, startDate, venue }: PageEvent, type: string | string[]) => ({
  '@context': 'https://schema.org',
  '@type': type,
  url,
  name,
  startDate,
  location: {
    '@type': 'Place',
    name: venue.name,
    address: {
      '@type': 'PostalAddress',
      addressLocality: venue.city,
      addressCountry: venue.country.countryCode,
    },
  },
});
