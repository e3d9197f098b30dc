import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextOpenings, openingsOf } from '../../shared/dashboard/openings.ts';
import type { Opening } from '../../shared/dashboard/schema.ts';
import { ticketingEvent } from './ticketing-view-event.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const inHours = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();

const opening = (part: Partial<Opening>): Opening => ({
  event_id: 'one',
  artist: 'Northern Lanterns',
  kind: 'presale',
  name: 'Artist presale',
  opens: inHours(1),
  date: '2027-03-18 20:00',
  venue: 'Velodrome',
  location: 'Lyon',
  nation: 'FR',
  url: 'https://tickets.example/one',
  ...part,
});

describe('the openings of events', () => {
  test('are the presales and the public sale that are still ahead, earliest first', () => {
    const event = ticketingEvent({
      presale_windows: [
        { name: 'Fan club', opens: inHours(5), closes: null },
        { name: 'Over', opens: inHours(-1), closes: inHours(3) },
        { name: 'Unknown', opens: null, closes: null },
      ],
      generalSaleStart: inHours(2),
    });
    const openings = openingsOf([event], NOW);
    expect(openings.map(({ kind, name, opens }) => ({ kind, name, opens }))).toEqual([
      { kind: 'onsale', name: '', opens: inHours(2) },
      { kind: 'presale', name: 'Fan club', opens: inHours(5) },
    ]);
    expect(openings[0]).toMatchObject({ event_id: 'E1', venue: 'Movistar Arena', nation: 'ES' });
  });

  test('omit cancelled events and public sales without a date', () => {
    const cancelled = ticketingEvent({ sale_note: 'Cancelled', generalSaleStart: inHours(2) });
    const undated = ticketingEvent({ generalSaleStart: 'N/A' });
    expect(openingsOf([cancelled, undated], NOW)).toEqual([]);
  });

  test('are at most 200 of one search', () => {
    const events = Array.from({ length: 300 }, (_, index) =>
      ticketingEvent({ id: `E${index}`, generalSaleStart: inHours(300 - index) }),
    );
    const found = openingsOf(events, NOW);
    expect(found).toHaveLength(200);
    expect(found[0]?.opens).toBe(inHours(1));
  });
});

describe('the next openings', () => {
  test('are those of the next 48 hours, to the minute', () => {
    const opens = [-1, 0, 0.01, 47.99, 48, 48.01].map(inHours);
    const searched = opens.map((time) => opening({ opens: time }));
    const shown = nextOpenings({ monitored: [], listed: [], searched }, NOW).openings.map(
      (one) => one.opens,
    );
    expect(shown).toEqual([inHours(0.01), inHours(47.99), inHours(48)]);
  });

  test('list an opening once, as monitored, if both sources have it, whatever the form of its time', () => {
    // Searches store the times of the provider, which have no milliseconds.
    const opens = inHours(1).replace('.000Z', 'Z');
    const sources = {
      monitored: [opening({})],
      listed: [
        opening({}),
        opening({ kind: 'onsale' }),
        opening({ event_id: 'E9', opens: inHours(30) }),
      ],
      searched: [opening({ opens }), opening({ kind: 'onsale', opens })],
    };
    expect(nextOpenings(sources, NOW).openings.map(({ kind, source }) => [kind, source])).toEqual([
      ['presale', 'monitored'],
      ['onsale', 'searched'],
      ['presale', 'listed'],
    ]);
  });

  test('of catalogues leave room for those of artists that are watched or were searched', () => {
    const listed = Array.from({ length: 200 }, (_, index) =>
      opening({ event_id: `L${index}`, artist: `A${index}`, opens: inHours(1 + index / 100) }),
    );
    const monitored = [opening({ event_id: 'M', opens: inHours(40) })];
    const next = nextOpenings({ monitored, listed, searched: [] }, NOW);
    const { openings } = next;
    expect([openings.length, openings.at(-1)?.event_id, next.has_more]).toEqual([100, 'M', true]);
    const few = nextOpenings({ monitored, listed: listed.slice(0, 99), searched: [] }, NOW);
    expect([few.openings.length, few.has_more]).toEqual([100, false]);
  });

  test('fill their free rows with later sales, the earliest first', () => {
    const opens = [1, 2, 49, 50, 51, 52].map(inHours);
    const searched = opens.map((time) => opening({ opens: time })).reverse();
    const { openings, later } = nextOpenings({ monitored: [], listed: [], searched }, NOW);
    expect(openings.map((one) => one.opens)).toEqual(opens.slice(0, 2));
    expect(later.map((one) => one.opens)).toEqual(opens.slice(2, 5));
  });

  test('are one entry for the events of an artist whose sales open at the same time', () => {
    const searched = ['one', 'two', 'three'].map((event_id) => opening({ event_id }));
    const later = opening({ event_id: 'four', opens: inHours(2) });
    const monitored = [opening({ event_id: 'five', opens: inHours(1).replace('.000Z', 'Z') })];
    const mixed = nextOpenings({ monitored, listed: [], searched }, NOW).openings;
    expect(mixed.map(({ event_id, events }) => [event_id, events])).toEqual([['five', 4]]);
    const shown = nextOpenings({ monitored: [], listed: [], searched: [...searched, later] }, NOW);
    expect(shown.openings.map(({ event_id, events }) => [event_id, events])).toEqual([
      ['one', 3],
      ['four', 1],
    ]);
  });

  test('are ordered by time, count no event twice and are at most 100', () => {
    const some = fc.array(
      fc.record({ id: fc.nat(40), hours: fc.integer({ min: -10, max: 60 }), artist: fc.nat(3) }),
      { maxLength: 200 },
    );
    fc.assert(
      fc.property(some, some, (a, b) => {
        const [monitored = [], searched = []] = [a, b].map((list) =>
          list.map(({ id, hours, artist }) =>
            opening({ event_id: String(id), opens: inHours(hours), artist: String(artist) }),
          ),
        );
        const { openings: shown, later } = nextOpenings({ monitored, searched, listed: [] }, NOW);
        const times = shown.map(({ opens }) => Date.parse(opens));
        expect(times).toEqual(times.toSorted((x, y) => x - y));
        const wanted = new Set(
          [...monitored, ...searched]
            .filter(({ opens }) => opens > inHours(0) && opens <= inHours(48))
            .map(({ event_id, opens }) => `${event_id} ${opens}`),
        );
        const counted = shown.reduce((sum, { events }) => sum + events, 0);
        expect(shown.length).toBeLessThanOrEqual(100);
        expect(counted).toBeLessThanOrEqual(wanted.size);
        if (shown.length < 100) expect(counted).toBe(wanted.size);
        expect(later.every(({ opens }) => opens > inHours(48))).toBe(true);
        expect(later.length).toBeLessThanOrEqual(Math.max(0, 5 - shown.length));
      }),
    );
  });
});
