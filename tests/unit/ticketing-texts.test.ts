import { expect, test } from 'vitest';
import {
  cityOf,
  describeDate,
  describeLocation,
  describeNation,
  describePresales,
  describePrice,
  formatInstant,
  type Picture,
  pickImage,
  readPrice,
  textOrNotAvailable,
  writeWindow,
} from '../../shared/ticketing/texts.ts';

test.each([
  [{ localDate: '2027-03-14', localTime: '20:30:00' }, '2027-03-14 20:30'],
  [{ localDate: '2027-03-14' }, '2027-03-14'],
  [{ localDate: '2027-03-14', localTime: '20:30:00', timeTBA: true }, '2027-03-14'],
  [{ localDate: '2027-03-14', localTime: '00:00:00', noSpecificTime: true }, '2027-03-14'],
  [{ localDate: '2027-03-14', localTime: 'evening' }, '2027-03-14'],
  [{ localDate: '2027-03-14', dateTBA: true }, 'TBA'],
  [{ dateTBD: true }, 'TBD'],
  [{}, 'N/A'],
])('the date of %j', (start, text) => {
  expect(describeDate(start)).toBe(text);
});

test.each([
  [[{ min: 126, max: 767, currency: 'USD' }], '126 - 767 USD'],
  [[{ min: 94.25, max: 745.5, currency: 'USD' }], '94.25 - 745.50 USD'],
  [[{ min: 40, max: 40, currency: 'EUR' }], '40 - 40 EUR'],
  [[{ min: 40, currency: 'EUR' }], '40 - 40 EUR'],
  [[{ max: 0, currency: 'EUR' }], '0 - 0 EUR'],
  [
    [
      { min: 40, max: 50, currency: 'EUR' },
      { min: 30, max: 45, currency: 'EUR' },
    ],
    '30 - 50 EUR',
  ],
  [
    [
      { min: 40, max: 50, currency: 'EUR' },
      { min: 1, max: 2, currency: 'USD' },
    ],
    '40 - 50 EUR',
  ],
  [[{ min: 40, max: 50 }], '40 - 50'],
  [[{ currency: 'EUR' }], 'N/A'],
  [[{ min: Number.NaN, currency: 'EUR' }], 'N/A'],
  [[], 'N/A'],
])('the price of %j', (ranges, text) => {
  expect(describePrice(ranges)).toBe(text);
});

test.each([
  ['Saint Paul', 'MN', 'Saint Paul, MN'],
  ['Praha 9', undefined, 'Praha 9'],
  [undefined, 'MN', 'MN'],
  ['  ', '', 'N/A'],
  [undefined, undefined, 'N/A'],
])('the location of %s and %s', (city, state, text) => {
  expect(describeLocation(city, state)).toBe(text);
});

test.each([
  ['US', 'US'],
  ['gb', 'GB'],
  ['GBR', 'N/A'],
  ['4', 'N/A'],
  [undefined, 'N/A'],
])('the nation of %s', (code, text) => {
  expect(describeNation(code)).toBe(text);
});

test('the presale text joins name and dates by semicolons, which no name contains', () => {
  const opens = '2026-11-20T10:00:00Z';
  const presales = [
    { name: 'Artist Presale', opens, closes: '2026-11-21T09:30:00Z' },
    { name: 'Venue; Radio: early', opens, closes: null },
  ];
  expect(describePresales(presales)).toBe(
    'Artist Presale: 2026-11-20T10:00:00Z to 2026-11-21T09:30:00Z; Venue, Radio: early: 2026-11-20T10:00:00Z to N/A',
  );
  expect(describePresales([])).toBe('N/A');
});

test('a price range contains the figures of the price text, and is null if the text is N/A', () => {
  const ranges = [
    { min: 40, max: 50.5, currency: 'EUR' },
    { min: 1, max: 900, currency: 'USD' },
  ];
  expect(readPrice(ranges)).toEqual({ min: 40, max: 50.5, currency: 'EUR' });
  expect(readPrice([{ max: 40 }])).toEqual({ min: 40, max: 40, currency: null });
  expect(readPrice([])).toBeNull();
});

test('a sale window is written with ISO instants and null for unknown ones', () => {
  const startsAt = Date.parse('2026-11-20T10:00:00Z');
  expect(writeWindow({ name: ' Fan\nclub ', startsAt, endsAt: null })).toEqual({
    name: 'Fan club',
    opens: '2026-11-20T10:00:00Z',
    closes: null,
  });
});

test.each([
  [Date.parse('2026-11-20T10:00:00.000Z'), '2026-11-20T10:00:00Z'],
  [null, 'N/A'],
])('the instant %s', (instant, text) => {
  expect(formatInstant(instant)).toBe(text);
});

test.each([
  [' There is a\n limit ', 'There is a limit'],
  ['', 'N/A'],
  [undefined, 'N/A'],
])('the text %j', (given, text) => {
  expect(textOrNotAvailable(given)).toBe(text);
});

const picture = (url: string, ratio: string, width: number, isFallback = false): Picture => ({
  url,
  ratio,
  width,
  isFallback,
});

test.each([
  [
    'the 16:9 picture of 640',
    [picture('a', '3_2', 640), picture('b', '16_9', 640), picture('c', '16_9', 1024)],
    'b',
  ],
  [
    'the next larger one',
    [picture('a', '16_9', 205), picture('b', '16_9', 2048), picture('c', '16_9', 1024)],
    'c',
  ],
  ['the largest of the small ones', [picture('a', '16_9', 100), picture('b', '16_9', 205)], 'b'],
  [
    'another shape before a generic picture',
    [picture('a', '16_9', 640, true), picture('b', '4_3', 305)],
    'b',
  ],
  ['a generic picture before none', [picture('a', '16_9', 640, true)], 'a'],
  ['nothing', [], undefined],
])('of several pictures, %s is used', (_, pictures, url) => {
  expect(pickImage(pictures)?.url).toBe(url);
});

test.each([
  ['Washington, D.C.', 'Washington, D.C.'],
  ['Washington, D.C., DC', 'Washington, D.C.'],
  ['St. Louis, MO', 'St. Louis'],
  ['Sydney, NSW', 'Sydney'],
  ['München, Bayern', 'München'],
  ['London', 'London'],
  ['N/A', 'N/A'],
])('the city of %s is %s', (location, city) => {
  expect(cityOf(location)).toBe(city);
});
