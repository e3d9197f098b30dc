import { expect, test } from 'vitest';
import { ANY_CODE } from '../../shared/scanners/any-code.ts';
import { artistOfTitle } from '../../shared/signup/names.ts';
import { batchOf, type RawMail } from '../../sidecar/reader/protocol.ts';
import { readBatch } from '../../sidecar/reader/read-batch.ts';
import { describeError } from '../../worker/http/log.ts';
import { readLinkedEvent } from '../../worker/providers/event-page/linked-data.ts';
import { readPageParts } from '../../worker/providers/public-page/page-parts.ts';
import { parseSignupPage } from '../../worker/providers/signup-page/parse.ts';

const KB = 1024;
const SIZES = [16 * KB, 64 * KB, 256 * KB];
/** Per step of SIZES, which is two doublings: 2.5 times per doubling. */
const MOST_GROWTH = 2.5 ** 2;
/** Other processes share caches and memory with the test: a growth beyond the limit counts only if it repeats. */
const ATTEMPTS = 4;
const REPEATS = 3;
/** Shorter times are noise of the clock, which ticks every 4 ms. */
const SHORTEST_MS = 4;

type Reader = (hostile: string) => void;

const readPart =
  (type: RawMail['parts'][0]['type'], wrap: (hostile: string) => string): Reader =>
  (hostile) => {
    const part = { type, charset: 'utf-8', encoding: '8bit', bytes: Buffer.from(wrap(hostile)) };
    const mail = { subject: 'Presale code', from: '', hasImages: false, parts: [part] };
    readBatch(batchOf(ANY_CODE, [mail]));
  };
const readHtml = (wrap: (hostile: string) => string): Reader => readPart('text/html', wrap);
const readPage =
  (wrap: (hostile: string) => string): Reader =>
  (hostile) =>
    void parseSignupPage(wrap(hostile), 'https://signup.ticketmaster.com/x');
const readPrices =
  (wrap: (hostile: string) => string): Reader =>
  (hostile) => {
    const source = `<script type="application/ld+json">${wrap(hostile)}</script>`;
    readLinkedEvent(source, 'https://www.axs.com/events/1');
  };

/** Processor time of one reading in milliseconds, measured long enough for the clock. */
function costMs(read: Reader, hostile: string): number {
  const before = process.threadCpuUsage();
  let readings = 0;
  let spent = 0;
  while (spent < 2 * SHORTEST_MS && readings < 50) {
    read(hostile);
    readings++;
    const { user, system } = process.threadCpuUsage(before);
    spent = (user + system) / 1000;
  }
  return Math.max(SHORTEST_MS, spent / readings);
}

/** How many times as much the larger text costs: the least of some measurements, or the first one below the limit. */
function growthOf(read: Reader, smaller: string, larger: string): number {
  const costs = Array.from({ length: REPEATS }, () => costMs(read, smaller));
  const before = Math.min(...costs);
  let growth = Number.POSITIVE_INFINITY;
  for (let repeat = 0; repeat < REPEATS && growth >= MOST_GROWTH; repeat++) {
    growth = Math.min(growth, costMs(read, larger) / before);
  }
  return growth;
}

const READERS: Record<string, Reader> = {
  'a style of a mail': readHtml((hostile) => `<p style="${hostile}">code AB12</p>`),
  'a class of a mail': readHtml(
    (hostile) => `<style>.a{display:none}</style><p class="${hostile}">code AB12</p>`,
  ),
  'a link of a mail': readHtml((hostile) => `<a href="https://x.example/?${hostile}">code</a>`),
  'a tag of a mail': readHtml((hostile) => `<p ${hostile}>code AB12</p>`),
  'a style sheet of a mail': readHtml((hostile) => `<style>${hostile}</style>code AB12`),
  'the body of a mail': readHtml((hostile) => `<p>${hostile}</p>`),
  'a cell of a mail': readHtml((hostile) => `<table><tr><td>${hostile}</td></tr></table>`),
  'a plain mail': readPart('text/plain', (hostile) => hostile),
  'a mail in a mail': readPart('message/rfc822', (hostile) => `Subject: ${hostile}\r\n\r\ncode`),
  'a calendar entry': readPart('text/calendar', (hostile) => `SUMMARY:${hostile}`),
  'a label of a page': readPage(
    (hostile) => `<option value="1a" aria-label="2027-05-15 ${hostile}"></option>`,
  ),
  'an option of a page': readPage(
    (hostile) => `<option value="1a">2027-05-15 x${hostile}x</option>`,
  ),
  'a data attribute of a page': readPage(
    (hostile) => `<option value="1a" data-date="${hostile}" data-venue="${hostile}">x</option>`,
  ),
  'a group of a page': readPage(
    (hostile) => `<optgroup label="${hostile}"><option value="1a">May 5, 2027 x, y</option>`,
  ),
  'a script of a page': readPage((hostile) => `<script>${hostile}</script>`),
  'JSON of a page': readPage(
    (hostile) => `<script>[{"id":"E1","date":"${hostile}","venue":"${hostile}"}]</script>`,
  ),
  'a page': readPage((hostile) => hostile),
  'a title': (hostile) => void artistOfTitle(hostile),
  'a page of prices': readPrices((hostile) => hostile),
  'elements of a page of prices': (hostile) =>
    void readLinkedEvent(
      `<div itemscope itemtype="https://schema.org/Event">${hostile}`,
      'https://www.axs.com/events/1',
    ),
  'an event of a page': readPrices((hostile) => {
    const text = JSON.stringify(hostile);
    const url = JSON.stringify(`https://www.axs.com/${hostile}`);
    const offer = `{"price":${text},"availability":${text},"name":${text}}`;
    return `{"@type":"Event","name":${text},"startDate":${text},"url":${url},"offers":${offer}}`;
  }),
  'a line of the log': (hostile) => void describeError(new Error(hostile)),
};

const MOST_TELLING: [reader: keyof typeof READERS, unit: string][] = [
  ['a style of a mail', 'font:'],
  ['a style of a mail', 'font-size:'],
  ['a style of a mail', 'display: '],
  ['a style of a mail', ' '],
  ['a style of a mail', "'"],
  ['a style of a mail', '&quot;'],
  ['a class of a mail', 'a '],
  ['a class of a mail', ' '],
  ['a link of a mail', 'a='],
  ['a link of a mail', '&code='],
  ['a tag of a mail', "a='"],
  ['a tag of a mail', 'a '],
  ['a tag of a mail', '="\''],
  ['a style sheet of a mail', '.a'],
  ['a style sheet of a mail', '.a{'],
  ['a style sheet of a mail', '.a '],
  ['the body of a mail', '<b>'],
  ['the body of a mail', '<!--'],
  ['the body of a mail', '<'],
  ['the body of a mail', '&amp;'],
  ['the body of a mail', '&'],
  ['the body of a mail', '"\''],
  ['a cell of a mail', '<td>'],
  ['a cell of a mail', '<table>'],
  ['a plain mail', ' '],
  ['a plain mail', ','],
  ['a plain mail', '-'],
  ['a plain mail', '> '],
  ['a plain mail', 'a@'],
  ['a plain mail', 'a-'],
  ['a plain mail', 'code: '],
  ['a mail in a mail', '=?utf-8?Q?'],
  ['a calendar entry', '\\n'],
  ['a label of a page', ','],
  ['a label of a page', '-'],
  ['a label of a page', '('],
  ['an option of a page', ' - '],
  ['an option of a page', '20-'],
  ['an option of a page', '20 May '],
  ['an option of a page', '()'],
  ['an option of a page', 'sold '],
  ['an option of a page', ', '],
  ['a data attribute of a page', 'May '],
  ['a data attribute of a page', ' '],
  ['a group of a page', '-'],
  ['a script of a page', ' '],
  ['a script of a page', '\n;'],
  ['a script of a page', '['],
  ['a script of a page', '{"'],
  ['a script of a page', 'JSON.parse("'],
  ['JSON of a page', '&amp;'],
  ['JSON of a page', ' '],
  ['a page', '<a '],
  ['a page', '<b>'],
  ['a page', '<label>'],
  ['a title', '-'],
  ['a title', ' '],
  ['a title', 'vf '],
  ['a page of prices', '['],
  ['a page of prices', '{"offers":'],
  ['a page of prices', '{"@id":"a"},'],
  ['a page of prices', '/*'],
  ['a page of prices', ',//'],
  ['elements of a page of prices', '<a itemscope itemprop=a>'],
  ['elements of a page of prices', '<a itemprop=a>x'],
  ['elements of a page of prices', '</a>'],
  ['elements of a page of prices', '<a></b>'],
  ['a page of prices', '"\\'],
  ['a page of prices', '&quot;'],
  ['an event of a page', '/'],
  ['an event of a page', '1.'],
  ['an event of a page', '1 - '],
  ['an event of a page', '€ '],
  ['an event of a page', '1,'],
  ['an event of a page', ' '],
  ['an event of a page', '&amp;'],
  ['a line of the log', 'eyJ'],
  ['a line of the log', 'eyJ.'],
  ['a line of the log', 'token'],
  ['a line of the log', '1 '],
];

test.each(MOST_TELLING)(
  '%s of nothing but %j costs at most 2.5 times as much per doubling',
  (name, unit) => {
    const read = READERS[name];
    if (!read) throw new Error(`no reader ${name}`);
    // A letter at both ends: a pattern that is anchored at an end must not match there at once.
    const hostile = (size: number) => `x${unit.repeat(size / unit.length)}x`;
    for (const [index, size] of SIZES.slice(1).entries()) {
      let growth = Number.POSITIVE_INFINITY;
      for (let attempt = 0; attempt < ATTEMPTS && growth >= MOST_GROWTH; attempt++) {
        growth = growthOf(read, hostile(SIZES[index] ?? size), hostile(size));
      }
      expect(growth, `growth up to ${size} characters`).toBeLessThan(MOST_GROWTH);
    }
  },
);

/** Runs beside a code, where the finder's patterns look at them; 32 kB in lines of this length. */
const runsInLines = (unit: string, length: number): string =>
  Array.from({ length: (32 * KB) / length }, (_, line) => {
    const run = unit.repeat(length / unit.length);
    return `presale code${run}QX${line}R9T\nUse code ZK${line}W8${run}x y`;
  }).join('\n');

test.each([' ', '\u00a0', '.', '. ', '😀', '😀 ', '"', ':', '-', '*'])(
  'long lines of nothing but %j beside codes cost no more than as much text in short ones',
  (unit) => {
    const read = readPart('text/plain', (hostile) => hostile);
    let growth = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < ATTEMPTS && growth >= MOST_GROWTH; attempt++) {
      growth = growthOf(read, runsInLines(unit, 128), runsInLines(unit, 1024));
    }
    expect(growth).toBeLessThan(MOST_GROWTH);
  },
);

const linkedEvent = (offers: string, more = '') =>
  readLinkedEvent(
    `<script type="application/ld+json">[{"@type":"Event","name":"x","offers":${offers}}${more}]</script>`,
    'https://www.axs.com/events/1',
  );

/** A part of the prices would pass for all of them, so none is returned. */
const TOO_MANY = { state: 'unreadable', reason: 'The data of the page has too many values.' };

test('lists of offers that refer to each other are read within a bounded time', () => {
  const listOf = (id: string) => JSON.stringify(Array.from({ length: 300 }, () => ({ '@id': id })));
  const lists = `,{"@id":"b","offers":${listOf('c')}},{"@id":"c","offers":${listOf('d')}},{"@id":"d","price":12}`;
  expect(linkedEvent(listOf('b'), lists)).toEqual(TOO_MANY);
});

const fill = (length: number, value: unknown) => Array.from({ length }, () => value);
const LONG_BLANK = ' '.repeat(800);

test.each<[page: string, offer: object, node: object]>([
  ['prices', { priceSpecification: fill(200, '#s') }, { price: fill(200, '€ 5') }],
  [
    'prices of many numbers',
    { priceSpecification: fill(200, '#s') },
    { price: fill(200, '1 x '.repeat(50)) },
  ],
  [
    'prices of the digits of another script',
    { priceSpecification: fill(200, '#s') },
    { price: fill(200, '٩'.repeat(200)) },
  ],
  [
    'currencies',
    { price: 5, priceSpecification: fill(200, '#s') },
    { priceCurrency: fill(200, LONG_BLANK) },
  ],
  ['names', { price: 5, name: fill(200, '#s') }, { name: fill(200, LONG_BLANK) }],
  ['sections', { price: 5, seatSection: fill(200, '#s') }, { name: fill(200, LONG_BLANK) }],
  ['empty lists', { price: 5, name: fill(30_000, []) }, { name: 'x' }],
  ['empty values', { price: 5, name: fill(30_000, null) }, { name: 'x' }],
  ['offers without a field', { offers: fill(1_000, '#s') }, { sku: 1 }],
])('offers that refer to the same %s are read within a bounded time', (_, offer, node) => {
  const more = [
    { '@id': '#o', ...offer },
    { '@id': '#s', ...node },
  ].map((one) => `,${JSON.stringify(one)}`);
  const readings: unknown[] = [];
  const read = () =>
    void readings.push(linkedEvent(JSON.stringify(fill(500, '#o')), more.join('')));
  expect(costMs(read, '')).toBeLessThan(1_500);
  expect(readings[0]).toEqual(TOO_MANY);
});

test('very many nodes that share an @id are read within a bounded time', () => {
  const nodes = Array.from({ length: 10_000 }, (_, at) => `,{"@id":"#o","k${at}":1}`).join('');
  const read = () => linkedEvent('"#o"', `${nodes},{"@id":"#o","price":5},{"@id":"#o","price":6}`);
  expect(read()).toMatchObject({ prices: { '5.00': { count: 1 } } });
  expect(costMs(read, '')).toBeLessThan(1_000);
});

test('10,000 offers that are written out are all read', () => {
  const offers = Array.from({ length: 10_000 }, (_, at) => ({
    '@type': 'Offer',
    name: `Block ${at}, row 17, left`,
    price: '45.50',
    priceCurrency: 'EUR',
    availability: 'https://schema.org/InStock',
    validFrom: '2026-01-01T10:00:00+01:00',
  }));
  expect(linkedEvent(JSON.stringify(offers))).toMatchObject({
    prices: { '45.50': { count: 10_000 } },
  });
});

test.each([
  ['a list that refers to itself', 8_000, (size: number) => `[${'"#",'.repeat(size)}"#"]`],
  ['a list of lists', 8_000, (size: number) => `[${'["#","#"],'.repeat(size)}"#"]`],
  ['a list of nodes', 8_000, (size: number) => `[${'{"offers":"#"},'.repeat(size)}"#"]`],
  ['a list in a node', 8_000, (size: number) => `{"offers":[${'"#",'.repeat(size)}"#"]}`],
])('%s of offers is read within a bounded time', (_, size, listOf) => {
  const read = () => linkedEvent(listOf(size), `,{"@id":"#","offers":${listOf(size)}}`);
  expect(read()).toMatchObject({ state: 'unreadable' });
  // Without a bound on the values at the deepest level, this takes half a minute.
  expect(costMs(read, '')).toBeLessThan(1_000);
});

test.each(['url', '@id', 'mainEntityOfPage'])(
  'an event with very many addresses as its %s',
  (field) => {
    const links = JSON.stringify(Array.from({ length: 150_000 }, (_, at) => `https://a.b/${at}`));
    const source = `<script type="application/ld+json">{"@type":"Event","${field}":${links},"offers":{"price":1}}</script>`;
    const read = () => void readLinkedEvent(source, 'https://www.axs.com/events/1');
    expect(costMs(read, '')).toBeLessThan(1_000);
  },
);

test.each([
  ['radios', '<input type="radio" value="1a">'],
  ['checkboxes', '<input type="checkbox" value="1a"><b>x</b>'],
  ['radios with texts', '<input type="radio" value="1a">2027-05-15 x, y\n'],
])('one label around many %s takes little time and memory', (_, unit) => {
  const source = `<label>${unit.repeat(5_000)}${'<b>word</b>'.repeat(5_000)}</label>`;
  const read = () => void parseSignupPage(source, 'https://signup.ticketmaster.com/x');
  expect(costMs(read, '')).toBeLessThan(1_000);
  const before = process.memoryUsage().heapUsed;
  const { controls } = readPageParts(source);
  expect(controls).toHaveLength(5_000);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(30_000_000);
});

test('offers in lists that are nested thousands of times are none', () => {
  const nested = '['.repeat(50_000) + ']'.repeat(50_000);
  expect(linkedEvent(nested)).toMatchObject({ reason: 'The page lists no tickets.' });
});
