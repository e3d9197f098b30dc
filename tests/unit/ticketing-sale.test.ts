import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countedPresales,
  decideSaleStatus,
  describeSaleNote,
  knownInstant,
  type SaleFacts,
  type SaleWindow,
} from '../../shared/ticketing/sale.ts';
import { windowsOf } from '../../shared/ticketing/windows.ts';

const at = (text: string) => Date.parse(text);
const NOW = at('2026-11-20T12:00:00Z');
const YESTERDAY = at('2026-11-19T12:00:00Z');
const TOMORROW = at('2026-11-21T12:00:00Z');
const NEXT_WEEK = at('2026-11-27T12:00:00Z');

const window = (name: string, startsAt: number | null, endsAt: number | null): SaleWindow => ({
  name,
  startsAt,
  endsAt,
});
const openPresale = window('Artist Presale', YESTERDAY, TOMORROW);

const facts = (part: Partial<SaleFacts>): SaleFacts => ({
  code: 'onsale',
  publicStart: YESTERDAY,
  publicEnd: NEXT_WEEK,
  presales: [],
  eventEnd: NEXT_WEEK,
  ...part,
});

test.each([
  ['the public sale is open', facts({}), 'onsale'],
  ['the public sale begins this moment', facts({ publicStart: NOW }), 'onsale'],
  ['the public sale ends this moment', facts({ publicEnd: NOW }), 'offsale'],
  ['the public sale is yet to come', facts({ publicStart: TOMORROW }), 'offsale'],
  ['the public sale is over', facts({ publicEnd: YESTERDAY }), 'offsale'],
  [
    'no end is named and the show is over',
    facts({ publicEnd: null, eventEnd: YESTERDAY }),
    'offsale',
  ],
  ['no end is named and the show is ahead', facts({ publicEnd: null }), 'onsale'],
  [
    'a presale is open before the public sale',
    facts({ publicStart: TOMORROW, presales: [openPresale] }),
    'presale',
  ],
  ['a presale and the public sale are open', facts({ presales: [openPresale] }), 'onsale'],
  [
    'a presale begins this moment',
    facts({ publicStart: TOMORROW, presales: [window('Fans', NOW, TOMORROW)] }),
    'presale',
  ],
  [
    'a presale ended this moment',
    facts({ publicStart: TOMORROW, presales: [window('Fans', YESTERDAY, NOW)] }),
    'offsale',
  ],
  [
    'a presale is yet to come',
    facts({ publicStart: NEXT_WEEK, presales: [window('Fans', TOMORROW, NEXT_WEEK)] }),
    'offsale',
  ],
  [
    'a presale has no end',
    facts({ publicStart: TOMORROW, presales: [window('Fans', YESTERDAY, null)] }),
    'presale',
  ],
  [
    'a presale has no start',
    facts({ publicStart: TOMORROW, presales: [window('Fans', null, TOMORROW)] }),
    'offsale',
  ],
  ['the seller stopped the public sale early', facts({ code: 'offsale' }), 'offsale'],
  [
    'a presale is open while the seller says offsale',
    facts({ code: 'offsale', publicStart: TOMORROW, presales: [openPresale] }),
    'presale',
  ],
  [
    'the public start is unknown and the seller says onsale',
    facts({ publicStart: null }),
    'onsale',
  ],
  [
    'the public start is unknown and the seller says offsale',
    facts({ publicStart: null, code: 'offsale' }),
    'offsale',
  ],
  [
    'nothing is known',
    facts({ code: '', publicStart: null, publicEnd: null, eventEnd: null }),
    'offsale',
  ],
  ['the event is cancelled', facts({ code: 'cancelled', presales: [openPresale] }), 'offsale'],
  ['the event is canceled', facts({ code: 'canceled' }), 'offsale'],
  ['the event is rescheduled and its sale open', facts({ code: 'rescheduled' }), 'onsale'],
  [
    'the event is postponed and its sale open',
    facts({ code: 'postponed', eventEnd: null }),
    'onsale',
  ],
] as const)('when %s', (_, given, status) => {
  expect(decideSaleStatus(given, NOW)).toBe(status);
});

test('a cancelled event is never on sale, with any windows', () => {
  const instant = fc.option(fc.integer({ min: YESTERDAY, max: NEXT_WEEK }));
  fc.assert(
    fc.property(
      instant,
      instant,
      instant,
      fc.boolean(),
      (publicStart, publicEnd, eventEnd, hasPresale) => {
        const presales = hasPresale ? [openPresale] : [];
        const given = { code: 'cancelled', publicStart, publicEnd, eventEnd, presales };
        expect(decideSaleStatus(given, NOW)).toBe('offsale');
      },
    ),
  );
});

const START = at('2019-10-18T15:00:00Z');
const BEFORE = at('2019-10-15T17:00:00Z');
const END_BEFORE = at('2019-10-18T03:00:00Z');
const LATE = at('2020-03-04T04:00:00Z');

test.each([
  ['American Express® Card Member Presale', BEFORE, END_BEFORE, true],
  ['Live Nation Mobile App Presale', BEFORE, END_BEFORE, true],
  ['Presale Offers', BEFORE, END_BEFORE, true],
  ['Presale', BEFORE, END_BEFORE, true],
  ['American Express', BEFORE, END_BEFORE, true],
  ['Fan Club Presale that stays open', BEFORE, LATE, true],
  ['Artist Pre-Onsale', BEFORE, LATE, true],
  ['Official Platinum Presale', BEFORE, END_BEFORE, false],
  ['Official Platinum Onsale', START, LATE, false],
  ['Official Platinum', START, LATE, false],
  ['Resale Presale', BEFORE, END_BEFORE, false],
  ['Re-sale', BEFORE, END_BEFORE, false],
  ['American Express® Card Member Onsale', START, LATE, false],
  ['Chase On Sale', BEFORE, LATE, false],
  ['Early Onsale', BEFORE, END_BEFORE, true],
  ['American Express® Preferred Seating', START, LATE, false],
] as const)('%s: counted as a presale', (name, startsAt, endsAt, isCounted) => {
  expect(countedPresales([window(name, startsAt, endsAt)], START)).toHaveLength(isCounted ? 1 : 0);
});

test('without a public start every named presale counts, and onsale offers do not', () => {
  const windows = [window('Fans', BEFORE, LATE), window('Fan Onsale', BEFORE, LATE)];
  expect(countedPresales(windows, null).map(({ name }) => name)).toEqual(['Fans']);
});

test.each([
  ['2026-11-20T12:00:00Z', NOW],
  ['1900-01-01T18:00:00Z', null],
  ['1900-01-01', null],
  ['', null],
  ['soon', null],
  [undefined, null],
  [null, null],
])('the instant of %s', (text, instant) => {
  expect(knownInstant(text)).toBe(instant);
});

test.each([
  ['onsale', undefined, null],
  ['offsale', '2026-01-01', null],
  ['cancelled', '2026-01-01', 'Cancelled'],
  ['canceled', undefined, 'Cancelled'],
  ['postponed', undefined, 'Postponed'],
  ['postponed', '2026-09-13', 'Postponed from 2026-09-13'],
  ['rescheduled', '2026-07-31', 'Rescheduled from 2026-07-31'],
])('the note of %s with the original date %s', (code, originalDate, note) => {
  expect(describeSaleNote(code, originalDate)).toBe(note);
});

test('the windows of an event are its presales, and the general sale once its opening is known', () => {
  const presale = { name: 'Fan', opens: '2026-12-01T10:00:00Z', closes: 'N/A' };
  const facts = { sale_note: null, presale_windows: [presale] };
  const fan = { kind: 'presale', name: 'Fan', opensAt: Date.UTC(2026, 11, 1, 10), closesAt: null };
  expect(windowsOf({ ...facts, generalSaleStart: 'N/A' })).toEqual([fan]);
  const opensAt = Date.UTC(2026, 11, 4, 9);
  expect(windowsOf({ ...facts, generalSaleStart: '2026-12-04T09:00:00Z' })).toEqual([
    fan,
    { kind: 'general', name: '', opensAt, closesAt: null },
  ]);
  const note = 'Cancelled' as const;
  expect(windowsOf({ ...facts, generalSaleStart: 'N/A', sale_note: note })).toEqual([]);
});
