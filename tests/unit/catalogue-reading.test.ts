import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import { type FeedEvent, READING_PATHS, type ReadingEnd } from '../../shared/catalogues/feed.ts';
import { CatalogueReader } from '../../sidecar/catalogues/catalogue-reader.ts';
import type { DeskCalls } from '../../sidecar/catalogues/desk-calls.ts';
import { listedBytesOf, openFile } from '../../sidecar/catalogues/download.ts';
import { readCatalogue } from '../../sidecar/catalogues/read-catalogue.ts';
import { Outdated } from '../../sidecar/post-to-desk.ts';
import type { FeedFault } from '../../simulator/feed/index.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-11-22T10:00:00Z');

const running: Simulator[] = [];
afterEach(() => Promise.all(running.splice(0).map((simulator) => simulator.stop())));

/** The desk's side of readings, in memory. */
function openDesk() {
  const events = new Map<string, FeedEvent>();
  const gone = new Set<string>();
  const desk = {
    events,
    gone,
    past: new Set<string>(),
    parts: 0,
    /** The number of parts after which the reading ends. */
    stopsAfter: Number.POSITIVE_INFINITY,
    ends: [] as ReadingEnd[],
  };
  const calls: DeskCalls = {
    alive: async () => undefined,
    hashes: async () =>
      new Map(
        [...events]
          .filter(([id]) => !gone.has(id))
          .map(([id, { hash }]) => [id, { hash, isPast: desk.past.has(id) }]),
      ),
    changes: async (part) => {
      if (desk.parts >= desk.stopsAfter) throw new Outdated();
      desk.parts += 1;
      for (const event of part.events) {
        events.set(event.id, event);
        gone.delete(event.id);
      }
      for (const id of part.gone) gone.add(id);
    },
    end: async (end) => void desk.ends.push(end),
  };
  return { desk, calls };
}

async function openWorld(faults: Record<string, FeedFault> = {}) {
  const world = { now: START, faults };
  const simulator = await startSimulator({ clock: () => world.now, feedFaults: faults });
  running.push(simulator);
  const { desk, calls } = openDesk();
  const feed = `${simulator.url}/discovery-feed/v2/events`;
  const read = (country = 'AE', format = 'json') =>
    readCatalogue(calls, async () =>
      openFile(
        `${feed}.${format}?apikey=simulated&countryCode=${country}`,
        desk.events.size === 0 && format === 'json'
          ? await listedBytesOf(`${feed}?apikey=simulated`, country)
          : 0,
      ),
    );
  return { world, simulator, desk, read };
}

describe('a catalogue', () => {
  test('is stored completely by its first reading, and not sent again by the next one', async () => {
    const { desk, read, simulator } = await openWorld();
    expect(await read()).toEqual({ events: 500, changes: 500, failure: null });
    expect(desk.events.size).toBe(500);
    const { parts } = desk;
    expect(await read()).toEqual({ events: 500, changes: 0, failure: null });
    expect(desk.parts).toBe(parts);
    expect(simulator.calls()).toBe(3);
  });

  test('sends new, changed and removed events on later days, which is about 1 % a day', async () => {
    const { world, desk, read } = await openWorld();
    await read();
    world.now += 10 * DAY;
    const before = new Set(desk.events.keys());
    const { changes, events } = await read();
    expect(events).toBe(500);
    expect(changes).toBeGreaterThan(10);
    expect(changes).toBeLessThan(150);
    const added = [...desk.events.keys()].filter((id) => !before.has(id));
    expect(added.length).toBeGreaterThan(0);
    expect(desk.gone.size).toBe(added.length);
  });

  test('that was stored partially is continued by the next reading', async () => {
    const { desk, read } = await openWorld();
    desk.stopsAfter = 2;
    await expect(read('CZ')).rejects.toThrow(Outdated);
    expect([desk.events.size, desk.ends]).toEqual([1_000, []]);
    desk.stopsAfter = 100;
    expect(await read('CZ')).toMatchObject({ events: 1_500, changes: 500 });
    expect(desk.events.size).toBe(1_500);
  });

  test.each<[FeedFault, string]>([
    ['cut', 'The file ends early.'],
    ['open', 'The file ends in the middle of event'],
    ['damaged', 'The file is damaged: it cannot be unzipped.'],
    ['short', 'The file lacks'],
  ])(
    'whose file is faulty (%s) stays unchanged, reports why, and is read on the next day',
    async (fault, message) => {
      const { world, desk, read } = await openWorld();
      await read();
      const before = structuredClone([...desk.events]);
      world.faults.AE = fault;
      world.now += 3 * DAY;
      const { failure } = await read();
      expect(failure).toContain(message);
      expect(failure).toMatch(/Nothing was changed\.$/);
      expect(desk.ends.at(-1)).toMatchObject({ outcome: 'failed', reason: failure });
      expect([[...desk.events], desk.gone.size]).toEqual([before, 0]);
      delete world.faults.AE;
      world.now += DAY;
      expect(await read()).toMatchObject({ failure: null });
      expect(desk.gone.size).toBeGreaterThan(0);
    },
  );
});

test('a first file that is complete, but much smaller than the list of files says, changes nothing', async () => {
  const { world, desk, read } = await openWorld({ AE: 'short' });
  const { failure } = await read();
  expect(failure).toMatch(
    /^The file has [\d,]+ bytes, less than half of the [\d,]+ in the list of files\. Nothing was changed\.$/,
  );
  expect([desk.events.size, desk.parts]).toEqual([0, 0]);
  delete world.faults.AE;
  expect(await read()).toMatchObject({ events: 500, failure: null });
});

test.each(['{"countries":{}}', '{"countries":{"AE":{"csv":{}}}}', '<html>', ''])(
  'a list of files that lacks the file (%s) requires no size',
  async (text) => {
    const server = createServer((_, answer) => answer.end(text));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    expect(await listedBytesOf(`http://127.0.0.1:${port}/events`, 'AE')).toBe(0);
    server.close();
    expect(await listedBytesOf(`http://127.0.0.1:${port}/events`, 'AE')).toBe(0);
  },
);

describe('a catalogue as CSV', () => {
  test('has the same events as the JSON file, with their first artist and presale', async () => {
    const { desk, read } = await openWorld();
    await read('AE', 'csv');
    const ofCsv = new Map(desk.events);
    desk.events.clear();
    await read();
    expect(ofCsv.size).toBe(500);
    for (const [id, { hash: _, artists, sales, ...event }] of desk.events) {
      const one = ofCsv.get(id);
      expect(one).toMatchObject({ ...event, artists: artists.slice(0, 1) });
      expect(sales).toEqual(expect.arrayContaining(one?.sales ?? []));
      expect(one?.sales.length).toBe(Math.min(2, sales.length));
    }
  });

  test.each<[FeedFault, string]>([
    ['cut', 'The file ends early.'],
    ['open', 'The file ends in the middle of event'],
    ['damaged', 'The file '],
    ['short', 'The file lacks'],
  ])('that is faulty (%s) stays unchanged and reports why', async (fault, message) => {
    const { world, desk, read } = await openWorld();
    await read('AE', 'csv');
    const before = structuredClone([...desk.events]);
    world.faults.AE = fault;
    world.now += 3 * DAY;
    const { failure } = await read('AE', 'csv');
    expect(failure).toContain(message);
    expect(failure).toMatch(/Nothing was changed\.$/);
    expect([[...desk.events], desk.gone.size]).toEqual([before, 0]);
  });
});

test.each(['[]', '{"events":[]}', 'EVENT_ID,EVENT_NAME\n'])(
  'a file without events (%s) changes nothing',
  async (text) => {
    const { desk, calls } = openDesk();
    const reading = readCatalogue(calls, async () => Readable.from([Buffer.from(text)]));
    const reason = 'The file has no events. Nothing was changed.';
    expect(await reading).toEqual({ events: 0, changes: 0, failure: reason });
    expect(desk.ends).toEqual([{ outcome: 'failed', reason, pauseMs: null }]);
  },
);

test('a file that lacks only past events is read; one that lacks others is not', async () => {
  const { desk, calls } = openDesk();
  const read = (from: number, to: number) => {
    const list = Array.from({ length: to - from }, (_, at) => ({ eventId: `E${from + at}` }));
    return readCatalogue(calls, async () => Readable.from([Buffer.from(JSON.stringify(list))]));
  };
  await read(0, 300);
  expect(await read(250, 500)).toMatchObject({
    failure: 'The file lacks 250 of the 300 known events. Nothing was changed.',
  });
  for (let at = 0; at < 250; at += 1) desk.past.add(`E${at}`);
  expect(await read(250, 500)).toEqual({ events: 250, changes: 450, failure: null });
});

test.each([
  ['throws', 'The reading ended with an error, which the log of the scanner names.'],
  ['ends', 'The reading ended with an error, which the log of the scanner names.'],
  ['result', null],
])('a reading whose thread %s is reported as: %s', async (kind, reason) => {
  const ends: unknown[] = [];
  let claims = 0;
  const server = createServer(async (request, answer) => {
    const body = JSON.parse((await request.toArray()).join('') || '{}');
    claims += Number(request.url === READING_PATHS.claim);
    if (request.url === READING_PATHS.end) ends.push([request.headers.authorization, body]);
    const reading =
      claims === 1 ? { token: 'one', country: 'DE', url: 'http://x.test/', listUrl: null } : null;
    answer.end(JSON.stringify({ success: true, reading }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const code = {
    throws: 'throw new Error("secret")',
    ends: '',
    result: 'import("node:worker_threads").then((t) => t.parentPort.postMessage({ events: 1 }))',
  }[kind];
  const script = new URL(`data:text/javascript,${encodeURIComponent(code ?? '')}`);
  await new CatalogueReader({ url: `http://127.0.0.1:${port}`, token: 't' }, script).readDue();
  server.close();
  const end = ['Bearer one', { outcome: 'failed', reason, pauseMs: null }];
  expect(ends).toEqual(reason === null ? [] : [end]);
});

describe('a file', () => {
  test.each([
    ['without a key', 'apikey=&countryCode=AE', 'Ticketmaster refused the key with status 401.'],
    ['of an unknown country', 'apikey=k&countryCode=XX', 'Ticketmaster answered with status 400.'],
  ])('%s is a failure that does not name the address', async (_, query, message) => {
    const { simulator } = await openWorld();
    const opened = openFile(`${simulator.url}/discovery-feed/v2/events.json?${query}`);
    await expect(opened).rejects.toThrow(message);
  });

  test('on a host that does not exist is a failure', async () => {
    await expect(openFile('http://127.0.0.1:9/feed?apikey=secret')).rejects.toThrow(
      /^Ticketmaster cannot be reached\.$/,
    );
  });
});

test('the files of all countries have 200,000 events', async () => {
  const { FEED_COUNTRIES } = await import('../../simulator/feed/countries.ts');
  expect(FEED_COUNTRIES).toHaveLength(24);
  expect(FEED_COUNTRIES.reduce((sum, { events }) => sum + events, 0)).toBe(200_000);
});
