import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SORT_FIELDS } from '../../shared/ticketing/constants.ts';
import type { TicketingEvent } from '../../shared/ticketing/schema.ts';
import { countryName } from '../../shared/ticketing/view/countries.ts';
import {
  changeLabel,
  countCountries,
  countPublishedCountries,
  countStates,
  countVenues,
  filterEvents,
  isCancelled,
  NO_FILTERS,
  saleStateOf,
  sortEvents,
} from '../../shared/ticketing/view/events.ts';
import { ticketingEvent } from './ticketing-view-event.ts';

const ids = (events: TicketingEvent[]) => events.map(({ id }) => id).join(' ');

const events = [
  ticketingEvent({
    id: 'a',
    date: '2027-03-15 20:00',
    venue: 'Zénith',
    presaleCount: 2,
    nation: 'FR',
    location: 'Paris',
  }),
  ticketingEvent({
    id: 'b',
    date: 'N/A',
    venue: 'arena 10',
    presaleCount: 0,
    nation: 'ES',
    status: 'offsale',
  }),
  ticketingEvent({
    id: 'c',
    date: '2027-03-15',
    venue: 'Arena 9',
    presaleCount: 2,
    nation: 'N/A',
    location: 'N/A',
    status: 'presale',
  }),
  ticketingEvent({
    id: 'd',
    date: '2027-03-15 20:00',
    venue: 'N/A',
    presaleCount: 5,
    nation: 'ES',
    location: 'Ávila',
  }),
  ticketingEvent({
    id: 'e',
    date: '2026-12-31 23:30',
    venue: 'Élysée',
    presaleCount: 0,
    nation: 'DE',
    location: 'Berlin',
  }),
];

describe('sorting events', () => {
  it.each([
    ['date', 'asc', 'e c a d b'],
    ['date', 'desc', 'a d c e b'],
    ['venue', 'asc', 'c b e a d'],
    ['venue', 'desc', 'a e b c d'],
    ['location', 'asc', 'd e b a c'],
    ['location', 'desc', 'a b e d c'],
    ['presales', 'asc', 'b e a c d'],
    ['presales', 'desc', 'd a c b e'],
  ] as const)(
    'by %s %s puts unpublished values last and keeps the order of equal ones',
    (field, order, expected) => {
      expect(ids(sortEvents(events, field, order))).toBe(expected);
    },
  );

  const anyEvents = fc
    .array(
      fc.record({
        date: fc.constantFrom('N/A', '2027-01-01', '2027-01-01 19:00', '2026-05-05', 'soon'),
        venue: fc.constantFrom('N/A', 'Arena', 'Bühne', 'arena', ''),
        location: fc.constantFrom('N/A', 'Oslo', 'Århus'),
        presaleCount: fc.nat(3),
      }),
      { maxLength: 60 },
    )
    .map((changes) =>
      changes.map((change, index) => ticketingEvent({ ...change, id: String(index) })),
    );

  it('loses, adds and changes nothing, and does not change its input', () => {
    fc.assert(
      fc.property(
        anyEvents,
        fc.constantFrom(...SORT_FIELDS),
        fc.constantFrom('asc', 'desc'),
        (given, field, order) => {
          const before = ids(given);
          const sorted = sortEvents(given, field, order);
          expect(new Set(sorted)).toEqual(new Set(given));
          expect(sorted).toHaveLength(given.length);
          expect(ids(given)).toBe(before);
        },
      ),
    );
  });

  it('is stable: sorting twice the same way changes nothing', () => {
    fc.assert(
      fc.property(
        anyEvents,
        fc.constantFrom(...SORT_FIELDS),
        fc.constantFrom('asc', 'desc'),
        (given, field, order) => {
          const once = sortEvents(given, field, order);
          expect(ids(sortEvents(once, field, order))).toBe(ids(once));
        },
      ),
    );
  });
});

describe('filtering events', () => {
  it('shows all events while nothing is chosen', () => {
    expect(filterEvents(events, NO_FILTERS)).toEqual(events);
  });

  it.each([
    ['onsale', [], 'a d e'],
    ['offsale', [], 'b'],
    [null, ['ES', 'DE'], 'b d e'],
    [null, ['N/A'], 'c'],
    ['onsale', ['ES'], 'd'],
    ['presale', ['ES'], ''],
  ] as const)('by status %s and countries %j', (status, countries, expected) => {
    expect(ids(filterEvents(events, { ...NO_FILTERS, status, countries }))).toBe(expected);
  });

  it.each([
    [{ text: 'zenith' }, 'a'],
    [{ text: ' AVILA ' }, 'd'],
    [{ text: 'germany' }, 'e'],
    [{ text: 'nowhere' }, ''],
    [{ from: '2027-03-15' }, 'a c d'],
    [{ to: '2026-12-31' }, 'e'],
    [{ from: '2027-01-01', to: '2027-03-14' }, ''],
    [{ text: 'arena', from: '2027-03-15', to: '2027-03-15' }, 'c'],
  ])('by text and dates: %j', (filter, expected) => {
    expect(ids(filterEvents(events, { ...NO_FILTERS, ...filter }))).toBe(expected);
  });

  it.each([
    ['', 'cheap expensive free'],
    ['58', 'cheap'],
    ['58,50', 'cheap'],
    ['57.99', ''],
    ['100', 'cheap expensive'],
    ['about 50', 'cheap expensive free'],
  ])('by a highest price of %j, without events that have no price', (maxPrice, expected) => {
    const priced = [
      ticketingEvent({ id: 'cheap', price_range: { min: 58, max: 142, currency: 'EUR' } }),
      ticketingEvent({ id: 'expensive', price_range: { min: 100, max: 100, currency: null } }),
      ticketingEvent({ id: 'free', price_range: null }),
    ];
    expect(ids(filterEvents(priced, { ...NO_FILTERS, maxPrice }))).toBe(expected);
  });

  it('counts countries by name, the unpublished one last', () => {
    expect(countCountries(events)).toEqual([
      { nation: 'FR', name: 'France', count: 1 },
      { nation: 'DE', name: 'Germany', count: 1 },
      { nation: 'ES', name: 'Spain', count: 2 },
      { nation: 'N/A', name: 'N/A', count: 1 },
    ]);
    expect(countPublishedCountries(events)).toBe(3);
    expect(countStates(events)).toEqual({
      onsale: 3,
      presale: 1,
      offsale: 1,
      rescheduled: 0,
      postponed: 0,
      cancelled: 0,
    });
  });

  it.each([
    ['offsale', null, 'offsale'],
    ['offsale', 'Cancelled', 'cancelled'],
    ['offsale', 'Canceled', 'cancelled'],
    ['onsale', 'Postponed from 2026-09-13', 'postponed'],
    ['presale', 'Postponed', 'postponed'],
    ['onsale', 'Rescheduled from 2026-07-31', 'rescheduled'],
  ] as const)('an event that is %s with the note %s counts as %s', (status, sale_note, state) => {
    const event = ticketingEvent({ status, sale_note });
    expect(saleStateOf(event)).toBe(state);
    expect(countStates([event])[state]).toBe(1);
    expect(filterEvents([event], { ...NO_FILTERS, status: state })).toEqual([event]);
    // A changed event keeps its status.
    expect(countStates([event])[status]).toBe(1);
    expect(filterEvents([event], { ...NO_FILTERS, status })).toEqual([event]);
  });
});

it('filters by venue, and counts venues by name', () => {
  const halls = ['O2', 'Accor Arena', 'O2'].map((venue, index) =>
    ticketingEvent({ id: `E${index}`, venue }),
  );
  expect(filterEvents(halls, { ...NO_FILTERS, venues: ['O2'] }).map(({ id }) => id)).toEqual([
    'E0',
    'E2',
  ]);
  expect(countVenues(halls)).toEqual([
    { venue: 'Accor Arena', count: 1 },
    { venue: 'O2', count: 2 },
  ]);
});

it('shows how an event was changed, and which events do not take place', () => {
  const notes = ['Cancelled', null, 'Postponed', 'Canceled', 'Rescheduled from 2026-07-31'];
  const events = notes.map((sale_note) => ticketingEvent({ sale_note }));
  expect(events.map(isCancelled)).toEqual([true, false, false, true, false]);
  expect(events.map(changeLabel)).toEqual([
    'Cancelled',
    null,
    'Postponed',
    'Cancelled',
    'Rescheduled',
  ]);
});

describe('countries', () => {
  it.each([
    ['GB', 'United Kingdom'],
    ['us', 'United States'],
    ['XX', 'XX'],
    ['N/A', 'N/A'],
  ])('%s reads as %s', (code, name) => {
    expect(countryName(code)).toBe(name);
  });
});
