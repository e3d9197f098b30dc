import { afterEach, expect, test } from 'vitest';
import { startSimulator } from '../../simulator/simulator.ts';
import { listAt, valueAt } from './ticketing-recorded.ts';

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

test('date parameters keep what lies between them, both ends included', async () => {
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
  const { get } = await start({ enforceRate: true });
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => get('/discovery/v2/attractions.json')),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429]);
});

test('the sink keeps its posts until it is cleared', async () => {
  const { url } = await start();
  await fetch(`${url}/sink/alerts`, { method: 'POST', body: '{"content":"hello"}' });
  const read = async () => (await fetch(`${url}/sink/alerts`)).json();
  expect(await read()).toMatchObject([{ path: '/sink/alerts', body: '{"content":"hello"}' }]);
  await fetch(`${url}/sink/alerts`, { method: 'DELETE' });
  expect(await read()).toEqual([]);
});
