import { describe, expect, test } from 'vitest';
import { readLinkedEvent } from '../../worker/providers/event-page/linked-data.ts';

const URL_OF_EVENT = 'https://tickets.example.com/events/harbour-lights';
const NOW = Date.UTC(2026, 10, 27, 10);
const SCHEMA = 'https://schema.org';

const place = {
  '@type': 'Place',
  name: 'Union Hall',
  address: { '@type': 'PostalAddress', addressLocality: 'Chicago', addressCountry: 'US' },
};
const offer = (more: object = {}) => ({
  '@type': 'Offer',
  price: '45.00',
  priceCurrency: 'USD',
  availability: `${SCHEMA}/InStock`,
  ...more,
});
const event = (more: object = {}) => ({
  '@context': SCHEMA,
  '@type': 'MusicEvent',
  name: 'Harbour Lights Live',
  startDate: '2027-05-15T19:30:00-05:00',
  eventStatus: `${SCHEMA}/EventScheduled`,
  location: place,
  offers: offer(),
  ...more,
});
const script = (text: string) => `<script type="application/ld+json">${text}</script>`;
const page = (...data: unknown[]) =>
  `<!doctype html><html><head>${data.map((one) => script(JSON.stringify(one))).join('')}</head></html>`;

/** The facts of a reading that tests compare, or why there is none. */
function readSource(source: string, url = URL_OF_EVENT, now = NOW) {
  const reading = readLinkedEvent(source, url, now);
  if ('reason' in reading) return reading;
  const { prices, title, venue, city, currency, state, opensAt } = reading;
  const onSale = Object.entries(prices).filter(([, { count }]) => count > 0);
  const low = onSale.length === 0 ? null : Math.min(...onSale.map(([price]) => Number(price)));
  const available = onSale.reduce((sum, [, { count }]) => sum + count, 0);
  return { title, venue, city, currency, state, opensAt, low, available };
}
const read = (...data: unknown[]) => readSource(page(...data));
const withOffers = (offers: unknown, more: object = {}) => read(event({ offers, ...more }));

describe('the currency of offers', () => {
  test.each<[string, unknown, object]>([
    [
      'is handed down by a range',
      {
        '@type': 'AggregateOffer',
        priceCurrency: 'EUR',
        lowPrice: '60',
        highPrice: '80',
        offers: [
          offer({ price: '60', priceCurrency: undefined }),
          offer({ price: '80', priceCurrency: undefined }),
        ],
      },
      { low: 60, currency: 'EUR', available: 2 },
    ],
    [
      'is handed down twice',
      { priceCurrency: 'GBP', offers: { offers: [{ price: 12 }, { price: 14 }] } },
      { low: 12, currency: 'GBP', available: 2 },
    ],
    [
      'is the one of an inner offer',
      { priceCurrency: 'GBP', offers: [{ price: 12, priceCurrency: 'EUR' }] },
      { low: 12, currency: 'EUR' },
    ],
    ['is read from a sign', { price: '45,00 €' }, { low: 45, currency: 'EUR' }],
    ['is read from a code', { price: 'CHF 45.00' }, { low: 45, currency: 'CHF' }],
    ['is read from a sign after the number', { price: '450 zł' }, { low: 450, currency: 'PLN' }],
    ['is a sign in its field', offer({ priceCurrency: '£' }), { low: 45, currency: 'GBP' }],
    ['is a node', offer({ priceCurrency: { '@value': 'eur' } }), { low: 45, currency: 'EUR' }],
    [
      'is the most frequent one, and offers without one belong to it',
      [
        offer({ price: '95', priceCurrency: undefined, name: 'Standing' }),
        offer({ price: '60', priceCurrency: 'EUR' }),
        offer({ price: '80', priceCurrency: 'EUR' }),
      ],
      { low: 60, currency: 'EUR', available: 3 },
    ],
    [
      'leaves out what is in another one',
      [
        offer({ price: 5, priceCurrency: 'USD' }),
        offer({ price: 60, priceCurrency: 'EUR' }),
        offer({ price: 80, priceCurrency: 'EUR' }),
      ],
      { low: 60, currency: 'EUR', available: 2 },
    ],
    [
      'is that of a specification',
      { priceSpecification: { price: 12, priceCurrency: 'SEK' } },
      { low: 12, currency: 'SEK' },
    ],
  ])('%s', (_, offers, expected) => {
    expect(withOffers(offers)).toMatchObject(expected);
  });

  test('that contradicts the text makes the price unreadable', () => {
    expect(withOffers(offer({ price: '45 €' }))).toEqual({
      state: 'unreadable',
      reason: 'The price "45 €" can be read in several ways.',
    });
  });
});

describe('a field of any shape', () => {
  const cancelled = `${SCHEMA}/EventCancelled`;
  test.each<[string, object]>([
    ['a list', { eventStatus: [cancelled, `${SCHEMA}/EventMovedOnline`] }],
    ['a reference', { eventStatus: { '@id': cancelled } }],
    ['a typed value', { eventStatus: { '@value': 'EventCancelled', '@type': 'Text' } }],
    ['a list of references', { eventStatus: [{ '@id': 'http://schema.org/EventCancelled' }] }],
    [
      'a node with a name',
      { eventStatus: { '@type': 'EventStatusType', name: 'Event Cancelled' } },
    ],
    ['a prefixed field', { eventStatus: undefined, 'schema:eventStatus': 'EventCanceled' }],
  ])('says that the event is cancelled as %s', (_, part) => {
    expect(read(event(part))).toMatchObject({ state: 'cancelled', low: null, available: 0 });
  });

  test.each<[string, unknown]>([
    ['a list', [`${SCHEMA}/SoldOut`]],
    ['a reference', { '@id': 'http://schema.org/OutOfStock' }],
    ['a typed value', { '@value': 'SoldOut' }],
    ['a set', { '@set': ['schema:SoldOut'] }],
  ])('says that an offer is sold out as %s', (_, availability) => {
    expect(withOffers(offer({ availability }))).toMatchObject({
      state: 'sold_out',
      low: null,
      available: 0,
    });
  });

  test.each<[string, object, number]>([
    ['a list', { price: ['45.00'] }, 45],
    ['a list of several', { price: ['60', 45] }, 45],
    ['a typed value', { price: { '@value': '45.00', '@type': 'xsd:decimal' } }, 45],
    ['a list of typed values', { price: { '@list': [{ '@value': 45 }] } }, 45],
    ['a full name', { price: undefined, 'http://schema.org/price': 45 }, 45],
    [
      'a list of specifications',
      {
        price: undefined,
        priceSpecification: [
          { name: 'Adult', price: 45 },
          { name: 'Child', price: 20 },
        ],
      },
      20,
    ],
    [
      'a specification by its bounds',
      { price: undefined, priceSpecification: [{ minPrice: '30', maxPrice: 90 }] },
      30,
    ],
    ['a price and another in a specification', { priceSpecification: { price: '20.00' } }, 20],
  ])('has the price of %s', (_, part, low) => {
    expect(withOffers(offer(part))).toMatchObject({ low, currency: 'USD', state: 'on_sale' });
  });

  test.each<[string, unknown, string]>([
    ['a text with a language', { '@value': 'Nuit Bleue', '@language': 'fr' }, 'Nuit Bleue'],
    [
      'texts in several languages',
      [{ '@value': 'Nuit Bleue' }, { '@value': 'Blue Night' }],
      'Nuit Bleue',
    ],
    ['a list', ['Nuit Bleue'], 'Nuit Bleue'],
    ['a number', 1984, '1984'],
  ])('has the name of %s', (_, name, title) => {
    expect(read(event({ name }))).toMatchObject({ title, low: 45 });
  });

  test.each<[string, unknown, string | null]>([
    [
      'a place beside an online one',
      [{ '@type': 'VirtualLocation', name: 'Stream' }, place],
      'Union Hall',
    ],
    ['a text', 'Union Hall', 'Union Hall'],
    ['a list with a reference', [{ '@id': '#hall' }], 'Union Hall'],
    ['an online one alone', { '@type': 'VirtualLocation', name: 'Stream' }, 'Stream'],
  ])('has the place of %s', (_, location, venue) => {
    expect(read({ '@graph': [event({ location }), { '@id': '#hall', ...place }] })).toMatchObject({
      venue,
    });
  });

  test('has a start, offers and an address in lists', () => {
    const part = {
      startDate: [{ '@value': '2027-05-15T19:30:00-05:00' }],
      offers: [[offer()], { '@list': [offer({ price: 40 })] }],
      location: [{ ...place, address: [{ ...place.address, addressCountry: { name: 'US' } }] }],
    };
    const reading = readLinkedEvent(page(event(part)), URL_OF_EVENT, NOW);
    expect(reading).toMatchObject({ date: '2027-05-15 19:30', country: 'US', city: 'Chicago' });
    expect(reading).toMatchObject({ prices: { '40.00': { count: 1 }, '45.00': { count: 1 } } });
  });

  test('is read from all descriptions of a node', () => {
    const data = {
      '@graph': [
        event({ '@id': '#e', offers: { '@id': '#o' } }),
        { '@id': '#o', priceCurrency: 'EUR' },
        { '@id': '#o', price: 30 },
      ],
    };
    expect(read(data)).toMatchObject({ low: 30, currency: 'EUR' });
  });
});

describe('a sale', () => {
  const later = '2126-03-01T10:00:00-06:00';
  const opensAt = Date.parse(later);
  test.each<[string, object]>([
    ['validFrom', { validFrom: later }],
    ['availabilityStarts', { availabilityStarts: later }],
    ['the later of both', { validFrom: '2026-01-01', availabilityStarts: [later] }],
    ['a time in the zone of the event', { validFrom: { '@value': '2126-03-01T11:00' } }],
  ])('that begins later by %s is not open yet', (_, part) => {
    expect(withOffers(offer(part))).toMatchObject({
      state: 'not_yet',
      opensAt,
      low: null,
      available: 0,
    });
  });

  test.each<[string, object]>([
    ['validThrough', { validThrough: '2026-11-27T03:59:00-06:00' }],
    ['availabilityEnds', { availabilityEnds: '2026-11-26' }],
    ['no offer', { offerCount: 0 }],
    ['no offer in a text', { offerCount: '0' }],
  ])('that ended by %s has no tickets', (_, part) => {
    expect(withOffers(offer(part))).toMatchObject({ state: 'sold_out', opensAt: null, low: null });
  });

  test('of a range without offers has no tickets', () => {
    const range = { '@type': 'AggregateOffer', lowPrice: '45', highPrice: '120', offerCount: 0 };
    expect(withOffers(range)).toMatchObject({ state: 'sold_out', low: null, available: 0 });
  });

  test.each<[string, object]>([
    ['begins and ends', { validFrom: '2026-11-01', validThrough: '2026-11-27' }],
    ['has a time that cannot be read', { validFrom: 'soon', validThrough: 'the last day' }],
    ['has a price for a time', { priceValidUntil: '2020-01-01' }],
  ])('that %s around now is open', (_, part) => {
    expect(withOffers(offer(part))).toMatchObject({ state: 'on_sale', low: 45, available: 1 });
  });

  test('is open if one of its offers is, and opens with the next one', () => {
    const soon = offer({ price: 30, validFrom: '2027-01-01T00:00Z' });
    const sooner = offer({ price: 20, validFrom: '2026-12-01T00:00Z' });
    expect(withOffers([soon, offer()])).toMatchObject({ state: 'on_sale', opensAt: null, low: 45 });
    expect(withOffers([soon, sooner])).toMatchObject({
      state: 'not_yet',
      opensAt: Date.UTC(2026, 11, 1),
    });
  });

  test('has the number of tickets that the page says are left', () => {
    expect(withOffers(offer(), { remainingAttendeeCapacity: 7 })).toMatchObject({ available: 7 });
    expect(withOffers(offer(), { remainingAttendeeCapacity: '0' })).toMatchObject({
      state: 'sold_out',
      available: 0,
    });
    expect(withOffers(offer({ inventoryLevel: [{ value: '3' }] }))).toMatchObject({ available: 3 });
  });
});

describe('the event of a page', () => {
  const other = (more: object = {}) =>
    event({
      name: 'Other Night',
      startDate: '2027-06-01T20:00',
      offers: offer({ price: 10 }),
      ...more,
    });

  test.each<[string, string, string[]]>([
    [
      'an id in the query',
      'https://tickets.example.com/shop?event=101',
      ['?event=102', '?event=101'],
    ],
    [
      'a query in another order',
      'https://tickets.example.com/shop?b=2&a=1',
      ['?a=1&b=3', '?a=1&b=2'],
    ],
    [
      'tracking parameters',
      'https://tickets.example.com/shop?event=101&utm_source=x&gclid=y',
      ['?event=102', '?event=101'],
    ],
    [
      'a language beside the id',
      'https://tickets.example.com/shop?lang=de&event=101',
      ['?event=102', '?event=101'],
    ],
    [
      'percent codes in other capitals',
      'https://tickets.example.com/caf%c3%a9',
      ['/bar', '/caf%C3%A9'],
    ],
    [
      'a port',
      'https://tickets.example.com:8443/shop',
      ['https://tickets.example.com/shop', 'https://tickets.example.com:8443/shop'],
    ],
    ['a relative address', URL_OF_EVENT, ['/events/other', '/events/harbour-lights']],
    ['a path relative to the page', URL_OF_EVENT, ['other', 'harbour-lights']],
    [
      'an address without a scheme',
      URL_OF_EVENT,
      ['//tickets.example.com/events/other', '//tickets.example.com/events/harbour-lights/'],
    ],
    ['a reference to its page', URL_OF_EVENT, ['/x', '/events/harbour-lights?utm_campaign=a']],
  ])('is found by %s', (_, url, [first, second]) => {
    const resolved = (link = '') =>
      link.startsWith('?') ? `https://tickets.example.com/shop${link}` : link;
    const data = page([other({ url: resolved(first) }), event({ url: resolved(second) })]);
    expect(readSource(data, url)).toMatchObject({ title: 'Harbour Lights Live', low: 45 });
  });

  test.each<[string, unknown]>([
    [
      'a festival with its days',
      event({ '@type': 'Festival', subEvent: [other(), other({ name: 'Day two' })] }),
    ],
    [
      'a date of a tour',
      event({
        superEvent: { '@type': 'MusicEvent', name: 'Spring Tour', startDate: '2027-05-01' },
      }),
    ],
    [
      'an artist with other dates',
      event({ performer: { '@type': 'MusicGroup', event: [other(), other({ name: 'B' })] } }),
    ],
    ['a venue with other dates', event({ location: { ...place, events: [other()] } })],
    [
      'a date and a tour without offers',
      [
        event({ superEvent: { '@id': '#t' } }),
        { '@type': 'MusicEvent', '@id': '#t', name: 'Tour' },
      ],
    ],
    [
      'a festival that names its days',
      [event({ subEvent: [{ '@id': '#d' }] }), other({ '@id': '#d' })],
    ],
    [
      'the entity of a page beside others',
      { '@type': 'WebPage', mainEntity: event(), isRelatedTo: [other()] },
    ],
  ])('is that of %s', (_, data) => {
    expect(read(data)).toMatchObject({ title: 'Harbour Lights Live', low: 45, available: 1 });
  });

  test('is undefined if several qualify equally', () => {
    const reason = 'The page describes 2 events, and none of them has this address.';
    expect(read([event(), other()])).toEqual({ state: 'no_event', reason });
    const urls = { url: 'https://tickets.example.com/calendar' };
    expect(read([event(urls), other(urls)])).toEqual({ state: 'no_event', reason });
  });
});

describe('the same data twice', () => {
  const five = offer({ inventoryLevel: 5 });
  test.each<[string, unknown[], number]>([
    ['in one script', [[event({ offers: five }), event({ offers: five })]], 5],
    ['in two scripts', [event({ offers: five }), event({ offers: five })], 5],
    [
      'in a graph and beside it',
      [{ '@graph': [event({ offers: [five] })] }, event({ offers: five })],
      5,
    ],
    [
      'with one more offer',
      [event({ offers: five }), event({ offers: [five, offer({ price: 60 })] })],
      6,
    ],
    [
      'with equal offers in each',
      [event({ offers: [five, five] }), event({ offers: [five, five] })],
      10,
    ],
  ])('%s counts once', (_, data, available) => {
    expect(read(...data)).toMatchObject({ low: 45, available });
  });
});

describe('an event in the attributes of elements', () => {
  const microdata = (
    offers: string,
    more = '',
  ) => `<div itemscope itemtype="https://schema.org/MusicEvent">
    <h1 itemprop="name">Harbour <b>Lights</b> Live</h1><time itemprop="startDate" datetime="2027-05-15T19:30">15 May</time>
    <div itemprop="location" itemscope itemtype="https://schema.org/Place"><span itemprop="name">Union Hall</span>
    <p itemprop="address" itemscope><span itemprop="addressLocality">Chicago</span></p></div>${offers}${more}</div>`;
  const one = (price: string, more = '') =>
    `<p itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="EUR">${price}${more}</p>`;

  test.each<[string, string, object]>([
    [
      'a price in an attribute',
      microdata(one('<span itemprop="price" content="45.00">45 €</span>')),
      { low: 45 },
    ],
    ['a price in a text', microdata(one('<span itemprop="price">45,00 €</span>')), { low: 45 }],
    [
      'a link for what is sold out',
      microdata(
        one(
          '<i itemprop="price">45</i>',
          '<link itemprop="availability" href="https://schema.org/SoldOut">',
        ),
      ),
      { low: null, state: 'sold_out' },
    ],
    [
      'several offers',
      microdata(one('<i itemprop=price>60</i>') + one('<i itemprop=price>45</i>')),
      { low: 45, available: 2 },
    ],
    [
      'elements that are never closed',
      microdata(one('<b><i itemprop=price>45</i>'), '<li><li>'),
      { low: 45 },
    ],
  ])('is read from microdata with %s', (_, source, expected) => {
    const facts = {
      title: 'Harbour Lights Live',
      venue: 'Union Hall',
      city: 'Chicago',
      currency: 'EUR',
    };
    expect(readSource(source)).toMatchObject({ ...facts, ...expected });
  });

  test.each<[string, string]>([
    [
      'bare names',
      '<div vocab="https://schema.org/" typeof="MusicEvent"><h1 property="name">Harbour Lights Live</h1><p property="offers" typeof="Offer"><b property="price">45.00</b><b property="priceCurrency" content="EUR">€</b></p></div>',
    ],
    [
      'prefixes',
      '<div prefix="schema: https://schema.org/" typeof="schema:Event"><h1 property="schema:name og:title">Harbour Lights Live</h1><p property="schema:offers" typeof="schema:Offer"><b property="schema:price" content="45">x</b><b property="schema:priceCurrency">EUR</b></p></div>',
    ],
    [
      'full names',
      '<div typeof="http://schema.org/Event"><h1 property="http://schema.org/name">Harbour Lights Live</h1><p property="http://schema.org/offers" typeof="http://schema.org/Offer"><b property="http://schema.org/price">€45</b></p></div>',
    ],
  ])('is read from RDFa with %s', (_, source) => {
    expect(readSource(source)).toMatchObject({
      title: 'Harbour Lights Live',
      low: 45,
      currency: 'EUR',
    });
  });

  test('is ignored beside JSON-LD, but replaces broken data', () => {
    const embedded = microdata(one('<i itemprop="price">45</i>'));
    expect(readSource(page(event({ offers: offer({ price: 60 }) })) + embedded)).toMatchObject({
      low: 60,
    });
    expect(readSource(script('{"@type":') + embedded)).toMatchObject({ low: 45 });
  });

  test('may have names of any kind without harm', () => {
    const source = microdata(
      one('<i itemprop="price">45</i>'),
      '<b itemprop="__proto__ constructor">x</b>',
    );
    expect(readSource(source)).toMatchObject({ low: 45 });
  });
});

describe('data with faults', () => {
  const json = JSON.stringify(event());
  test.each<[string, string]>([
    ['a comma at the end', json.replace(/\}$/, ',}')],
    ['a comma in a list', `[${json},]`],
    ['a comma and a comment', json.replace(/\}$/, ', /* end */ }')],
    [
      'a line break in a text',
      json.replace('Live"', 'Live","description":"First line\nsecond\tline"'),
    ],
    ['a break of another system in a text', json.replace('Live"', 'Live","description":"a\r\nb"')],
    ['a control character in a text', json.replace('Live"', 'Live","description":"a\u0003b"')],
    ['a comment', json.replace('{', '{ /* generated */ ')],
    ['a comment to the end of a line', json.replace('{', '{ // generated\n')],
    ['a comment around it', `<!-- ${json} -->`],
    ['encoded quotes', json.replaceAll('"', '&quot;')],
    ['quotes encoded by number', json.replaceAll('"', '&#34;')],
    ['a semicolon', `${json};`],
    ['slashes and commas in texts', json.replace('Live"', 'Live","description":"// ,] /* ,} */"')],
  ])('such as %s is read', (_, text) => {
    expect(readSource(script(text))).toMatchObject({ low: 45, title: 'Harbour Lights Live' });
  });

  test.each(['{"@type":"Event",', '{"@type":"Event" "name":"x"}', "{'@type':'Event'}", 'Event'])(
    'that cannot be repaired is reported as unreadable: %s',
    (text) => {
      expect(readSource(script(text))).toEqual({
        state: 'unreadable',
        reason: 'The data of the page cannot be read.',
      });
    },
  );

  test('is reported as missing if the page has none', () => {
    expect(readSource('<title>Hello</title>')).toMatchObject({ state: 'no_event' });
    expect(readSource(script(''))).toMatchObject({ state: 'no_event' });
  });
});

test('texts of a page are whole characters', () => {
  const name = `${'x'.repeat(199)}😀 live`;
  const address = { ...place.address, addressLocality: 'Chica\ud83d' };
  const { title, city } = readSource(page(event({ name, location: { ...place, address } }))) as {
    title: string;
    city: string;
  };
  expect([title.isWellFormed(), title.length, city.isWellFormed()]).toEqual([true, 199, true]);
});
