import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { ANSWER_SOURCES, type AnswerSource, listAt, valueAt } from './provider-answers.ts';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.stop());

async function call(path: string, query: Record<string, string> = {}): Promise<unknown> {
  const search = new URLSearchParams({ apikey: 'any', ...query });
  const response = await fetch(`${simulator.url}/discovery/v2/${path}?${search}`);
  return response.json();
}

/** Every path of a value with the type of its value; list entries share the path `[]`. */
function shapeOf(value: unknown, path = '', shape = new Set<string>()): Set<string> {
  if (Array.isArray(value)) {
    shape.add(`${path}: list`);
    for (const entry of value) shapeOf(entry, `${path}[]`, shape);
    return shape;
  }
  if (typeof value === 'object' && value !== null) {
    shape.add(`${path}: object`);
    for (const [key, entry] of Object.entries(value)) {
      // Counted per selling system, because the systems differ from artist to artist.
      const isSystem = path.endsWith('upcomingEvents') && !key.startsWith('_');
      shapeOf(entry, `${path}.${isSystem ? '*' : key}`, shape);
    }
    return shape;
  }
  return shape.add(`${path}: ${value === null ? 'null' : typeof value}`);
}

const shapeOfAll = (values: unknown[]) =>
  values.reduce<Set<string>>((shape, value) => shapeOf(value, '', shape), new Set());

/** The shape that all values have in common. */
function alwaysIn(values: unknown[]): string[] {
  const [first, ...rest] = values.map((value) => shapeOf(value));
  return [...(first ?? [])].filter((path) => rest.every((shape) => shape.has(path)));
}

const missingFrom = (shape: ReadonlySet<string>, paths: Iterable<string>) =>
  [...paths].filter((path) => !shape.has(path));

const searchedEvents = ({ searches, read }: AnswerSource): unknown[] =>
  searches.flatMap((name) => listAt(read(name), '_embedded', 'events'));

const eventsOf = (source: AnswerSource): unknown[] => [
  ...searchedEvents(source),
  ...source.dates.map((name) => ({ dates: source.read(name) })),
];

function attractionsOf(source: AnswerSource): unknown[] {
  const searched = listAt(source.read(source.artists), '_embedded', 'attractions');
  const embedded = searchedEvents(source).flatMap((event) => {
    const attractions = valueAt(event, '_embedded', 'attractions');
    return Array.isArray(attractions) ? attractions : [];
  });
  return [...searched, ...embedded];
}

async function simulatedEvents(): Promise<unknown[]> {
  const kinds: Record<string, string>[] = [{}, { includeTBA: 'only' }, { includeTBD: 'only' }];
  const answers = await Promise.all(
    kinds.map((kind) => call('events.json', { attractionId: 'K8vZ9170001', size: '200', ...kind })),
  );
  return answers.flatMap((answer) => listAt(answer, '_embedded', 'events'));
}

describe.each(ANSWER_SOURCES)('the simulator compared with $origin answers', (source) => {
  test('no event has a field or a type that the provider does not have', async () => {
    const known = shapeOfAll(eventsOf(source));
    expect(missingFrom(known, shapeOfAll(await simulatedEvents()))).toEqual([]);
  });

  test('every field that all events have exists in the simulated ones', async () => {
    const always = alwaysIn(searchedEvents(source));
    expect(always.length).toBeGreaterThan(60);
    expect(missingFrom(shapeOfAll(await simulatedEvents()), always)).toEqual([]);
  });

  test('some simulated events lack what some real events lack', async () => {
    const always = new Set(alwaysIn(await simulatedEvents()));
    const optional = ['.priceRanges: list', '.promoter: object', '.seatmap: object'];
    const deep = [
      '.dates.timezone: string',
      '.dates.start.localTime: string',
      '.sales.presales: list',
    ];
    expect([...optional, ...deep].filter((path) => always.has(path))).toEqual([]);
  });

  test('artists have the same fields and no others', async () => {
    const answer = await call('attractions.json', { keyword: '', size: '200' });
    const simulated = shapeOfAll(listAt(answer, '_embedded', 'attractions'));
    expect(missingFrom(shapeOfAll(attractionsOf(source)), simulated)).toEqual([]);
    expect(missingFrom(simulated, alwaysIn(attractionsOf(source)))).toEqual([]);
  });

  test('the envelope of a page is the same', async () => {
    const answer = await call('events.json', { attractionId: 'K8vZ9170001', size: '50' });
    const page = source.read(source.searches[0] ?? '');
    const envelope = (value: unknown) =>
      shapeOf({ links: valueAt(value, '_links'), page: valueAt(value, 'page') });
    expect(envelope(answer)).toEqual(envelope(page));
    const empty = await call('events.json', { attractionId: 'nobody', size: '200' });
    const other = source.read('ticketmaster/empty-result');
    expect(shapeOf(empty)).toEqual(shapeOf(other));
    expect(valueAt(empty, 'page')).toEqual(valueAt(other, 'page'));
  });

  test.each([
    ['error-400-DIS1035-paging', 'events.json', { size: '200', page: '5' }],
    ['error-400-DIS1036-size', 'events.json', { size: '201' }],
    ['error-400-DIS1015-date', 'events.json', { startDateTime: '2026-11-20' }],
    ['error-404-DIS1004', 'events/unknown.json', {}],
    ['error-401-invalid-apikey', 'events.json', { apikey: 'invalid' }],
    ['error-429-quota', 'events.json', { attractionId: 'K8vZ917000I', apikey: '{apikey}' }],
  ])('the refusal %s is the same', async (name, path, query) => {
    // One answer links `self` where the others link `about`.
    const body = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value, (key, entry) => (key === '_links' ? undefined : entry)));
    expect(body(await call(path, query))).toEqual(body(source.read(`ticketmaster/${name}`)));
  });

  test('written answers have the same fields and types, and the same fields in all answers', () => {
    const [written = source] = ANSWER_SOURCES;
    for (const itemsOf of [searchedEvents, attractionsOf]) {
      const [own, other] = [itemsOf(written), itemsOf(source)];
      expect(shapeOfAll(own)).toEqual(shapeOfAll(other));
      expect(alwaysIn(own).sort()).toEqual(alwaysIn(other).sort());
    }
  });
});
