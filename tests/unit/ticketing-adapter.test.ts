import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ticketingEvent } from '../../shared/ticketing/schema.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import {
  type DiscoveryClient,
  eventIdOf,
  isKnownArtist,
  readEventsByIds,
  readEventsOfArtist,
  readOfferedSections,
  searchArtists,
} from '../../worker/providers/ticketmaster/index.ts';
import { clientOf, startScript } from './ticketing-clients.ts';

let simulator: Simulator;
let client: DiscoveryClient;

beforeAll(async () => {
  simulator = await startSimulator();
  client = clientOf(simulator.url);
});
afterAll(() => simulator.stop());

async function idOf(name: string): Promise<string> {
  const { artists } = await searchArtists(client, name);
  return artists.find((artist) => artist.name === name)?.id ?? '';
}

const eventsOf = async (name: string) =>
  readEventsOfArtist(clientOf(simulator.url), await idOf(name), Date.now());

test('a tour of 2,500 events is read completely, including undated events', async () => {
  const { events, missing } = await eventsOf('The Long Haul');
  expect(missing).toBe(0);
  expect(events).toHaveLength(2500);
  expect(new Set(events.map((event) => event.id)).size).toBe(2500);
  expect(events.filter((event) => event.date === 'TBA')).toHaveLength(125);
  expect(events.filter((event) => event.date === 'TBD')).toHaveLength(125);
  for (const event of events) z.strictObject(ticketingEvent.shape).parse(event);
});

test('of 1,300 events within one minute 1,000 are read and 300 reported as missing', async () => {
  const { events, missing } = await eventsOf('Same Minute Festival');
  expect(events).toHaveLength(1000);
  expect(missing).toBe(300);
});

test('events in an undocumented form do not break the list', async () => {
  const { events, missing } = await eventsOf('Half Written');
  expect(events).toHaveLength(11);
  expect(missing).toBe(1);
  expect(events.some((event) => event.venue === 'N/A' && event.artist === 'Half Written')).toBe(
    true,
  );
});

test('calls that were too fast for the provider are repeated', async () => {
  const { events } = await eventsOf('Spike Arrest');
  expect(events).toHaveLength(12);
});

test('matches beyond the largest page are counted', async () => {
  const attractions = [{ id: 'K1', name: 'One' }, { name: 'no id' }];
  const page = { size: 200, totalElements: 321, totalPages: 2, number: 0 };
  const server = await startScript([{ status: 200, body: { _embedded: { attractions }, page } }]);
  try {
    const found = await searchArtists(clientOf(server.url), 'one');
    expect(found.artists.map(({ id }) => id)).toEqual(['K1']);
    expect(found.missing).toBe(320);
    expect(server.requested[0]).toContain('size=200');
  } finally {
    await server.stop();
  }
});

test('an artist exists or not', async () => {
  expect(await isKnownArtist(client, await idOf('Quiet Hollow'))).toBe(true);
  expect(await isKnownArtist(client, 'nobody')).toBe(false);
});

test('events are found by id, by the id of their page and whether dated or not', async () => {
  const { events } = await eventsOf('Northern Lanterns');
  const undated = events.filter((event) => event.date.startsWith('TB')).map((event) => event.id);
  const hostId = eventIdOf(events[3]?.eventLink ?? '') ?? '';
  const ids = [...undated, events[0]?.id ?? '', hostId, 'nobody'];
  const found = await readEventsByIds(client, ids, Date.now());
  expect(found.missing).toEqual(['nobody']);
  expect(found.events.map((event) => event.id)).toEqual([...undated, events[0]?.id, events[3]?.id]);
});

test('two hundred ids take only a few calls', async () => {
  const { events } = await eventsOf('Vela Marin');
  const before = simulator.calls();
  const ids = events.map((event) => event.id);
  const found = await readEventsByIds(client, ids, Date.now());
  expect(found.events.map((event) => event.id)).toEqual(ids);
  expect(simulator.calls() - before).toBeLessThanOrEqual(6);
});

test('twenty-one ids that no search finds are all requested one by one', async () => {
  const { events } = await eventsOf('Vela Marin');
  const ids = events.slice(0, 21).map((event) => eventIdOf(event.eventLink) ?? '');
  expect(ids).not.toContain(events[0]?.id);
  const found = await readEventsByIds(client, ids, Date.now());
  expect(found.missing).toEqual([]);
  expect(found.events.map((event) => event.id)).toEqual(events.slice(0, 21).map(({ id }) => id));
});

test('sections come from the offers, and are empty if the key may not read them', async () => {
  const { events } = await eventsOf('Northern Lanterns');
  const counts = new Set<number>();
  for (const event of events.slice(0, 8)) {
    const sections = await readOfferedSections(client, eventIdOf(event.eventLink) ?? '');
    counts.add(sections.length);
    if (sections.length > 0) expect(sections.slice(0, 2)).toEqual(['FLOOR', 'LOWER BOWL']);
  }
  expect(counts).toContain(0);
  expect(counts.size).toBeGreaterThan(1);
  expect(await readOfferedSections(client, 'nobody')).toEqual([]);
});

test.each([
  [
    'https://www.ticketmaster.com/eagles-saint-paul-04-03-2020/event/06005750B8D14F3B',
    '06005750B8D14F3B',
  ],
  ['https://www.ticketmaster.co.uk/x/event/0A00/0B00C1D2E3F4', '0B00C1D2E3F4'],
  ['https://www.ticketmaster.cz/event/ashnikko-tickets/1248235776?language=en-us', '1248235776'],
  ['https://www.ticketmaster.com/event/Z7r9jZ1AeqbGa/', 'Z7r9jZ1AeqbGa'],
  ['https://www.ticketmaster.com/artist/1013650', null],
  ['https://www.ticketmaster.com/event/', null],
  ['not an address', null],
])('the id in %s is %s', (address, id) => {
  expect(eventIdOf(address)).toBe(id);
});
