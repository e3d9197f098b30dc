import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ticketingEvent } from '../../shared/ticketing/schema.ts';
import {
  readEventsByIds,
  readEventsOfArtist,
  searchArtists,
} from '../../worker/providers/ticketmaster/index.ts';
import { mapEvent } from '../../worker/providers/ticketmaster/map-event.ts';
import { readRawEvent } from '../../worker/providers/ticketmaster/raw-event.ts';
import { clientOf, startScript } from './ticketing-clients.ts';
import { hasRecordings, listAt, RECORDINGS, readRecording } from './ticketing-recorded.ts';

let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  stop = undefined;
});

async function serve(...bodies: unknown[]) {
  const server = await startScript(bodies.map((body) => ({ status: 200, body })));
  stop = server.stop;
  return server;
}

function mapped(name: string, now: string, entry = readRecording(`extracted/${name}.json`)) {
  const raw = readRawEvent(entry);
  if (raw === null) throw new Error(`${name} is no event`);
  return mapEvent(raw, { now: Date.parse(now) });
}

describe.skipIf(!hasRecordings)(`recorded answers${RECORDINGS}`, () => {
  test('an event with eight listed presales keeps the five that are presales', () => {
    const event = mapped('event-US-8-presales-with-url-description', '2019-10-30T00:00:00Z');
    expect(event).toEqual({
      id: 'vv1AkZAq8GkezVfHD',
      artist: 'Eagles',
      date: '2020-04-03 20:00',
      timezone: 'America/Chicago',
      venue: 'Xcel Energy Center',
      location: 'Saint Paul, MN',
      nation: 'US',
      status: 'presale',
      sale_note: null,
      price: '126 - 767 USD',
      price_range: { min: 126, max: 767, currency: 'USD' },
      presaleCount: 5,
      presales: [
        'American Express® Card Member Presale: 2019-10-28T15:00:00Z to 2019-11-01T03:00:00Z',
        'Live Nation Mobile App Presale: 2019-10-31T15:00:00Z to 2019-11-01T03:00:00Z',
        'Live Nation Presale: 2019-10-31T15:00:00Z to 2019-11-01T03:00:00Z',
        'Venue Presale: 2019-10-31T15:00:00Z to 2019-11-01T03:00:00Z',
        'Radio Presale: 2019-10-31T15:00:00Z to 2019-11-01T03:00:00Z',
      ].join('; '),
      presale_windows: [
        {
          name: 'American Express® Card Member Presale',
          opens: '2019-10-28T15:00:00Z',
          closes: '2019-11-01T03:00:00Z',
        },
        ...['Live Nation Mobile App', 'Live Nation', 'Venue', 'Radio'].map((name) => ({
          name: `${name} Presale`,
          opens: '2019-10-31T15:00:00Z',
          closes: '2019-11-01T03:00:00Z',
        })),
      ],
      generalSaleStart: '2019-11-01T15:00:00Z',
      ticketLimit: 'There is an overall 8 ticket limit for this event.',
      promoter: 'LIVE NATION MUSIC',
      manifestLink:
        'https://maps.ticketmaster.com/maps/geometry/3/event/06005750B8D14F3B/staticImage?type=png&systemId=HOST',
      eventLink:
        'https://www.ticketmaster.com/eagles-saint-paul-minnesota-04-03-2020/event/06005750B8D14F3B',
      manifest: 'N/A',
      image:
        'https://s1.ticketm.net/dam/a/c40/e0f4dedd-b435-4b8b-8fd0-e73e47e93c40_851341_RETINA_PORTRAIT_16_9.jpg',
    });
  });

  test('the same event is on sale from its public start and off sale after its end', () => {
    const status = (now: string) => mapped('event-US-8-presales-with-url-description', now).status;
    expect(status('2019-10-01T00:00:00Z')).toBe('offsale');
    expect(status('2019-11-01T15:00:00Z')).toBe('onsale');
    expect(status('2020-04-04T01:00:00Z')).toBe('offsale');
  });

  test('a public start of 1900 is unknown, and the status of the provider decides', () => {
    const event = mapped('event-US-1900-onsale-no-timezone-no-priceRanges', '2020-03-01T00:00:00Z');
    expect(event).toMatchObject({ status: 'onsale', generalSaleStart: 'N/A', price: 'N/A' });
  });

  test('a cancelled event is marked and off sale', () => {
    const event = mapped('event-CZ-cancelled', '2025-05-01T00:00:00Z');
    expect(event).toMatchObject({
      status: 'offsale',
      sale_note: 'Cancelled',
      location: 'Praha 1',
      presaleCount: 0,
      presales: 'N/A',
      ticketLimit: 'N/A',
    });
  });

  test('an event whose time is open has a date only', () => {
    expect(mapped('event-CZ-timeTBA-no-localTime', '2025-05-01T00:00:00Z').date).toBe('2025-07-09');
  });

  test.each([
    ['dates-block-postponed-no-new-date-2026', 'TBA', 'Postponed from 2026-09-13'],
    ['dates-block-rescheduled-2026', '2026-09-12 20:30', 'Rescheduled from 2026-07-31'],
  ])('the dates of %s', (name, date, note) => {
    const entry = { id: 'x', dates: readRecording(`extracted/${name}.json`) };
    expect(mapped(name, '1970-01-01', entry)).toMatchObject({ date, sale_note: note });
  });

  test.each(['event-search-US-2020-20events.json', 'event-search-CZ-2025-50events.json'])(
    'every event of %s is read whole',
    async (name) => {
      const recording = readRecording(name);
      const raw = listAt(recording, '_embedded', 'events');
      const page = { size: 200, totalElements: raw.length, totalPages: 1, number: 0 };
      const server = await serve(
        { _embedded: { events: raw }, page },
        readRecording('empty-result.json'),
      );
      const found = await readEventsOfArtist(clientOf(server.url), 'any', Date.now());
      expect(found.missing).toBe(0);
      expect(found.events).toHaveLength(raw.length);
      for (const event of found.events) {
        z.strictObject(ticketingEvent.shape).parse(event);
        expect(event.venue).not.toBe('N/A');
        expect(event.nation).toMatch(/^(US|CZ)$/);
        expect(event.date).toMatch(/^\d{4}-\d\d-\d\d( \d\d:\d\d)?$/);
        expect(event.image).toMatch(/RETINA_PORTRAIT_16_9|16_9/);
      }
    },
  );

  test('recorded artists without counts and sub-types are read', async () => {
    const server = await serve(readRecording('attraction-search-2016.json'));
    const { artists } = await searchArtists(clientOf(server.url), 'anything');
    expect(artists).toHaveLength(20);
    expect(artists[0]).toMatchObject({
      id: 'K8vZ9175BhV',
      name: '!!!',
      classifications: [{ segment: { name: 'Music' }, genre: { name: 'Rock' } }],
      upcomingEvents: { _total: 0 },
    });
    expect(artists[1]?.images.every((image) => image.fallback)).toBe(true);
  });

  test('the empty result is an empty list', async () => {
    const server = await serve(readRecording('empty-result.json'));
    expect(await searchArtists(clientOf(server.url), 'nobody')).toEqual({
      artists: [],
      missing: 0,
    });
    expect(await readEventsByIds(clientOf(server.url), [], Date.now())).toEqual({
      events: [],
      missing: [],
    });
  });

  test.each([
    ['error-400-DIS1035-paging', 400, 'Max paging depth exceeded'],
    ['error-400-DIS1015-date', 400, 'YYYY-MM-DDTHH:mm:ssZ'],
    ['error-400-DIS1036-size', 400, 'must be less than 200'],
    ['error-401-invalid-apikey', 401, 'refused the API key'],
    ['error-404-DIS1004', 404, 'has no such entry'],
    ['error-429-quota', 429, 'daily allowance'],
    ['error-500-commerce-offers', 500, 'event not found'],
  ])('the recorded refusal %s is reported', async (name, status, text) => {
    const server = await startScript([{ status, body: readRecording(`${name}.json`) }]);
    stop = server.stop;
    const work = clientOf(server.url).discovery('events.json');
    await expect(work).rejects.toThrow(text);
    expect(server.requested).toHaveLength(1);
  });
});
