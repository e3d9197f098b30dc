import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DomainError } from '../../shared/errors.ts';
import {
  isKnownArtist,
  readEventsByIds,
  readEventsOfArtist,
  searchArtists,
} from '../../worker/providers/ticketmaster/index.ts';
import { mapEvent } from '../../worker/providers/ticketmaster/map-event.ts';
import { readRawEvent } from '../../worker/providers/ticketmaster/raw-event.ts';
import { clientOf, resetGate, startScript } from './ticketing-clients.ts';

const NOW = Date.parse('2026-11-27T10:00:00Z');
let stop = async () => {};
beforeEach(resetGate);
afterEach(() => stop());

async function clientFor(answer: Parameters<typeof startScript>[0][number]) {
  const server = await startScript([answer]);
  stop = server.stop;
  return clientOf(server.url, { retries: 0, spikeRetries: 0 });
}
const failureOf = async (work: Promise<unknown>): Promise<DomainError> => {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof DomainError) return error;
  throw error ?? new Error('nothing failed');
};
const calls = {
  'the events of an artist': readEventsOfArtist,
  'events by ids': (client: ReturnType<typeof clientOf>, id: string) =>
    readEventsByIds(client, [id], NOW),
  'a search': searchArtists,
  'an artist': isKnownArtist,
};

describe('an answer with status 200 that is an error', () => {
  test.each([
    ['errors', { errors: [{ code: 'DIS1035', detail: 'Max paging depth exceeded' }] }],
    ['a text as error', { errors: ['Something went wrong'] }],
    ['a fault', { fault: { faultstring: 'Service unavailable' } }],
  ])('%s: fails with the detail', async (_, body) => {
    for (const [name, call] of Object.entries(calls)) {
      const error = await failureOf(call(await clientFor({ status: 200, body }), 'K1', NOW));
      expect(error.code, name).toBe('upstream_failed');
      expect(error.message, name).toMatch(/^Ticketmaster answered with status 200/);
      await stop();
    }
  });

  test.each([
    ['an empty page', { page: { totalElements: 0 } }],
    [
      'a page beside warnings',
      { errors: [{ detail: 'One shard is late' }], page: { totalElements: 0 } },
    ],
    ['no errors in the list of errors', { errors: [], page: { totalElements: 0 } }],
  ])('%s is none', async (_, body) => {
    const client = await clientFor({ status: 200, body });
    expect((await readEventsOfArtist(client, 'K1', NOW)).events).toEqual([]);
  });
});

describe('a pause that the provider requests', () => {
  test.each([429, 503])('as a date is kept in full (status %i)', async (status) => {
    const headers = { 'retry-after': new Date(Date.now() + 600_000).toUTCString() };
    const client = await clientFor({ status, body: '', headers });
    const error = await failureOf(searchArtists(client, 'Harbour Lights'));
    expect(error.code).toBe('too_many_requests');
    expect(error.retryAfterSeconds).toBeGreaterThan(590);
    expect(error.retryAfterSeconds).toBeLessThanOrEqual(600);
    // The gate delays other calls for the same time.
    const other = await failureOf(searchArtists(client, 'Harbour Lights'));
    expect(other.retryAfterSeconds).toBeGreaterThan(590);
  });
});

const event = (dates: object, venue: object = {}) => {
  const raw = readRawEvent({
    id: 'D1',
    sales: { public: { startDateTime: '2026-02-05T16:00:00Z' } },
    dates: {
      start: { localDate: '2026-11-26', dateTime: '2026-11-26T18:00:00Z' },
      status: { code: 'onsale' },
      ...dates,
    },
    _embedded: { venues: [venue] },
  });
  if (raw === null) throw new Error('the event has an id');
  return (now: string) => mapEvent(raw, { now: Date.parse(now) });
};

describe('an event of several days', () => {
  test.each([
    [
      'its end',
      { end: { localDate: '2026-12-29', dateTime: '2026-12-30T04:00:00Z' } },
      '2026-12-30T03:59:00Z',
      '2026-12-30T04:00:00Z',
    ],
    [
      'the end of its last day',
      { end: { localDate: '2026-12-29' } },
      '2026-12-30T11:00:00Z',
      '2026-12-30T12:00:00Z',
    ],
    ['its start without an end', {}, '2026-11-26T17:59:00Z', '2026-11-26T18:00:00Z'],
    [
      'its start, if its end is before it',
      { end: { dateTime: '2026-11-25T18:00:00Z' } },
      '2026-11-26T17:59:00Z',
      '2026-11-26T18:00:00Z',
    ],
  ])('is on sale until %s', (_, dates, during, after) => {
    expect(event(dates)(during).status).toBe('onsale');
    expect(event(dates)(after).status).toBe('offsale');
  });
});

test.each([
  ['', 'America/New_York', 'America/New_York'],
  ['Eastern Standard Time', 'America/New_York', 'America/New_York'],
  ['-05:00', 'America/New_York', 'America/New_York'],
  [7, 'Europe/Paris', 'Europe/Paris'],
  ['Europe/Paris', 'America/New_York', 'Europe/Paris'],
  ['Nowhere', 'Mars/Olympus', 'N/A'],
  [undefined, undefined, 'N/A'],
])('of the zone %j of an event and %j of its venue, %s is used', (own, ofVenue, used) => {
  const zoned = event({ timezone: own }, { timezone: ofVenue });
  expect(zoned('2026-11-26T18:00:00Z').timezone).toBe(used);
});
