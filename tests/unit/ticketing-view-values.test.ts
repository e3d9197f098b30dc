import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describeStub,
  formatEventDate,
  formatInstant,
  readLocalDate,
  stubParts,
} from '../../shared/ticketing/view/dates.ts';
import { readQuota } from '../../shared/ticketing/view/quota.ts';
import { safeLink, unwrapEvent, unwrapValue } from '../../shared/ticketing/view/values.ts';
import { zoneName } from '../../shared/zone-name.ts';
import {
  addTerm,
  readHistory,
  removeTerm,
} from '../../web/features/ticketing/search/search-history.ts';
import { ticketingEvent } from './ticketing-view-event.ts';

describe('values wrapped in quotes', () => {
  it.each([
    ['"Movistar Arena"', 'Movistar Arena'],
    ['  "N/A" ', 'N/A'],
    ['"Weird Al" Yankovic', '"Weird Al" Yankovic'],
    ['"A" and "B"', '"A" and "B"'],
    ['"The ""O"" hall"', 'The "O" hall'],
    ['"', '"'],
    ['""', ''],
    ['plain', 'plain'],
  ])('%s is read as %s', (value, expected) => {
    expect(unwrapValue(value)).toBe(expected);
  });

  it('are unwrapped in every text field of an event, and the country code is upper case', () => {
    const event = unwrapEvent(ticketingEvent({ venue: '"Hall"', nation: '"es"', presaleCount: 3 }));
    expect(event).toMatchObject({ venue: 'Hall', nation: 'ES', presaleCount: 3, sale_note: null });
  });
});

describe('links', () => {
  it.each([
    ['https://tickets.example/1', 'https://tickets.example/1'],
    ['http://tickets.example/1', 'http://tickets.example/1'],
    ['javascript:alert(1)', null],
    [' javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['//tickets.example', null],
    ['https://', null],
    ['N/A', null],
  ])('%s', (address, expected) => {
    expect(safeLink(address)).toBe(expected);
  });
});

describe('dates', () => {
  it.each([
    ['2027-03-14 20:00', '14/03/2027 20:00'],
    ['2027-03-04', '04/03/2027'],
    ['N/A', 'N/A'],
    ['2027-02-30', '2027-02-30'],
  ])('the local date %s is shown as %s', (text, expected) => {
    expect(formatEventDate(text)).toBe(expected);
  });

  it('an instant is shown in the given time zone', () => {
    expect(formatInstant('2026-11-20T23:30:00Z', 'UTC')).toBe('20/11/2026 23:30');
    expect(formatInstant('2026-11-20T23:30:00Z', 'Europe/Paris')).toBe('21/11/2026 00:30');
  });

  it('the name of a time zone follows its summer time', () => {
    expect(zoneName('2026-11-20T23:30:00Z', 'Europe/Paris')).toBe('CET');
    expect(zoneName('2026-07-20T23:30:00Z', 'Europe/Paris')).toBe('CEST');
    expect(zoneName('2026-11-20T23:30:00Z', 'UTC')).toBe('UTC');
  });

  it.each(['N/A', 'TBA', '2026-99-99T10:00:00Z'])(
    '%s is not an instant and stays unchanged',
    (text) => {
      expect(formatInstant(text, 'UTC')).toBe(text);
    },
  );

  it('the stub of a ticket shows month, day, weekday and year', () => {
    const date = readLocalDate('2027-03-14 20:00');
    expect(date && stubParts(date)).toEqual({
      month: 'Mar',
      day: '14',
      weekday: 'Sun',
      year: '’27',
    });
  });
});

it.each([
  [
    '2027-03-14 20:00',
    { month: 'Mar', day: '14', weekday: 'Sun ’27', dateTime: '2027-03-14T20:00', time: '20:00' },
  ],
  [
    '2027-03-14',
    { month: 'Mar', day: '14', weekday: 'Sun ’27', dateTime: '2027-03-14', time: null },
  ],
  ['TBA', { note: 'TBA' }],
  ['N/A', { note: 'Date not published' }],
])('the stub of an event of %s shows %o', (text, stub) => {
  expect(describeStub(text)).toEqual(stub);
});

describe('the search history', () => {
  it('keeps ten terms, newest first', () => {
    const terms = Array.from({ length: 12 }, (_, index) => `Artist ${index}`);
    const history = terms.reduce<string[]>(addTerm, []);
    expect(history).toHaveLength(10);
    expect(history[0]).toBe('Artist 11');
    expect(history.at(-1)).toBe('Artist 2');
  });

  it('keeps a term once in any letter case, in the newest spelling', () => {
    expect(addTerm(['Muse', 'ROSALÍA', 'Björk'], '  rosalía ')).toEqual([
      'rosalía',
      'Muse',
      'Björk',
    ]);
    expect(removeTerm(['Muse', 'Björk'], 'BJÖRK')).toEqual(['Muse']);
  });

  it('ignores blank terms', () => {
    expect(addTerm(['Muse'], '   ')).toEqual(['Muse']);
  });

  it.each([
    [null, []],
    ['Muse', []],
    [{ a: 1 }, []],
    [
      ['Muse', 7, 'muse', 'Blur', ''],
      ['Muse', 'Blur'],
    ],
  ])('reads what is stored: %j', (stored, expected) => {
    expect(readHistory(stored)).toEqual(expected);
  });

  it('never contains more than ten terms, blanks or the same term twice', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 3 }), { maxLength: 40 }), (terms) => {
        const history = terms.reduce<string[]>(addTerm, []);
        expect(history.length).toBeLessThanOrEqual(10);
        expect(new Set(history.map((term) => term.toLowerCase())).size).toBe(history.length);
        expect(history).not.toContain('');
        expect(readHistory(history)).toEqual(history);
      }),
    );
  });
});

describe('the quota header', () => {
  it.each([
    [null, null],
    ['', null],
    ['limit=5000', null],
    ['available=12', { available: 12, limit: null, resets: null }],
    [
      'available=4990, limit=5000, resets=2026-11-21T00:00:00Z',
      { available: 4990, limit: 5000, resets: '2026-11-21T00:00:00Z' },
    ],
  ])('%s', (header, expected) => {
    expect(readQuota(header)).toEqual(expected);
  });
});
