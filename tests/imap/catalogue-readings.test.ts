import { setImmediate } from 'node:timers/promises';
import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sale } from '../../shared/catalogues/schema.ts';
import { FEED_COUNTRIES, type FeedCountry } from '../../simulator/feed/countries.ts';
import { writeFeed } from '../../simulator/feed/events.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { catalogueEvents, catalogues } from '../../worker/db/schema/catalogues.ts';
import { notifications } from '../../worker/db/schema/notifications.ts';
import { call } from './client.ts';
import { type Product, startProduct, until } from './product.ts';

const DAY = 86_400_000;
const country = FEED_COUNTRIES.find(({ code }) => code === 'NL') as FeedCountry;
const isCountry = eq(catalogues.country, country.code);

const world = { now: Date.now() };
let simulator: Simulator;
let product: Product;
beforeAll(async () => {
  simulator = await startSimulator({ clock: () => world.now });
  product = await startProduct({ TICKETMASTER_API_URL: `${simulator.url}/discovery/v2` });
});
afterAll(async () => {
  await product?.stop();
  await simulator?.stop();
});

const state = async () => (await product.db.select().from(catalogues).where(isCountry))[0];
const notices = () =>
  product.db
    .select({ key: notifications.dedupeKey, at: notifications.createdAt })
    .from(notifications)
    .where(like(notifications.dedupeKey, 'watch_rule|%|new_event'));
/**
 * The ids of the events in the current file. Writing them takes seconds on a busy machine, during
 * which the other end closes idle connections. The pauses allow the close to be noticed: a call
 * over such a connection would fail.
 */
async function listed(): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const event of writeFeed(country, world.now, simulator.url)) {
    ids.add((event as { eventId: string }).eventId);
    if (ids.size % 100 === 0) await setImmediate();
  }
  return ids;
}
const readAfter = (time: number) => until(async () => ((await state())?.readAt ?? 0) >= time);

it('a file is read by the scanner, and each new event is notified once, even if a scanner is killed in the middle', async () => {
  const begun = Date.now();
  let scanner = await product.startScanner();
  const path = `/catalogues/${country.code}`;
  expect((await call(product, 'PUT', path, { is_on: true })).status).toBe(200);
  await readAfter(begun);
  const first = await listed();
  expect(await product.db.$count(catalogueEvents)).toBe(first.size);
  const rule = { name: 'Netherlands', countries: [country.code] };
  expect((await call(product, 'POST', '/watch-rules', rule)).status).toBe(201);
  expect(await notices()).toEqual([]);

  world.now += 100 * DAY;
  const added = [...(await listed())].filter((id) => !first.has(id));
  expect(added.length).toBeGreaterThan(1_000);
  const second = Date.now();
  expect((await call(product, 'POST', `${path}/read`)).status).toBe(200);
  await until(async () => (await notices()).length > 0);
  scanner.kill('SIGKILL');
  const notified = (await notices()).length;
  expect(notified).toBeLessThan(added.length);
  expect(await state()).toMatchObject({ readAt: expect.any(Number), reason: null });
  expect((await state())?.readAt).toBeLessThan(second);

  // After a minute without a call the reading ends, and another scanner may begin the next one.
  await product.db.update(catalogues).set({ readingUntil: 0 }).where(isCountry);
  scanner = await product.startScanner();
  expect((await call(product, 'POST', `${path}/read`)).status).toBe(200);
  await readAfter(second);
  const keys = (await notices()).map(({ key }) => key.split('|')[3]);
  expect(keys.toSorted()).toEqual(added.toSorted());
  const read = await state();
  expect(read?.events).toBe((await listed()).size);
  // Within two minutes after the reading.
  for (const { at } of await notices()) expect(at - second).toBeLessThan(120_000);

  const from = new Date(world.now).toISOString();
  const { body } = await call(product, 'GET', `/sales?country=${country.code}&from=${from}`);
  const sales = body.data as Sale[];
  expect(sales.length).toBeGreaterThan(0);
  const last = await listed();
  for (const sale of sales) expect(last).toContain(sale.event_id);

  // Another reading of the same file changes nothing and sends no notifications.
  const third = Date.now();
  expect((await call(product, 'POST', `${path}/read`)).status).toBe(200);
  await readAfter(third);
  expect(await state()).toMatchObject({ changes: 0 });
  expect(await notices()).toHaveLength(added.length);
});
