import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ticketingEvent } from '../../shared/ticketing/schema.ts';
import { mapEvent } from '../../worker/providers/ticketmaster/map-event.ts';
import { readRawEvent } from '../../worker/providers/ticketmaster/raw-event.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

const KEYS = [
  'id',
  'name',
  'url',
  'images',
  'sales',
  'public',
  'presales',
  'startDateTime',
  'endDateTime',
  'startTBD',
  'dates',
  'start',
  'localDate',
  'localTime',
  'dateTime',
  'dateTBA',
  'status',
  'code',
  'promoter',
  'promoters',
  'priceRanges',
  'min',
  'max',
  'currency',
  'seatmap',
  'staticUrl',
  'ticketLimit',
  'info',
  '_embedded',
  'venues',
  'city',
  'state',
  'stateCode',
  'country',
  'countryCode',
  'attractions',
  'initialStartDate',
  'ratio',
  'width',
  'fallback',
];

/** Any JSON, built from the provider's own field names. */
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.constantFrom(null, true, 0, -1, 45.5, '', 'x', '2027-03-14', '2026-11-20T10:00:00Z', 'EUR'),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('json'), { maxKeys: 8 }),
  ),
}));

test('an event in any shape is read into a valid event, as long as it has an id', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...KEYS), json, { maxKeys: 20 }), (entry) => {
      const raw = readRawEvent({ ...entry, id: 'E1' });
      if (raw === null) throw new Error('not read');
      z.strictObject(ticketingEvent.shape).parse(mapEvent(raw, { now: NOW }));
    }),
  );
});

test.each([[null], [[]], ['E1'], [{}], [{ id: '' }], [{ id: 7 }]])(
  '%j is not an event',
  (entry) => {
    expect(readRawEvent(entry)).toBeNull();
  },
);

test('price and presales are written as a text and as values that match', () => {
  const raw = readRawEvent({
    id: 'E1',
    priceRanges: [{ min: 45, max: 45, currency: 'EUR' }],
    sales: {
      public: { startDateTime: '2026-11-25T10:00:00Z' },
      presales: [{ name: 'Fan: club', startDateTime: '2026-11-19T10:00:00Z' }],
    },
  });
  expect(raw && mapEvent(raw, { now: NOW })).toMatchObject({
    price: '45 - 45 EUR',
    price_range: { min: 45, max: 45, currency: 'EUR' },
    status: 'presale',
    presaleCount: 1,
    presales: 'Fan: club: 2026-11-19T10:00:00Z to N/A',
    presale_windows: [{ name: 'Fan: club', opens: '2026-11-19T10:00:00Z', closes: null }],
  });
});
