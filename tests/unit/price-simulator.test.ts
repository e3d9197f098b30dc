import { type RequestOptions, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import type { Env } from '../../worker/context/env.ts';
import { readEventPage } from '../../worker/providers/event-page/index.ts';
import { createGuardedFetch } from '../../worker/security/guarded-fetch.ts';

let now = Date.UTC(2026, 10, 20);
let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator({ clock: () => now });
});
afterAll(() => simulator.stop());

const read = (url: string, timeoutMs?: number) => {
  // The reader uses these variables only.
  const TICKETMASTER_API_URL = `${simulator.url}/discovery/v2`;
  const env = {
    PROVIDERS: 'simulated',
    TICKETMASTER_API_URL,
    PAGE_HOSTS: ['axs.com', 'seetickets.com', 'eventim.de', 'dice.fm', 'eventim.co.uk'],
  } as Env;
  return readEventPage({ env, fetch: createGuardedFetch({}), clock: Date.now }, url, timeoutMs);
};

it('answers input that it cannot read with 400, and continues', async () => {
  const { port } = new URL(simulator.url);
  const statusOf = (path: string, options: RequestOptions = {}, body = '') =>
    new Promise<number>((resolve, reject) => {
      const call = request({ port, host: '127.0.0.1', path, ...options }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      call.on('error', reject).end(body);
    });
  expect(await statusOf('//')).toBe(400);
  expect(await statusOf('/', { headers: { host: 'a b' } })).toBe(400);
  expect(await statusOf('/event-pages/www.axs.com/%')).toBe(400);
  expect(await statusOf('/commerce/v2/events/%E0%A4%A/offers.json?apikey=k')).toBe(400);
  expect(await statusOf('/event-pages/www.axs.com/a', { method: 'PUT' }, '{')).toBe(400);
  for (const count of ['999999999999', '-1', 'many', '1e400']) {
    expect(await statusOf(`/event-pages?count=${count}`)).toBe(200);
  }
  // A client that disconnects in the middle of its body.
  await new Promise<void>((resolve) => {
    const call = request({ port, host: '127.0.0.1', path: '/sink/a', method: 'POST' });
    call.on('error', () => resolve());
    call.write('half', () => call.destroy());
    call.on('close', () => resolve());
  });
  expect((await fetch(`${simulator.url}/event-pages`)).status).toBe(200);
});

async function listAddresses(count: number): Promise<string[]> {
  const text = await (await fetch(`${simulator.url}/event-pages?count=${count}`)).text();
  return text.trim().split('\n').slice(0, count);
}

it('offers addresses whose prices are read in every form, move within a minute, sell out and return', async () => {
  const addresses = await listAddresses(40);
  const before = await Promise.all(addresses.map((url) => read(url)));
  for (const { title, venue, city, country, date, prices, currency } of before) {
    expect(Object.keys(prices).length).toBeGreaterThan(0);
    expect([title, venue, city, country, date, currency]).not.toContain(null);
  }
  now += 60_000;
  const after = await Promise.all(addresses.map((url) => read(url)));
  const moved = after.filter(
    ({ prices }, index) => JSON.stringify(prices) !== JSON.stringify(before[index]?.prices),
  );
  expect(moved.length).toBe(addresses.length);
  const isSoldOut = async (url: string) =>
    Object.values((await read(url)).prices).every(({ count }) => count === 0);
  const history = new Map(addresses.map((url) => [url, '']));
  for (let step = 0; step < 20; step += 1) {
    now += 60_000;
    for (const url of addresses) {
      history.set(url, `${history.get(url)}${(await isSoldOut(url)) ? 'x' : '-'}`);
    }
  }
  const cameBack = [...history.values()].filter((text) => text.includes('x-'));
  expect(cameBack.length).toBeGreaterThan(5);
});

it('serves the offers that a test sets', async () => {
  const url = 'https://www.axs.com/events/7/velvet-meridian';
  const page = `${simulator.url}/event-pages/${url.slice('https://'.length)}`;
  const offers = [{ price: 58, left: 3, area: 'Floor' }];
  await fetch(page, { method: 'PUT', body: JSON.stringify({ offers }) });
  expect(await read(url)).toMatchObject({
    title: 'Velvet Meridian',
    prices: { '58.00': { areas: ['Floor'] } },
  });
  await fetch(page, { method: 'DELETE' });
  expect((await read(url)).prices).not.toHaveProperty(['58.00']);
});

it.each([
  ['hanging', 'too_slow'],
  ['refused', 'refused'],
  ['busy', 'refused'],
  ['broken', 'failed'],
  ['away', 'redirected'],
  ['missing', 'missing'],
  ['priceless', 'not_a_page'],
  ['large', 'too_large'],
  ['endless', 'too_large'],
])('serves a page that is %s, which fails as %s', async (fault, expected) => {
  const reading = read(`https://www.axs.com/events/1/${fault}`, fault === 'hanging' ? 200 : 10_000);
  await expect(reading).rejects.toMatchObject({ fault: expected });
});
