import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  artistEventsAnswer,
  artistSearchAnswer,
  availableSectionsAnswer,
  eventsByIdsAnswer,
  NO_MANIFEST,
} from '../../shared/ticketing/schema.ts';
import { openCalls } from './ticketing-calls.ts';

let call: Awaited<ReturnType<typeof openCalls>>;

beforeAll(async () => {
  call = await openCalls();
});

async function artistId(name: string): Promise<string> {
  const response = await call(`/events/get_artists/${encodeURIComponent(name)}`);
  const { artists } = artistSearchAnswer.parse(await response.json());
  const found = artists.find((artist) => artist.name === name);
  if (!found) throw new Error(`the simulator has no artist ${name}`);
  return found.id;
}

const eventsOf = async (name: string) => call(`/events/artist/${await artistId(name)}`);

test('an artist search returns name, pictures, classification and the count of upcoming events', async () => {
  const response = await call('/events/get_artists/northern%20LANTERNS');
  expect(response.status).toBe(200);
  expect(response.headers.get('X-Provider-Quota')).toMatch(
    /^available=\d+, limit=5000, resets=\d{4}-\d\d-\d\dT00:00:00Z$/,
  );
  const { artists } = z.strictObject(artistSearchAnswer.shape).parse(await response.json());
  expect(artists).toHaveLength(1);
  expect(artists[0]).toMatchObject({
    name: 'Northern Lanterns',
    classifications: [{ segment: { name: 'Music' }, genre: { name: 'Rock' } }],
    upcomingEvents: { _total: 37 },
  });
});

test.each([
  'Mötley Größe & Söhne',
  'O\'Malley "The Quotes", Ltd.',
  'Café Étoile 🎸✨',
  '<script>alert("encore")</script>',
  '=HYPERLINK("https://example.com","Tour")',
  'North/South 100% #1?',
])('an artist called %s is found by that name', async (name) => {
  expect(await artistId(name)).toMatch(/^K8vZ917/);
});

test('an unknown artist is a success with an empty list', async () => {
  const response = await call('/events/get_artists/nobody%20at%20all');
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ success: true, artists: [] });
});

test('a blank artist name is refused with the name of the field', async () => {
  const response = await call('/events/get_artists/%20%20');
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    success: false,
    message: 'name: Enter an artist name',
    issues: [{ path: 'name', message: 'Enter an artist name' }],
  });
});

test('a search requires a sign-in', async () => {
  const response = await call('/events/get_artists/x', { headers: { authorization: '' } });
  expect(response.status).toBe(401);
});

test('all events of an artist are returned, undated ones last, with exactly the specified fields', async () => {
  const response = await eventsOf('Northern Lanterns');
  expect(response.status).toBe(200);
  const answer = z.strictObject(artistEventsAnswer.shape).parse(await response.json());
  expect(answer.eventCount).toBe(37);
  expect(answer.data).toHaveLength(37);
  expect(new Set(answer.data.map((event) => event.id)).size).toBe(37);
  expect(answer.data.map((event) => event.date).slice(-4)).toEqual(['TBA', 'TBA', 'TBD', 'TBD']);
  expect(new Set(answer.data.map((event) => event.status))).toEqual(
    new Set(['onsale', 'presale', 'offsale']),
  );
  expect(response.headers.get('Server-Timing')).toMatch(
    /^provider;dur=[\d.]+,wait;dur=[\d.]+,own;dur=[\d.]+/,
  );
  expect(response.headers.get('X-Provider-Missing')).toBeNull();
});

test('an artist with more than a thousand events is returned completely', async () => {
  const response = await eventsOf('The Long Haul');
  const answer = artistEventsAnswer.parse(await response.json());
  expect(answer.eventCount).toBe(2500);
  expect(
    new Set(answer.data.map((event) => event.nation).filter((code) => code !== 'N/A')).size,
  ).toBe(12);
});

test('an artist without events is a success with an empty list', async () => {
  const response = await eventsOf('Quiet Hollow');
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ success: true, data: [], eventCount: 0 });
});

test('an unknown artist id is not found', async () => {
  const response = await call('/events/artist/K8vZ917ZZZZ');
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({
    success: false,
    message: 'Artist not found or no events available',
  });
});

test('events are returned by id in the requested order, and unknown ids are named', async () => {
  const { data } = artistEventsAnswer.parse(await (await eventsOf('One Night Only')).json());
  const more = artistEventsAnswer.parse(await (await eventsOf('Albion Choir')).json());
  const ids = [more.data.at(-1)?.id, 'unknown-1', data[0]?.id, more.data[0]?.id];
  const response = await call(`/events/by-ids?ids=${ids.join(',')},unknown-1`);
  expect(response.status).toBe(200);
  const answer = z.strictObject(eventsByIdsAnswer.shape).parse(await response.json());
  expect(answer.data.map((event) => event.id)).toEqual([ids[0], ids[2], ids[3]]);
  expect(answer.missing).toEqual(['unknown-1']);
});

test('a request without an event id is refused', async () => {
  expect((await call('/events/by-ids?ids=,')).status).toBe(400);
  expect((await call('/events/by-ids')).status).toBe(400);
});

test('500 event ids are accepted in one call, and more are refused with the number', async () => {
  const ids = Array.from({ length: 501 }, (_, index) => `E${index}`).join(',');
  const response = await call(`/events/by-ids?ids=${ids}`);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    issues: [{ path: 'ids', message: 'Name at most 500 event ids in one call' }],
  });
});

function askForSections(eventUrl: unknown): Promise<Response> {
  return call('/events/get-available-sections', {
    method: 'POST',
    json: { event_url: eventUrl },
  });
}

test('available sections come from the offers, otherwise from the seat map, otherwise there are none', async () => {
  const { data } = artistEventsAnswer.parse(await (await eventsOf('Northern Lanterns')).json());
  const reported = new Map<string, unknown>();
  for (const event of data.slice(0, 10)) {
    const response = await askForSections(event.eventLink);
    const body: unknown = await response.json();
    if (response.status === 200) {
      const answer = z.strictObject(availableSectionsAnswer.shape).parse(body);
      reported.set(answer.data.source, answer.data.sections.length > 0);
    } else {
      expect(response.status).toBe(404);
      reported.set('none', body);
    }
  }
  const ids = data.slice(0, 10).map((event) => event.id);
  const again = await call(`/events/by-ids?ids=${ids.join(',')}`);
  const manifests = eventsByIdsAnswer.parse(await again.json()).data.map((event) => event.manifest);
  expect(manifests.filter((manifest) => manifest.startsWith('FLOOR, LOWER BOWL'))).not.toEqual([]);
  expect(manifests).toContain('N/A');
  expect(reported.get('offers')).toBe(true);
  expect(reported.get('seat_map')).toBe(false);
});

test('an unknown event has no public manifest', async () => {
  const response = await askForSections('https://www.ticketmaster.com/x/event/0000000000000000');
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ success: false, message: NO_MANIFEST });
});

test.each(['https://www.ticketmaster.com/artist/1', 'no address', 5])(
  'sections of %s are refused as invalid input',
  async (eventUrl) => {
    expect((await askForSections(eventUrl)).status).toBe(400);
  },
);
