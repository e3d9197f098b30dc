import { createServer, type ServerResponse } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_PAGE_HOSTS } from '../../shared/env.ts';
import { sectionsOf } from '../../shared/price-monitor/prices.ts';
import type { Env } from '../../worker/context/env.ts';
import { readEventPage } from '../../worker/providers/event-page/index.ts';
import { readLinkedEvent } from '../../worker/providers/event-page/linked-data.ts';
import { readPriceText } from '../../worker/providers/event-page/price-text.ts';
import { createGuardedFetch } from '../../worker/security/guarded-fetch.ts';

const URL_OF_EVENT = 'https://www.axs.com/events/50917/northern-lanterns';

const page = (...data: unknown[]) =>
  data
    .map((value) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`)
    .join('<p>filler');
const event = (offers: unknown, more: object = {}) => ({
  '@context': 'https://schema.org',
  '@type': 'MusicEvent',
  name: 'Northern Lanterns',
  url: URL_OF_EVENT,
  offers,
  ...more,
});
const read = (...data: unknown[]) => {
  const reading = readLinkedEvent(page(...data), URL_OF_EVENT);
  if ('reason' in reading) throw new Error(reading.reason);
  return reading;
};
const offer = (price: unknown, more: object = {}) => ({
  '@type': 'Offer',
  price,
  priceCurrency: 'EUR',
  ...more,
});

describe('the event of a page', () => {
  it('is read with its place, date and picture', () => {
    const reading = read(
      event(offer(45.99, { availability: 'InStock', category: 'primary' }), {
        name: 'BLUE &amp; GREEN\n in Berlin ',
        startDate: '2024-05-05T15:00:00.000+02:00',
        image: ['https://pictures.example/1.jpg', 'https://pictures.example/2.jpg'],
        location: {
          '@type': 'Place',
          name: 'Stage Bluemax Theater',
          address: { '@type': 'PostalAddress', addressLocality: 'Berlin', addressCountry: 'DE' },
        },
      }),
    );
    expect(reading).toEqual({
      title: 'BLUE & GREEN in Berlin',
      venue: 'Stage Bluemax Theater',
      city: 'Berlin',
      country: 'DE',
      date: '2024-05-05 15:00',
      image: 'https://pictures.example/1.jpg',
      prices: { '45.99': { count: 1, areas: [] } },
      currency: 'EUR',
      ticketsLeft: null,
      states: { availability: true, eventStatus: false, saleStart: false },
      listed: 1,
      state: 'on_sale',
      opensAt: null,
    });
  });

  it.each<[string, unknown[]]>([
    ['an object', [event(offer(12))]],
    ['a list', [[{ '@type': 'Organization' }, event(offer(12))]]],
    ['@graph', [{ '@context': 'https://schema.org', '@graph': [event([offer('12.00')])] }]],
    ['a second script', [{ '@type': 'BreadcrumbList' }, event(offer(12))]],
    ['a full type', [event(offer(12), { '@type': 'http://schema.org/TheaterEvent' })]],
    ['several types', [event(offer(12), { '@type': ['Thing', 'schema:Festival'] })]],
    ['the entity of a page', [{ '@type': 'WebPage', mainEntity: event(offer(12)) }]],
    ['no address of its own', [event(offer(12), { url: undefined })]],
    [
      'its address with a slash and a query',
      [event(offer(12), { url: `${URL_OF_EVENT}/?lang=de` })],
    ],
    ['the other spelling', [event(offer(12), { url: URL_OF_EVENT.replace('event', 'eVent') })]],
    [
      'other events beside it',
      [event(offer(99), { url: 'https://www.axs.com/x', name: 'B' }), event(offer(12))],
    ],
    ['itself repeated', [event(offer(12)), event(undefined)]],
    [
      'offers by reference',
      [{ '@graph': [event([{ '@id': '#a' }]), { '@id': '#a', ...offer(12) }] }],
    ],
  ])('is found as %s', (_, data) => {
    expect(read(...data).prices).toEqual({ '12.00': { count: 1, areas: [] } });
  });

  it.each<[string, unknown, object]>([
    ['a number', offer(12.5), { '12.50': { count: 1, areas: [] } }],
    ['an amount in a text', offer('12,50 €'), { '12.50': { count: 1, areas: [] } }],
    [
      'a price specification',
      offer(undefined, { priceSpecification: [{ price: '12.5' }] }),
      { '12.50': { count: 1, areas: [] } },
    ],
    ['a free ticket', offer(0), { '0.00': { count: 1, areas: [] } }],
    ['a level as a number', offer(12, { inventoryLevel: 7 }), { '12.00': { count: 7, areas: [] } }],
    ['a level as a text', offer(12, { inventoryLevel: '7' }), { '12.00': { count: 7, areas: [] } }],
    [
      'a level as a quantity',
      offer(12, { inventoryLevel: { value: '7' } }),
      { '12.00': { count: 7, areas: [] } },
    ],
    ['a level of 0', offer(12, { inventoryLevel: 0 }), { '12.00': { count: 0, areas: [] } }],
    ['an area by name', offer(12, { name: 'Floor' }), { '12.00': { count: 1, areas: ['Floor'] } }],
    [
      'an area by section',
      offer(12, { itemOffered: { ticketedSeat: { seatSection: '104' } } }),
      { '12.00': { count: 1, areas: ['104'] } },
    ],
    [
      'equal prices',
      [offer(12, { name: 'A' }), offer('12', { name: 'B', inventoryLevel: 2 })],
      { '12.00': { count: 3, areas: ['A', 'B'] } },
    ],
    [
      'a range',
      { '@type': 'AggregateOffer', lowPrice: 10, highPrice: '90', offerCount: 4 },
      { '10.00': { count: 1, areas: [] }, '90.00': { count: 1, areas: [] } },
    ],
    [
      'offers inside a range',
      { '@type': 'AggregateOffer', lowPrice: 10, offers: [offer(12)] },
      { '12.00': { count: 1, areas: [] } },
    ],
    [
      'two currencies',
      [offer(12), offer(13, { priceCurrency: 'USD' })],
      { '12.00': { count: 1, areas: [] } },
    ],
  ])('has the prices of %s', (_, offers, prices) => {
    expect(read(event(offers)).prices).toEqual(prices);
  });

  it.each(['SoldOut', 'http://schema.org/SoldOut', 'https://schema.org/OutOfStock', 'sold out'])(
    'has no tickets when it is %s',
    (availability) => {
      expect(read(event(offer(12, { availability }))).prices).toEqual({
        '12.00': { count: 0, areas: [] },
      });
      expect(read(event({ availability })).prices).toEqual({});
    },
  );

  it.each(['InStock', 'https://schema.org/LimitedAvailability', 'http://schema.org/PreOrder'])(
    'has tickets when it is %s',
    (availability) => {
      expect(read(event(offer(12, { availability }))).prices['12.00']?.count).toBe(1);
    },
  );

  it('keeps the 200 lowest prices in ascending order and their full number', () => {
    const offers = Array.from({ length: 300 }, (_, index) => offer(300 - index));
    const { prices, listed } = read(event(offers));
    const keys = Object.keys(prices);
    expect([listed, keys.length, keys[0], keys.at(-1)]).toEqual([300, 200, '1.00', '200.00']);
  });

  it('keeps 500 areas and counts the others', () => {
    const offers = Array.from({ length: 800 }, (_, index) =>
      offer(index < 600 ? 20 : 30, { name: `Block ${index}` }),
    );
    const { prices } = read(event(offers));
    expect(prices['20.00']?.areas).toHaveLength(500);
    expect(prices['20.00']?.more_areas).toBe(100);
    expect(prices['30.00']).toEqual({ count: 200, areas: [], more_areas: 200 });
    const [first, second] = sectionsOf(prices);
    expect(first?.areas.at(-1)).toBe('and 100 more');
    expect(second?.areas).toEqual(['and 200 more']);
  });

  it("marks an area's name that was cut", () => {
    const { prices } = read(event(offer(20, { name: 'x'.repeat(61) })));
    expect(prices['20.00']).toEqual({ count: 1, areas: [`${'x'.repeat(59)}…`] });
  });

  it('has no prices when it is cancelled', () => {
    const eventStatus = 'https://schema.org/EventCancelled';
    expect(read(event(offer(12), { eventStatus })).prices).toEqual({});
  });

  it.each<[string, string, unknown[]]>([
    ['The page describes no event.', 'no data', []],
    ['The page describes no event.', 'another type', [{ '@type': 'Product', offers: offer(1) }]],
    ['The page lists no tickets.', 'no offers', [event(undefined)]],
    ['The page names no price.', 'an offer without a price', [event({ availability: 'InStock' })]],
    [
      'The page describes 2 events, and none of them has this address.',
      'a list of others',
      ['a', 'b'].map((name) => event(offer(1), { name, url: `https://www.axs.com/${name}` })),
    ],
  ])('is refused with "%s" for %s', (reason, _, data) => {
    expect(readLinkedEvent(page(...data), URL_OF_EVENT)).toMatchObject({ reason });
  });

  it('reads any text without a failure', () => {
    fc.assert(
      fc.property(fc.anything(), fc.string(), (offers, text) => {
        readLinkedEvent(page(event(offers)) + text, URL_OF_EVENT);
        readLinkedEvent(`<script type="application/ld+json">${text}`, URL_OF_EVENT);
      }),
    );
  });
});

it.each([
  ['45.99', 45.99],
  ['1,234.50', 1234.5],
  ['1.234,50', 1234.5],
  ['1,234', 1234],
  ['€ 45', 45],
  ["1'200.00 CHF", 1200],
  ['1 200,5', 1200.5],
  ['45 - 90', 45],
  ['free', 0],
  ['sold', undefined],
])('reads the price %j as %j', (given, price) => {
  const read = readPriceText(given, { currency: null, language: null });
  expect(read !== null && 'amounts' in read ? read.amounts[0] : undefined).toBe(price);
});

describe('reading a page', () => {
  const html = page(event(offer(12)));
  const pages: Record<string, (response: ServerResponse) => void> = {
    '/events/good': (response) => void response.end(html),
    '/events/silent': () => undefined,
    '/events/endless': (response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        response.once('drain', write);
      };
      write();
    },
    '/events/large': (response) => void response.end(html + ' '.repeat(10 * 1024 * 1024)),
    '/events/moved': (response) => void response.writeHead(302, { location: '/events/good' }).end(),
    '/events/away': (response) =>
      void response.writeHead(302, { location: 'https://www.eventim.de/' }).end(),
    '/events/refused': (response) => void response.writeHead(403).end(),
    '/events/challenge': (response) =>
      void response.writeHead(403, { 'cf-mitigated': 'challenge' }).end(),
    '/events/busy': (response) => void response.writeHead(429, { 'retry-after': '90' }).end(),
    '/events/broken': (response) => void response.writeHead(500).end(),
    '/events/picture': (response) =>
      void response.writeHead(200, { 'content-type': 'image/png' }).end('x'),
  };
  const inBytes = (encoding: BufferEncoding, meta: string, text = 'Théâtre Élysée') =>
    Buffer.from(`${meta}${page(event(offer(12), { name: text }))}`, encoding);
  const serve =
    (body: Buffer, type = 'text/html') =>
    (response: ServerResponse) =>
      void response.writeHead(200, { 'content-type': type }).end(body);
  const mark = (...bytes: number[]) => Buffer.from(bytes);
  const encodings: Record<string, (response: ServerResponse) => void> = {
    'a meta element': serve(inBytes('latin1', '<meta charset="iso-8859-1">')),
    'a meta element with http-equiv': serve(
      inBytes(
        'latin1',
        '<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">',
      ),
    ),
    'an XML declaration': serve(inBytes('latin1', '<?xml version="1.0" encoding="ISO-8859-15"?>')),
    'the header, not the meta element': serve(
      inBytes('utf8', '<meta charset="iso-8859-1">'),
      'text/html; charset=utf-8',
    ),
    'the header in Latin 1': serve(inBytes('latin1', ''), 'text/html; charset="ISO-8859-1"'),
    'a byte order mark, not the header': serve(
      Buffer.concat([mark(0xef, 0xbb, 0xbf), inBytes('utf8', '')]),
      'text/html; charset=iso-8859-1',
    ),
    'a byte order mark of UTF-16': serve(Buffer.concat([mark(0xff, 0xfe), inBytes('utf16le', '')])),
    'a meta element that is wrong about UTF-16': serve(inBytes('utf8', '<meta charset=utf-16>')),
    'an unknown name': serve(inBytes('utf8', '<meta charset="x-unknown">')),
    'a comment, which does not count': serve(inBytes('utf8', '<!-- <meta charset="latin1"> -->')),
    'a meta element too far down': serve(
      inBytes('utf8', `${' '.repeat(1_024)}<meta charset="latin1">`),
    ),
    nothing: serve(inBytes('utf8', '')),
  };
  for (const [index, respond] of Object.values(encodings).entries())
    pages[`/events/encoded-${index}`] = respond;
  const checks = [
    '<title>Just a moment...</title><h1>Verify you are human</h1>',
    '<title>Pardon Our Interruption</title>',
    '<h1>Please confirm: are you a robot?</h1>',
    '<script src="https://ct.captcha-delivery.com/c.js"></script>',
  ];
  for (const [index, check] of checks.entries())
    pages[`/events/check-${index}`] = serve(Buffer.from(check));
  pages['/events/concert'] = serve(Buffer.from(`<title>Just a moment of music</title>${html}`));
  const server = createServer((request, response) => {
    const serve = pages[request.url ?? ''];
    if (serve) serve(response);
    else response.writeHead(404).end();
  });
  let readPage: (path: string, timeoutMs?: number) => ReturnType<typeof readEventPage>;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    // The reader uses these variables only.
    const env = { PROVIDERS: 'live', PAGE_HOSTS: [...DEFAULT_PAGE_HOSTS, host] } as Env;
    const ctx = { env, fetch: createGuardedFetch({}), clock: Date.now };
    readPage = (path, timeoutMs) => readEventPage(ctx, `http://${host}/events/${path}`, timeoutMs);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('follows a redirect within the site', async () => {
    expect((await readPage('moved')).prices).toEqual({ '12.00': { count: 1, areas: [] } });
  });

  it.each(Object.keys(encodings).map((name, index) => [name, index]))(
    'decodes a page by %s',
    async (_, index) => {
      expect((await readPage(`encoded-${index}`)).title).toBe('Théâtre Élysée');
    },
  );

  it.each(checks.map((_, index) => index))('is refused by a bot check (%d)', async (index) => {
    await expect(readPage(`check-${index}`)).rejects.toMatchObject({
      fault: 'refused',
      status: 200,
      message: expect.stringContaining('asks whether the reader is human'),
    });
  });

  it('reads a page whose title resembles such a check', async () => {
    expect((await readPage('concert')).title).toBe('Northern Lanterns');
  });

  it.each([
    ['silent', 'too_slow', 'did not send its page in time'],
    ['endless', 'too_large', 'is too large'],
    ['large', 'too_large', 'is too large'],
    ['away', 'redirected', 'redirects away from this page'],
    ['refused', 'refused', 'does not let programs read this page (status 403)'],
    ['busy', 'refused', 'does not let programs read this page (status 429)'],
    ['challenge', 'refused', 'asks whether the reader is human'],
    ['broken', 'failed', 'answered with status 500'],
    ['missing', 'missing', 'has no page at this address'],
    ['picture', 'not_a_page', 'sent something other than a web page'],
  ])('fails at %s as %s', async (path, fault, message) => {
    const reading = readPage(path, path === 'silent' ? 200 : undefined);
    await expect(reading).rejects.toMatchObject({
      fault,
      message: expect.stringContaining(message),
      ...(path === 'busy' && { retryAfterSeconds: 90 }),
    });
  });
});
