import { expect, it } from 'vitest';
import { seededRandom } from '../../shared/random.ts';
import type { Ctx } from '../../worker/context/context.ts';
import { LEASE_MS } from '../../worker/db/lease.ts';
import { addAlert } from '../../worker/features/price-monitor/alerts/service.ts';
import { readEvent } from '../../worker/features/price-monitor/events/service.ts';
import { readHistory } from '../../worker/features/price-monitor/history/service.ts';
import { isPriceWorkDue } from '../../worker/features/price-monitor/index.ts';
import { drivePrices, offer } from '../factories/price-world.ts';

const MINUTE = 60_000;
const ROUNDS = 14;
const { opened, ctx, reset, add, check, updates, bodies } = drivePrices(Date.UTC(2026, 10, 20));
// Separate hosts: no event waits for the pace of another one.
const URLS = [1, 2, 3].map((id) => `https://host-${id}.axs.com/events/${id}/northern-lanterns`);

/**
 * A Worker that ends at the n-th call of the database or the live channel. That call is either made
 * or not; all later calls fail, including those of the page.
 */
function dyingAt(last: number, isMade: boolean): { ctx: Partial<Ctx>; hasEnded: () => boolean } {
  const { db, publish, fetch } = opened().open();
  let calls = 0;
  const dying =
    <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      calls += 1;
      if (calls === last && isMade) await call(...args);
      if (calls >= last) throw new Error('the Worker ends');
      return call(...args);
    };
  const client = db.$client;
  client.execute = dying(client.execute);
  client.batch = dying(client.batch);
  const guarded: Ctx['fetch'] = (url, init) =>
    calls >= last ? Promise.reject(new Error('the Worker ends')) : fetch(url, init);
  return {
    ctx: { db, publish: dying(publish), fetch: guarded },
    hasEnded: () => calls >= last,
  };
}

/** Checks until nothing is due, as the queue and the cron trigger do after a Worker has ended. */
async function checkToEnd(): Promise<void> {
  for (let tries = 0; await isPriceWorkDue(ctx()); tries += 1) {
    expect(tries).toBeLessThan(10);
    await check();
  }
}

/**
 * The result of a run: prices, history and checks of each event, and the alerts. Times differ
 * between two runs.
 */
async function readWorld() {
  const events = [];
  for (const url of URLS) {
    const { data } = await readEvent(ctx(), url);
    const { low, available, sale_state, failure, last_seen } = data;
    const history = await readHistory(ctx(), { url });
    events.push({
      low,
      available,
      sale_state,
      failure,
      lastSeen: last_seen?.low,
      steps: history.data.map((step) => [step.low, step.median, step.high, step.available]),
    });
  }
  return { events, alerts: (await bodies()).sort() };
}

/** Browsers must show what is stored. */
async function expectSent(): Promise<void> {
  for (const url of URLS) {
    const { data } = await readEvent(ctx(), url);
    const state = updates('monitor').findLast(
      (message) => message.type === 'monitor' && message.data.id === url,
    );
    const { checked_at, next_check_at, version, move, sale_state, alerts } = data;
    expect(state, url).toMatchObject({
      data: {
        checked_at,
        next_check_at,
        version,
        move,
        sale_state,
        reason: data.failure,
        alerts: alerts.map(({ id, is_armed, fired_at }) => ({ id, is_armed, fired_at })),
      },
    });
    const prices = updates('priceUpdate').findLast(
      (message) => message.type === 'priceUpdate' && message.data.url === url,
    );
    expect(prices, url).toMatchObject({ data: { url, prices: data.prices } });
  }
}

/** Checks the events several times, each time after the offers of some pages have changed. */
async function run(checkOnce: (round: number) => Promise<void>) {
  const random = seededRandom('offers');
  await add(...URLS);
  for (const url of URLS) await addAlert(ctx(), { url, kind: 'below', value: 50 });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const url of URLS) {
      if (round > 0 && random() < 0.6) continue;
      await opened().setOffers(url, [offer(40 + 5 * Math.floor(random() * 5), 2)]);
    }
    await checkOnce(round);
    await expectSent();
    opened().world.now += 2 * MINUTE;
  }
  return readWorld();
}

it('checks of prices lose and repeat nothing when the Worker ends at any step', async () => {
  const calm = await run(checkToEnd);
  await reset();
  let ended = 0;
  const dying = await run(async (round) => {
    // The call before these takes the lease.
    const worker = dyingAt(3 + round, round % 2 === 0);
    await check(worker.ctx).catch(() => undefined);
    if (worker.hasEnded()) ended += 1;
    opened().world.now += LEASE_MS;
    await checkToEnd();
  });
  expect(ended).toBeGreaterThan(ROUNDS - 4);
  expect(dying.alerts).toEqual(calm.alerts);
  expect(dying.events).toEqual(calm.events);
});
