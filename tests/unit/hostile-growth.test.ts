import { expect, test } from 'vitest';
import { decodeCharset } from '../../mail-lines/charsets.ts';
import { readMail } from '../../mail-lines/mime-tree.ts';
import { unwrap } from '../../shared/clean-text.ts';
import { CsvReader } from '../../shared/csv/reader.ts';
import { parseMailboxes } from '../../shared/mailboxes/parse-pasted.ts';
import { MASK, readMixedAddress } from '../../shared/pasted-accounts/address.ts';
import { correctAccount, parseAccounts } from '../../shared/pasted-accounts/parse-accounts.ts';
import { readPastedEvents } from '../../shared/price-monitor/read-url.ts';
import { readTicketLimit } from '../../shared/ticketing/ticket-limit.ts';
import { senderKey } from '../../sidecar/mailbox/sender-key.ts';
import { MULTIPART } from '../../sidecar/reader/read-batch.ts';
import { readWorkbook } from '../../web/kit/workbook/read-workbook.ts';
import { readLinkedEvent } from '../../worker/providers/event-page/linked-data.ts';
import { readPageParts } from '../../worker/providers/public-page/page-parts.ts';
import { parseSignupPage } from '../../worker/providers/signup-page/parse.ts';
import { xlsxOf } from '../factories/workbooks.ts';

/** Shorter times are noise of the clock, which ticks every 4 ms. */
const SHORTEST_MS = 4;

type Reader = (hostile: string) => void;

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

const readEncoding: Reader = (text) =>
  void readMail(Buffer.from(`Content-Transfer-Encoding: ${text}\r\n\r\ncode`));

const LONG = 500_000;
const run = (unit: string, start = 'x') => `${start}${unit.repeat(LONG / unit.length)}x`;

/** Each reading takes some milliseconds; one whose time grows with the square of the length takes many seconds. */
const BOUND_MS = 2_000;

test.each<[what: string, read: (text: string) => void, unit: string, start?: string]>([
  ['a value with quotes inside', unwrap, '"'],
  ['a value with blanks inside', unwrap, ' '],
  ['a value with brackets inside', unwrap, ')'],
  ['a ticket limit', readTicketLimit, '<'],
  ['a ticket limit', readTicketLimit, '-', 'limit 4 '],
  ['a ticket limit', readTicketLimit, '4 ', 'limit '],
  ['a ticket limit', readTicketLimit, 'a-', 'limit 4 '],
  ['an account that needs a correction', correctAccount, '!', 'a@b.co'],
  ['an account that needs a correction', correctAccount, '.!', 'a@b.co'],
  ['pasted accounts', parseAccounts, '@'],
  ['pasted accounts', parseAccounts, '<a@'],
  ['pasted accounts', parseAccounts, '/a@'],
  ['pasted mailboxes', (text) => parseMailboxes(text, []), 'a@'],
  ['pasted mailboxes', (text) => parseMailboxes(text, []), '--a@'],
  ['pasted addresses of events', readPastedEvents, "'"],
  ['pasted addresses of events', readPastedEvents, '>'],
  ['a sender', (text) => senderKey({ from: text }), ' '],
  ['the charset of a mail', (text) => decodeCharset(Buffer.from('code'), text, false), "'"],
  ['the encoding of a mail', readEncoding, '\t'],
  ['a sender', (text) => senderKey({ from: `${text}@x.com` }), 'a'],
  ['a sender', (text) => senderKey({ from: `a1111@${text}` }), '1'],
])('%s of 500,000 characters is read to its end', (_, read, unit, start) => {
  expect(costMs(read, run(unit, start))).toBeLessThan(BOUND_MS);
});

test('the start of a mail of blank lines is read to its end', () => {
  const read = (text: string) => void MULTIPART.test(text);
  expect(costMs(read, '\n'.repeat(20_000))).toBeLessThan(BOUND_MS);
  expect(MULTIPART.test('This is a\n \nMIME mail\n\n--b1\nContent-Type: text/plain')).toBe(true);
});

test('rows of one quoted cell each are read without a search for the delimiter in each of them', () => {
  const text = '"x"\n'.repeat(LONG);
  let rows = 0;
  const read = () => {
    rows = 0;
    const reader = new CsvReader({ onRow: () => (rows += 1), delimiter: ',' });
    reader.push(text);
    reader.end();
  };
  expect(costMs(read, '')).toBeLessThan(BOUND_MS);
  expect(rows).toBe(LONG);
});

test('a workbook of elements in elements is refused', async () => {
  const rows = [
    ['Id', 'QueueId', 'Place'],
    [{ xml: '<c>'.repeat(LONG / 5) }, 'q', '1'],
  ];
  const file = new Blob([Uint8Array.from(xlsxOf([{ name: 'A', rows }]))]);
  await expect(
    readWorkbook(file, null, { onRow: () => undefined, onIssue: () => undefined }),
  ).rejects.toThrow('nested too deep');
});

test('a value is unquoted only if it has quotes at both ends', () => {
  expect(unwrap(` "'a"b' c'" ) `)).toBe(`a"b' c`);
  expect(unwrap('"'.repeat(LONG))).toBe('');
});

test('a text that is too long for an address is masked as a whole', () => {
  const text = `${'secret:'.repeat(200)}ann@example.com`;
  expect(readMixedAddress(text)).toEqual({ address: null, masked: MASK });
});

const linkedEvent = (offers: string, more = '') =>
  readLinkedEvent(
    `<script type="application/ld+json">[{"@type":"Event","name":"x","offers":${offers}}${more}]</script>`,
    'https://www.axs.com/events/1',
  );

/** A part of the prices could be mistaken for all of them, so none is returned. */
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
  expect(costMs(read, '')).toBeLessThan(10_000);
  expect(readings[0]).toEqual(TOO_MANY);
});

test('very many nodes that share an @id are read within a bounded time', () => {
  const nodes = Array.from({ length: 10_000 }, (_, at) => `,{"@id":"#o","k${at}":1}`).join('');
  const read = () => linkedEvent('"#o"', `${nodes},{"@id":"#o","price":5},{"@id":"#o","price":6}`);
  expect(read()).toMatchObject({ prices: { '5.00': { count: 1 } } });
  expect(costMs(read, '')).toBeLessThan(10_000);
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
  expect(costMs(read, '')).toBeLessThan(10_000);
});

test.each(['url', '@id', 'mainEntityOfPage'])(
  'an event with very many addresses as its %s',
  (field) => {
    const links = JSON.stringify(Array.from({ length: 150_000 }, (_, at) => `https://a.b/${at}`));
    const source = `<script type="application/ld+json">{"@type":"Event","${field}":${links},"offers":{"price":1}}</script>`;
    const read = () => void readLinkedEvent(source, 'https://www.axs.com/events/1');
    expect(costMs(read, '')).toBeLessThan(10_000);
  },
);

test.each([
  ['radios', '<input type="radio" value="1a">'],
  ['checkboxes', '<input type="checkbox" value="1a"><b>x</b>'],
  ['radios with texts', '<input type="radio" value="1a">2027-05-15 x, y\n'],
])('one label around many %s takes little time and memory', (_, unit) => {
  const source = `<label>${unit.repeat(5_000)}${'<b>word</b>'.repeat(5_000)}</label>`;
  const read = () => void parseSignupPage(source, 'https://signup.ticketmaster.com/x');
  expect(costMs(read, '')).toBeLessThan(10_000);
  const before = process.memoryUsage().heapUsed;
  const { controls } = readPageParts(source);
  expect(controls).toHaveLength(5_000);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(30_000_000);
});

test('offers in lists that are nested thousands of times are ignored', () => {
  const nested = '['.repeat(50_000) + ']'.repeat(50_000);
  expect(linkedEvent(nested)).toMatchObject({ reason: 'The page lists no tickets.' });
});
