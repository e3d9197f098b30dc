import { describe, expect, test } from 'vitest';
import { readLinkedEvent } from '../../worker/providers/event-page/linked-data.ts';
import { decodePage } from '../../worker/providers/public-page/encoding.ts';

// Pages with faults as found in practice: each kind of fault, with other examples of the kind. Only
// the changed fields are named.

const URL_OF_EVENT = 'https://tickets.example.com/events/harbour-lights';
const NOW = Date.UTC(2026, 10, 27, 10);
const LATER = '2127-03-01T10:00:00-06:00';

const scriptOf = (text: string) => `<script type="application/ld+json">${text}</script>`;
const pageOf = (text: string) =>
  `<!doctype html><html><head><title>t</title>${scriptOf(text)}</head><body><h1>Event</h1></body></html>`;
const OFFER = { '@type': 'Offer', price: '45.00', priceCurrency: 'USD', availability: 'InStock' };
const eventOf = (part: object = {}) => ({
  '@context': 'https://schema.org',
  '@type': 'MusicEvent',
  name: 'Harbour Lights Live',
  startDate: '2027-05-15T19:30:00-05:00',
  eventStatus: 'https://schema.org/EventScheduled',
  location: {
    '@type': 'Place',
    name: 'Union Hall',
    address: { '@type': 'PostalAddress', addressLocality: 'Chicago', addressCountry: 'US' },
  },
  offers: OFFER,
  ...part,
});
const json = (value: unknown) => JSON.stringify(value);
const withOffer = (part: object) => json(eventOf({ offers: { ...OFFER, ...part } }));
const withOffers = (offers: unknown) => json(eventOf({ offers }));

function read(source: string, url = URL_OF_EVENT) {
  const reading = readLinkedEvent(source, url, NOW);
  if ('reason' in reading) return reading;
  const onSale = Object.entries(reading.prices).filter(([, { count }]) => count > 0);
  return {
    ...reading,
    low: onSale.length === 0 ? null : Math.min(...onSale.map(([price]) => Number(price))),
    available: onSale.reduce((sum, [, { count }]) => sum + count, 0),
  };
}

const priceText = (price: string, priceCurrency: string, low: number): [string, object] => [
  withOffer({ price, priceCurrency }),
  { low, currency: priceCurrency },
];
const GONE = { low: null, available: 0 };

const KINDS: Record<string, Record<string, [data: string, expected: object, url?: string]>> = {
  'a price text': {
    'one dot before thousands': priceText('1.250', 'EUR', 1250),
    'one dot before thousands, with a sign': priceText('Rp 350.000', 'IDR', 350_000),
    'two dots': priceText('1.144.000', 'COP', 1_144_000),
    'a dash for no decimals': priceText('1.899,-', 'NOK', 1899),
    'an entity by number': priceText('&#8364;45.00', 'EUR', 45),
    'three decimals': priceText('0,750', 'KWD', 0.75),
    'one dot before thousands of pesos': priceText('89.900', 'CLP', 89_900),
    'two dots of dongs': priceText('2.500.000', 'VND', 2_500_000),
    'a dash of another kind': priceText('1 250,–', 'SEK', 1250),
    'a named entity': priceText('45,00&nbsp;&euro;', 'EUR', 45),
    'an entity in hexadecimals': priceText('&#x20AC;45.00', 'EUR', 45),
    'three decimals of dinars': priceText('12.500', 'BHD', 12.5),
    'digits of another script': priceText('٤٥٫٥٠', 'EGP', 45.5),
  },
  'a currency': {
    'outside the offers': [
      withOffers({
        '@type': 'AggregateOffer',
        priceCurrency: 'EUR',
        lowPrice: '60',
        highPrice: '80',
        offers: [
          { '@type': 'Offer', price: '60', availability: 'InStock' },
          { '@type': 'Offer', price: '80', availability: 'InStock' },
        ],
      }),
      { low: 60, currency: 'EUR', available: 2 },
    ],
    'in the price': [
      withOffers({ ...OFFER, price: '45,00 €', priceCurrency: undefined }),
      { low: 45, currency: 'EUR' },
    ],
    'missing in the first offer': [
      withOffers([
        { ...OFFER, price: '95', priceCurrency: undefined },
        { ...OFFER, price: '60', priceCurrency: 'EUR' },
        { ...OFFER, price: '80', priceCurrency: 'EUR' },
      ]),
      { low: 60, currency: 'EUR', available: 3 },
    ],
    'as a code in the price': [
      withOffers({ ...OFFER, price: 'CHF 45', priceCurrency: undefined }),
      { low: 45, currency: 'CHF' },
    ],
    'as a sign in its field': [withOffer({ priceCurrency: '£' }), { low: 45, currency: 'GBP' }],
    'missing in the last offer': [
      withOffers([
        { ...OFFER, priceCurrency: 'EUR' },
        { ...OFFER, price: '30', priceCurrency: undefined },
      ]),
      { low: 30, currency: 'EUR' },
    ],
  },
  'a value': {
    'as a list: the status': [
      json(
        eventOf({
          eventStatus: ['https://schema.org/EventCancelled', 'https://schema.org/EventMovedOnline'],
        }),
      ),
      { ...GONE, state: 'cancelled' },
    ],
    'as a list: the availability': [
      withOffer({ availability: ['https://schema.org/SoldOut'] }),
      { ...GONE, state: 'sold_out' },
    ],
    'as a list: the price': [withOffer({ price: ['45.00'] }), { low: 45, currency: 'USD' }],
    'with a language': [
      json(eventOf({ name: { '@value': 'Nuit Bleue', '@language': 'fr' } })),
      { title: 'Nuit Bleue', low: 45 },
    ],
    'as a list of specifications': [
      withOffers({
        '@type': 'Offer',
        priceCurrency: 'USD',
        availability: 'InStock',
        priceSpecification: [
          { price: 45, name: 'Adult' },
          { price: 20, name: 'Child' },
        ],
      }),
      { low: 20, currency: 'USD' },
    ],
    'as a reference: the status': [
      json(eventOf({ eventStatus: { '@id': 'schema:EventCancelled' } })),
      { ...GONE, state: 'cancelled' },
    ],
    'as a typed value: the price': [
      withOffer({ price: { '@value': '45.00', '@type': 'xsd:decimal' } }),
      { low: 45 },
    ],
    'as a set: the offers': [withOffers({ '@set': [OFFER] }), { low: 45 }],
  },
  'a sale': {
    'that begins later': [
      withOffer({ validFrom: LATER }),
      { ...GONE, state: 'not_yet', opensAt: Date.parse(LATER) },
    ],
    'without offers': [
      withOffers({
        '@type': 'AggregateOffer',
        lowPrice: '45',
        highPrice: '120',
        offerCount: 0,
        priceCurrency: 'USD',
      }),
      { ...GONE, state: 'sold_out' },
    ],
    'that begins later, by another field': [
      withOffer({ availabilityStarts: LATER }),
      { ...GONE, state: 'not_yet' },
    ],
    'that is over': [
      withOffer({ validThrough: '2026-11-26T10:00:00Z' }),
      { ...GONE, state: 'sold_out' },
    ],
    'that is over, by another field': [
      withOffer({ availabilityEnds: '2026-11-26' }),
      { ...GONE, state: 'sold_out' },
    ],
  },
  'the event of a page': {
    'by its id in the query': [
      json(
        [102, 101, 103].map((id) =>
          eventOf({
            url: `https://tickets.example.com/shop?event=${id}`,
            name: id === 101 ? 'Harbour Lights Live' : 'Other Night',
            offers: { ...OFFER, price: id === 101 ? '45.00' : '10' },
          }),
        ),
      ),
      { low: 45, title: 'Harbour Lights Live', available: 1 },
      'https://tickets.example.com/shop?event=101',
    ],
    'by a relative address': [
      json([
        eventOf({ url: '/events/harbour-lights' }),
        eventOf({ name: 'Other Night', url: '/events/other' }),
      ]),
      { low: 45, title: 'Harbour Lights Live' },
    ],
    'with days': [
      json(
        eventOf({
          '@type': 'Festival',
          name: 'Quay Fest',
          offers: { ...OFFER, price: '120' },
          subEvent: [60, 70].map((price) =>
            eventOf({ name: `Day ${price}`, offers: { ...OFFER, price } }),
          ),
        }),
      ),
      { title: 'Quay Fest', low: 120 },
    ],
    'of a tour': [
      json(
        eventOf({
          superEvent: { '@type': 'MusicEvent', name: 'Spring Tour', startDate: '2027-05-01' },
        }),
      ),
      { title: 'Harbour Lights Live', low: 45 },
    ],
    'beside other dates of its artist': [
      json(
        eventOf({
          performer: { '@type': 'MusicGroup', event: [eventOf({ name: 'Other Night' })] },
        }),
      ),
      { title: 'Harbour Lights Live', low: 45 },
    ],
    'with tracking parameters': [
      json([
        eventOf({ url: `${URL_OF_EVENT}?utm_source=x` }),
        eventOf({ name: 'Other', url: '/events/other' }),
      ]),
      { low: 45, title: 'Harbour Lights Live' },
      `${URL_OF_EVENT}?gclid=y`,
    ],
    'beside other dates of its venue': [
      json(
        eventOf({
          location: { '@type': 'Place', name: 'Union Hall', events: [eventOf({ name: 'Other' })] },
        }),
      ),
      { title: 'Harbour Lights Live', low: 45 },
    ],
  },
  'the same block': {
    'twice in a list': [
      json(Array(2).fill(eventOf({ offers: { ...OFFER, inventoryLevel: 5 } }))),
      { low: 45, available: 5 },
    ],
    'three times': [
      json(Array(3).fill(eventOf({ offers: { ...OFFER, inventoryLevel: 5 } }))),
      { low: 45, available: 5 },
    ],
    'in a graph and beside it': [
      json([
        { '@graph': [eventOf({ offers: { ...OFFER, inventoryLevel: 5 } })] },
        eventOf({ offers: [{ ...OFFER, inventoryLevel: 5 }] }),
      ]),
      { low: 45, available: 5 },
    ],
    'with and without a list': [
      json([eventOf(), eventOf({ offers: [OFFER] })]),
      { low: 45, available: 1 },
    ],
  },
  'slightly broken data': {
    'a comma at the end': [
      json(eventOf()).replace(/\}$/, ',}'),
      { low: 45, title: 'Harbour Lights Live' },
    ],
    'a raw line break': [
      json(eventOf()).replace(/\}$/, ',"description":"First line\nSecond line\twith tab"}'),
      { low: 45 },
    ],
    'a comment': [json(eventOf()).replace('{', '{ /* generated */ '), { low: 45 }],
    'encoded quotes': [json(eventOf()).replaceAll('"', '&quot;'), { low: 45 }],
    'a comma at the end of a list': [`[${json(eventOf())},]`, { low: 45 }],
    'a comment to the end of its line': [
      json(eventOf()).replace('{', '{ // generated\n'),
      { low: 45 },
    ],
    'quotes encoded by number': [json(eventOf()).replaceAll('"', '&#34;'), { low: 45 }],
  },
  'a text': {
    'cut in an emoji': [
      json(eventOf({ name: `${'x'.repeat(199)}🎸 rest` })),
      { low: 45, title: 'x'.repeat(199) },
    ],
    'with half a character': [
      json(eventOf({ location: { name: 'Hall', address: { addressLocality: 'Chicago \ud83c' } } })),
      { low: 45, city: 'Chicago \ufffd' },
    ],
    'with half a character in the venue': [
      json(eventOf({ location: { name: '\udfb8 Hall' } })),
      { venue: '\ufffd Hall' },
    ],
    'with half a character in the name': [
      json(eventOf({ name: 'Live \ud83c' })),
      { title: 'Live \ufffd' },
    ],
    'with half a character in an area': [
      withOffer({ name: 'Floor \ud83c' }),
      { prices: { '45.00': { count: 1, areas: ['Floor \ufffd'] } } },
    ],
  },
};

describe.each(Object.entries(KINDS))('%s', (_, cases) => {
  test.each(Object.entries(cases))('%s', (__, [data, expected, url]) => {
    expect(read(pageOf(data), url)).toMatchObject(expected);
  });
});

describe('a page that names its encoding itself', () => {
  const data = json(eventOf({ name: 'Théâtre Élysée', location: { name: 'Salle Gaîté' } }));
  test.each([
    ['<meta charset="iso-8859-1">', 'latin1'],
    ['<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">', 'latin1'],
    ["<META CHARSET='utf-8'>", 'utf8'],
    ['<?xml version="1.0" encoding="ISO-8859-1"?>', 'latin1'],
  ] as const)('by %s', (head, encoding) => {
    const bytes = Uint8Array.from(Buffer.from(`${head}${pageOf(data)}`, encoding));
    const source = decodePage(bytes.buffer, 'text/html');
    expect(read(source)).toMatchObject({ title: 'Théâtre Élysée', venue: 'Salle Gaîté', low: 45 });
  });
});
