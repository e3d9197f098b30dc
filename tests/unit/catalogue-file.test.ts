import { describe, expect, test } from 'vitest';
import { eventsOfFile } from '../../sidecar/catalogues/events-of-file.ts';
import { readEvent } from '../../sidecar/catalogues/read-event.ts';
import { FeedError, splitEvents } from '../../sidecar/catalogues/split-json.ts';
import { createRandom } from '../../simulator/random.ts';

async function split(text: string, sizes: number | (() => number) = 64): Promise<unknown[]> {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; ) {
      const size = typeof sizes === 'number' ? sizes : sizes();
      yield bytes.subarray(at, at + size);
      at += size;
    }
  }
  const events: unknown[] = [];
  for await (const one of splitEvents(chunks())) events.push(JSON.parse(one));
  return events;
}

/** The values of a file in chunks of the given size. */
async function valuesOf(text: string, size = 7): Promise<unknown[]> {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const values: unknown[] = [];
  for await (const value of eventsOfFile(chunks())) values.push(value);
  return values;
}

const EVENTS = [
  { id: 'a', name: 'Brackets ]}[{ and "quotes" \\', list: [{ x: [1, 2] }, []] },
  { id: 'b', name: 'Größe 🎸 \\"' },
  { id: 'c', nested: { events: [{ id: 'not an event' }] } },
];
const LIST = JSON.stringify(EVENTS);

describe('a file of events is split', () => {
  test.each([
    ['a list', LIST],
    ['a list with blanks', `\n ${JSON.stringify(EVENTS, null, 2)} \n`],
    ['a list behind a byte order mark', `\ufeff${LIST}`],
    ['an object with a list', `{"events":${LIST}}`],
    ['an object with more members', `{ "count": 3, "events" : ${LIST}, "next": {"a": []} }`],
    ['one object on each line', EVENTS.map((event) => JSON.stringify(event)).join('\n')],
  ])('%s', async (_, text) => {
    for (const size of [1, 2, 7, 64, 10_000]) expect(await split(text, size)).toEqual(EVENTS);
  });

  test('in chunks of any length', async () => {
    const random = createRandom('chunks');
    const events = Array.from({ length: 300 }, (_, id) => ({ id, text: '"\\]'.repeat(id % 9) }));
    const sizes = () => 1 + Math.floor(random() * 90);
    expect(await split(JSON.stringify(events), sizes)).toEqual(events);
  });

  test('an empty list has no events', async () => {
    expect(await split('{"events":[]}')).toEqual([]);
  });
});

test.each([
  [
    'ends within an event',
    LIST.slice(0, LIST.indexOf('b"')),
    'The file ends in the middle of event 2.',
  ],
  ['ends behind an event', LIST.slice(0, -1), 'The file ends in the middle of event 4.'],
  ['is empty', '', 'The file is no list of events.'],
  ['is a page', '<html></html>', 'The file is no list of events.'],
])('a file that %s is refused', async (_, text, message) => {
  await expect(split(text)).rejects.toThrow(new FeedError(message));
});

test.each([
  ['blanks', ' '],
  ['lines', '\n'],
])('a file that begins with megabytes of %s is refused at once', async (_, blank) => {
  let chunks = 0;
  async function* endless() {
    for (; chunks < 1_000; chunks += 1) yield Buffer.alloc(4 * 1024, blank);
  }
  const read = async (events: AsyncIterable<unknown>) => {
    for await (const _ of events);
  };
  const refused = 'The file begins with more than 64 kB of blanks.';
  await expect(read(eventsOfFile(endless()))).rejects.toThrow(new FeedError(refused));
  await expect(read(splitEvents(endless()))).rejects.toThrow(FeedError);
  expect(chunks).toBeLessThan(50);
});

test('content after a list is dropped', async () => {
  const blanks = Buffer.alloc(64 * 1024, ' ');
  async function* long() {
    yield Buffer.from(LIST);
    for (let count = 0; count < 1_000; count += 1) yield blanks;
  }
  const before = process.memoryUsage().arrayBuffers;
  const events: unknown[] = [];
  for await (const one of splitEvents(long())) events.push(JSON.parse(one));
  expect(events).toEqual(EVENTS);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32_000_000);
});

test('a file whose event never ends is refused before it fills the memory', async () => {
  async function* endless() {
    yield Buffer.from('[{"a":"');
    for (let count = 0; count < 1_000; count += 1) yield Buffer.alloc(64 * 1024, 'x');
  }
  const read = async () => {
    for await (const _ of splitEvents(endless()));
  };
  await expect(read()).rejects.toThrow('Event 1 of the file is longer than 4 MB.');
});

const CSV = `EVENT_ID,eventName,venue.venueName,VENUE_CITY,VENUE_TIMEZONE,ATTRACTION_ID,attractionName,PRESALE_NAME,PRESALE_NAME,PRESALE_START_DATETIME,IMAGES
G1,"Größe, ""live"" 🎸","Hall
of Fame",Köln,Europe/Berlin,K1,Größe,,Fans,2026-12-02T15:00:00Z,"[object Object],[object Object]"
G2,Plain,,,,,,,,,`;

describe('a CSV file', () => {
  test.each([1, 2, 7, 64, 10_000])(
    'is read with quotes, marks and line breaks in chunks of %i',
    async (size) => {
      for (const text of [CSV, `\ufeff${CSV}\r\n`, CSV.replaceAll('\nG', '\r\nG')]) {
        const [first, second, ...others] = await valuesOf(text, size);
        expect(others).toEqual([]);
        expect(readEvent(first)).toMatchObject({
          id: 'G1',
          name: 'Größe, "live" 🎸',
          venue: 'Hall of Fame',
          city: 'Köln',
          timezone: 'Europe/Berlin',
          artists: [{ id: 'K1', name: 'Größe' }],
          sales: [{ kind: 'presale', name: 'Fans', opensAt: Date.parse('2026-12-02T15:00:00Z') }],
        });
        expect(readEvent(second)).toMatchObject({ id: 'G2', venue: '', artists: [], sales: [] });
      }
    },
  );

  test.each([
    [
      'within quotes',
      CSV.slice(0, CSV.indexOf('of Fame')),
      'The file ends in the middle of event 1.',
    ],
    ['within a row', CSV.slice(0, CSV.indexOf('Plain')), 'The file ends in the middle of event 2.'],
    ['without ids', 'name,city\nA,B\n', 'The file is no list of events.'],
    ['as a sentence', 'Service Unavailable', 'The file is no list of events.'],
    ['as a page', ' <html></html>', 'The file is no list of events.'],
    ['at once', '', 'The file is no list of events.'],
  ])('that ends %s is refused', async (_, text, message) => {
    await expect(valuesOf(text)).rejects.toThrow(new FeedError(message));
  });

  test('with a broken row has null in its place', async () => {
    expect(await valuesOf('eventId,eventName\nG1,A\nG2,"B" x\nG3\nG4,C\n')).toEqual([
      expect.objectContaining({ eventId: 'G1' }),
      null,
      null,
      expect.objectContaining({ eventId: 'G4', eventName: 'C' }),
    ]);
  });

  test('whose row never ends is refused before it fills the memory', async () => {
    async function* endless() {
      yield Buffer.from('eventId,eventName\nG1,"');
      for (let count = 0; count < 1_000; count += 1) yield Buffer.alloc(64 * 1024, 'x');
    }
    const read = async () => {
      for await (const _ of eventsOfFile(endless()));
    };
    await expect(read()).rejects.toThrow('Event 1 of the file is longer than 4 MB.');
  });
});

const RAW = {
  eventId: 'G5diZ',
  eventName: ' Example Artist ',
  eventStatus: 'OnSale',
  primaryEventUrl: 'https://www.ticketmaster.com/event/3B',
  eventStartDateTime: '2026-12-20T23:30:00Z',
  eventStartLocalDate: '2026-12-20',
  venue: { venueName: 'Example Arena', venueCity: 'Queens' },
  attractions: [{ attraction: { attractionId: 'K8', attractionName: 'Example Artist' } }],
  onsaleStartDateTime: '2026-12-04T15:00:00Z',
  onsaleEndDateTime: '2026-12-20T23:30:00Z',
  classificationSegment: 'Music',
};
const PRESALE = {
  presaleName: 'Artist Presale',
  presaleStartDateTime: '2026-12-02T15:00:00Z',
  presaleEndDateTime: '2026-12-03T03:00:00Z',
};
const read = {
  kind: 'presale',
  name: 'Artist Presale',
  opensAt: Date.parse('2026-12-02T15:00:00Z'),
  closesAt: Date.parse('2026-12-03T03:00:00Z'),
};

describe('an event of the feed', () => {
  test('is read with its artists, place and sales', () => {
    expect(readEvent({ ...RAW, presales: [PRESALE] })).toMatchObject({
      id: 'G5diZ',
      name: 'Example Artist',
      artists: [{ id: 'K8', name: 'Example Artist' }],
      venue: 'Example Arena',
      city: 'Queens',
      segment: 'Music',
      status: 'onsale',
      startsAt: Date.parse('2026-12-20T23:30:00Z'),
      sales: [read, { kind: 'general', opensAt: Date.parse('2026-12-04T15:00:00Z') }],
    });
  });

  test.each([
    ['America/New_York', 'America/New_York'],
    ['America/Indiana/Knox', 'America/Indiana/Knox'],
    ['Mars/Olympus', ''],
    ['+02:00', ''],
    [null, ''],
    [7, ''],
  ])('has the zone %s of its venue if it is one', (venueTimezone, zone) => {
    const venue = { ...RAW.venue, venueTimezone };
    expect(readEvent({ ...RAW, venue })?.timezone).toBe(zone);
  });

  test.each([
    ['an object', { presales: PRESALE }],
    ['a list', { presales: [PRESALE] }],
    ['a list of wrapped objects', { presales: [{ presale: PRESALE }] }],
    [
      'joined texts',
      {
        presales: [],
        presaleName: 'Artist Presale',
        presaleDateTimeRange: '2026-12-02T15:00:00Z to 2026-12-03T03:00:00Z',
      },
    ],
    [
      'a list with offers that are no presales',
      { presales: [PRESALE, { ...PRESALE, presaleName: 'Official Platinum' }] },
    ],
  ])('has its presales as %s', (_, part) => {
    expect(readEvent({ ...RAW, ...part })?.sales.slice(0, -1)).toEqual([read]);
  });

  test('has no sale at the placeholder for an unknown time', () => {
    expect(readEvent({ ...RAW, onsaleStartDateTime: '1900-01-01T18:00:00Z' })?.sales).toEqual([]);
  });

  test.each([[null], [[]], [{}], [{ eventId: '' }], [{ eventId: { $ne: 1 } }]])(
    '%j is not an event',
    (value) => {
      expect(readEvent(value)).toBeNull();
    },
  );

  test.each([
    [{ venue: 'text', attractions: { attraction: null }, presales: 7 }],
    [{ venue: [], attractions: 'x', images: {}, eventName: 5 }],
    [{ eventName: null, primaryEventUrl: 'javascript:alert(1)' }],
  ])('with fields of another type %j lacks these fields', (part) => {
    const event = readEvent({ ...RAW, ...part });
    expect(event).toMatchObject({ id: 'G5diZ' });
    expect(event?.url ?? '').not.toMatch(/^javascript/);
  });

  test('has a hash of its stored values: a picture does not change it, but a sale does', () => {
    const hashOf = (part: object) => readEvent({ ...RAW, ...part })?.hash;
    expect(hashOf({ images: [1] })).toBe(hashOf({}));
    expect(hashOf({ presales: [PRESALE] })).not.toBe(hashOf({}));
    expect(hashOf({ eventStatus: 'cancelled' })).not.toBe(hashOf({}));
  });
});
