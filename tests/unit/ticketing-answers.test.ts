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
import { ANSWER_SOURCES, listAt, readAnswer, valueAt } from './provider-answers.ts';
import { clientOf, startScript } from './ticketing-clients.ts';

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

function mapped(name: string, now: string, entry = readAnswer(`ticketmaster/${name}`)) {
  const raw = readRawEvent(entry);
  if (raw === null) throw new Error(`${name} is no event`);
  return mapEvent(raw, { now: Date.parse(now) });
}

describe('answers of Ticketmaster', () => {
  test('an event with eight listed presales keeps the five real presales', () => {
    const event = mapped('event-with-presales', '2020-11-04T00:00:00Z');
    expect(event).toEqual({
      id: 'X188a',
      artist: 'Salt Parade',
      date: '2021-04-09 20:00',
      timezone: 'America/Chicago',
      venue: 'Station Six',
      location: 'Springfield, MN',
      nation: 'US',
      status: 'presale',
      sale_note: null,
      price: '40.50 - 41.50 USD',
      price_range: { min: 40.5, max: 41.5, currency: 'USD' },
      presaleCount: 5,
      presales: [
        'Card Member Presale: 2020-11-02T15:00:00Z to 2020-11-06T03:00:00Z',
        'Venue App Presale: 2020-11-05T15:00:00Z to 2020-11-06T03:00:00Z',
        'Promoter Presale: 2020-11-05T15:00:00Z to 2020-11-06T03:00:00Z',
        'Venue Presale: 2020-11-05T15:00:00Z to 2020-11-06T03:00:00Z',
        'Radio Presale: 2020-11-05T15:00:00Z to 2020-11-06T03:00:00Z',
      ].join('; '),
      presale_windows: [
        {
          name: 'Card Member Presale',
          opens: '2020-11-02T15:00:00Z',
          closes: '2020-11-06T03:00:00Z',
        },
        ...['Venue App', 'Promoter', 'Venue', 'Radio'].map((name) => ({
          name: `${name} Presale`,
          opens: '2020-11-05T15:00:00Z',
          closes: '2020-11-06T03:00:00Z',
        })),
      ],
      generalSaleStart: '2020-11-06T15:00:00Z',
      ticketLimit: 'There is an overall 6 ticket limit for this event.',
      promoter: 'Fifth Row Live 2',
      manifestLink: 'https://tickets.example/262',
      eventLink: 'https://tickets.example/256',
      manifest: 'N/A',
      image: 'https://pictures.example/258_RETINA_PORTRAIT_16_9.jpg',
    });
  });

  test('the same event is on sale from its public start and off sale after its end', () => {
    const status = (now: string) => mapped('event-with-presales', now).status;
    expect(status('2020-10-01T00:00:00Z')).toBe('offsale');
    expect(status('2020-11-06T15:00:00Z')).toBe('onsale');
    expect(status('2021-04-10T01:00:00Z')).toBe('offsale');
  });

  test('a public start of 1900 is unknown, and the status of the provider decides', () => {
    const event = mapped('event-sold-since-1900', '2021-03-01T00:00:00Z');
    expect(event).toMatchObject({ status: 'onsale', generalSaleStart: 'N/A', price: 'N/A' });
  });

  test('a cancelled event is marked and off sale', () => {
    const event = mapped('event-cancelled', '2026-05-01T00:00:00Z');
    expect(event).toMatchObject({
      status: 'offsale',
      sale_note: 'Cancelled',
      location: 'Lipov 1',
      presaleCount: 0,
      presales: 'N/A',
      ticketLimit: 'N/A',
    });
  });

  test('an event whose time is to be announced has only a date', () => {
    expect(mapped('event-without-time', '2026-05-01T00:00:00Z').date).toBe('2026-07-15');
  });

  test.each([
    ['dates-postponed', 'TBA', 'Postponed from 2027-09-19'],
    ['dates-rescheduled', '2027-09-18 20:30', 'Rescheduled from 2027-08-06'],
  ])('the dates of %s', (name, date, note) => {
    const entry = { id: 'x', dates: readAnswer(`ticketmaster/${name}`) };
    expect(mapped(name, '1970-01-01', entry)).toMatchObject({ date, sale_note: note });
  });

  test.each(
    ANSWER_SOURCES.flatMap(({ searches, read }) => searches.map((name) => [name, read] as const)),
  )('every event of %s is read completely', async (name, read) => {
    const raw = listAt(read(name), '_embedded', 'events');
    const page = { size: 200, totalElements: raw.length, totalPages: 1, number: 0 };
    const server = await serve(
      { _embedded: { events: raw }, page },
      readAnswer('ticketmaster/empty-result'),
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
  });

  test.each(ANSWER_SOURCES)(
    '$origin artists without counts and sub-types are read',
    async ({ artists: name, read }) => {
      const raw = listAt(read(name), '_embedded', 'attractions');
      const server = await serve(read(name));
      const { artists } = await searchArtists(clientOf(server.url), 'anything');
      expect(artists.map(({ id }) => id)).toEqual(raw.map((artist) => valueAt(artist, 'id')));
      for (const artist of artists) {
        expect(artist).toMatchObject({
          classifications: [{ segment: { name: expect.any(String) } }],
          upcomingEvents: { _total: 0 },
        });
      }
      const hasOnlyFallbacks = artists.map(({ images }) =>
        images.every(({ fallback }) => fallback),
      );
      expect(hasOnlyFallbacks).toContain(true);
    },
  );

  test('the empty result is an empty list', async () => {
    const server = await serve(readAnswer('ticketmaster/empty-result'));
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
  ])('the refusal %s is reported', async (name, status, text) => {
    const server = await startScript([{ status, body: readAnswer(`ticketmaster/${name}`) }]);
    stop = server.stop;
    const work = clientOf(server.url).discovery('events.json');
    await expect(work).rejects.toThrow(text);
    expect(server.requested).toHaveLength(1);
  });
});
