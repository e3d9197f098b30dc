import { afterEach, expect, test, vi } from 'vitest';
import { startSimulator } from '../../simulator/simulator.ts';
import { listAt, valueAt } from './provider-answers.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  stop = undefined;
});

async function start(options: Parameters<typeof startSimulator>[0] = {}) {
  const simulator = await startSimulator(options);
  stop = simulator.stop;
  const get = (path: string, query: Record<string, string> = {}) =>
    fetch(`${simulator.url}${path}?${new URLSearchParams({ apikey: 'any', ...query })}`);
  return { ...simulator, get };
}

const TOUR = { attractionId: 'K8vZ9170000', size: '200' };

test('two simulators give the same answers within a day', async () => {
  const strip = (text: string) => text.replaceAll(/127\.0\.0\.1:\d+/g, 'host');
  const read = async (clock: () => number) => {
    const simulator = await start({ clock });
    const text = await (await simulator.get('/discovery/v2/events.json', TOUR)).text();
    await simulator.stop();
    stop = undefined;
    return strip(text);
  };
  const morning = await read(() => NOON - 9 * 3_600_000);
  expect(await read(() => NOON)).toBe(morning);
  expect(await read(() => NOON + 24 * 3_600_000)).not.toBe(morning);
});

test('a simulator with a fixed day gives the same answers after its midnight', async () => {
  let now = NOON;
  const { get } = await start({ clock: () => now, day: NOON });
  const read = async () => (await get('/discovery/v2/events.json', TOUR)).text();
  const before = await read();
  now += 24 * 3_600_000;
  expect(await read()).toBe(before);
});

test('date parameters select what lies between them, including both ends', async () => {
  const { get } = await start({ clock: () => NOON });
  const read = async (query: Record<string, string>) => {
    const answer: unknown = await (
      await get('/discovery/v2/events.json', { ...TOUR, ...query })
    ).json();
    const total = valueAt(answer, 'page', 'totalElements');
    return total === 0 ? [] : listAt(answer, '_embedded', 'events');
  };
  const all = await read({});
  const times = all.map((event) => String(valueAt(event, 'dates', 'start', 'dateTime')));
  const middle = times[10] ?? '';
  const early = await read({ endDateTime: middle });
  const late = await read({ startDateTime: middle });
  expect(early.length + late.length).toBe(all.length + 1);
});

test('pictures and seat maps are served by the simulator itself', async () => {
  const { get, url } = await start();
  const answer: unknown = await (await get('/discovery/v2/events.json', TOUR)).json();
  const event = listAt(answer, '_embedded', 'events')[0];
  const addresses = [valueAt(event, 'images', 0, 'url'), valueAt(event, 'seatmap', 'staticUrl')];
  for (const address of addresses) {
    expect(String(address)).toContain(url);
    const response = await fetch(String(address));
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    expect(await response.text()).toMatch(/^<svg .*<\/svg>$/s);
  }
});

test('on request, the gateway refuses the sixth call within a second', async () => {
  const { get } = await start({ enforceLimits: true });
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => get('/discovery/v2/attractions.json')),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429]);
});

test('on request, the gateway refuses the 5,001st call of a day, until the day ends', async () => {
  let now = NOON;
  const { get } = await start({ clock: () => now, enforceLimits: true });
  const call = async () => {
    // One call at a time, at most five a second: the clock of the pace is advanced as well.
    vi.advanceTimersByTime(1_000);
    return get('/discovery/v2/attractions/K8vZ9170000.json');
  };
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    for (let made = 0; made < 5_000; made += 1) {
      const { status } = await call();
      if (status !== 200) throw new Error(`call ${made + 1} was refused with ${status}`);
    }
    const refused = await call();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('rate-limit-available')).toBe('0');
    now += 24 * 3_600_000;
    expect((await call()).status).toBe(200);
  } finally {
    vi.useRealTimers();
  }
});

/** The share of events of a country that have a price range. */
async function pricedShares(asOf: 2020 | 2026) {
  const { get } = await start({ clock: () => NOON, asOf });
  const shares: Record<string, number> = {};
  for (const countryCode of ['US', 'CA', 'GB', 'DE', 'CZ']) {
    const query = { countryCode, size: '200', includeTBA: 'yes', includeTBD: 'yes' };
    const events: unknown[] = [];
    for (const attractionId of ['K8vZ9170000', 'K8vZ9170001', 'K8vZ9170002', 'K8vZ9170006']) {
      const answer: unknown = await (
        await get('/discovery/v2/events.json', { ...query, attractionId })
      ).json();
      if (valueAt(answer, 'page', 'totalElements') !== 0)
        events.push(...listAt(answer, '_embedded', 'events'));
    }
    const priced = events.filter((event) => valueAt(event, 'priceRanges', 0, 'min') !== undefined);
    if (events.length > 0) shares[countryCode] = priced.length / events.length;
  }
  return shares;
}

test('in 2026 two thirds of the events in the US and Canada have a price range, and none elsewhere', async () => {
  const { US = 0, CA = 0, ...elsewhere } = await pricedShares(2026);
  expect(US).toBeGreaterThan(0.5);
  expect(US).toBeLessThan(0.83);
  expect(CA).toBeGreaterThan(0.4);
  expect(CA).toBeLessThan(0.93);
  expect(Object.values(elsewhere)).toSatisfy((all: number[]) => all.every((share) => share === 0));
  expect(Object.keys(elsewhere).length).toBeGreaterThan(0);
});

test('in 2020 four of five events have a price range, in every country', async () => {
  for (const share of Object.values(await pricedShares(2020))) {
    expect(share).toBeGreaterThan(0.6);
    expect(share).toBeLessThan(1);
  }
});

test('ListenBrainz names its limit with each answer, and refuses more calls on request', async () => {
  const { url } = await start({ enforceLimits: true });
  const call = () =>
    fetch(`${url}/listenbrainz/1/popularity/artist`, {
      method: 'POST',
      body: JSON.stringify({ artist_mbids: [] }),
    });
  const answers = await Promise.all(Array.from({ length: 61 }, call));
  expect(answers.some(({ status }) => status === 429)).toBe(true);
  for (const { headers } of answers) {
    expect(headers.get('x-ratelimit-limit')).toBe('30');
    expect(Number(headers.get('x-ratelimit-remaining'))).toBeLessThan(30);
    expect(Number(headers.get('x-ratelimit-reset-in'))).toBeGreaterThan(0);
  }
});

test('the sink stores its posts until it is cleared', async () => {
  const { url } = await start();
  await fetch(`${url}/sink/alerts`, { method: 'POST', body: '{"content":"hello"}' });
  const read = async () => (await fetch(`${url}/sink/alerts`)).json();
  expect(await read()).toMatchObject([{ path: '/sink/alerts', body: '{"content":"hello"}' }]);
  await fetch(`${url}/sink/alerts`, { method: 'DELETE' });
  expect(await read()).toEqual([]);
});
