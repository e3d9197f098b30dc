import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HistoryPoint } from '../../shared/price-monitor/schema.ts';
import type { Ctx } from '../../worker/context.ts';
import { notifications } from '../../worker/db/schema/notifications.ts';
import { pricePoints, priceTargets } from '../../worker/db/schema/price-monitor.ts';
import {
  checkPrices,
  isPriceWorkDue,
  rollUpPrices,
} from '../../worker/features/price-monitor/index.ts';
import { addAlert, readHistory } from '../../worker/features/price-monitor/service-alerts.ts';
import {
  addTargets,
  checkNow,
  listUrls,
  pauseTargets,
  readTarget,
  removeTarget,
} from '../../worker/features/price-monitor/service-targets.ts';
import { openPriceWorld } from '../factories/price-world.ts';

const START = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SHOW = 'https://www.axs.com/events/1/northern-lanterns';

type World = Awaited<ReturnType<typeof openPriceWorld>>;
let opened: World;
let ctx: Ctx;
beforeAll(async () => {
  opened = await openPriceWorld(START);
});
afterAll(() => opened.stop());
beforeEach(async () => {
  opened.world.now = Math.floor(opened.world.now / DAY + 1) * DAY;
  ctx = opened.open();
  for (const url of await listUrls(ctx)) await removeTarget(ctx, url);
  await ctx.db.delete(notifications);
  for (const list of [opened.published, opened.enqueued, opened.log]) list.length = 0;
});

const add = (...urls: string[]) =>
  addTargets(ctx, { targets: urls.map((url) => ({ url, tags: [] })), tags: [] });
const offer = (price: number, left = 1, area = 'Floor') => ({ price, left, area });
const target = async (url = SHOW) => (await readTarget(ctx, url)).data;
const check = (changes: Partial<Ctx> = {}) => checkPrices(opened.open(changes));
/** Moves the clock to the next check of the event and runs it. */
const nextCheck = async (url = SHOW) => {
  const { next_check_at } = await target(url);
  opened.world.now = Date.parse(next_check_at ?? '');
  await check();
};
const updates = (type: string) => opened.published.filter((message) => message.type === type);
const bodies = async () =>
  (await ctx.db.select().from(notifications)).map(({ title, body }) => `${title}: ${body}`);

describe('a check', () => {
  it('stores what the page says, and sends it to the browsers once', async () => {
    await opened.setOffers(SHOW, [offer(74.5, 2), offer(58, 22, 'Balcony')]);
    await add(SHOW);
    expect(opened.enqueued).toEqual([{ kind: 'prices.check' }]);
    await check();
    const prices = {
      '58.00': { count: expect.any(Number), areas: ['Balcony'] },
      '74.50': { count: expect.any(Number), areas: ['Floor'] },
    };
    expect(await target()).toMatchObject({
      title: 'Northern Lanterns',
      prices,
      low: 58,
      last_seen: { low: 58 },
      checked_at: new Date(opened.world.now).toISOString(),
      next_check_at: new Date(opened.world.now + MINUTE).toISOString(),
      failure: null,
    });
    const { venue, date } = await target();
    expect(updates('priceUpdate')).toEqual([
      {
        type: 'priceUpdate',
        data: { url: SHOW, prices, image: null, title: 'Northern Lanterns', venue, date },
      },
    ]);
    expect(updates('monitor')).toMatchObject([{ data: { id: SHOW, state: 'ok' } }]);
    await nextCheck();
    expect(updates('priceUpdate')).toHaveLength(1);
    expect(updates('monitor')).toHaveLength(2);
    const { checks } = await readTarget(ctx, SHOW);
    expect(checks.map(({ outcome }) => outcome)).toEqual(['unchanged', 'changed']);
    expect(checks[0]?.text).toMatch(/^2 prices, \d+ tickets, from the public page\.$/);
  });

  it('reads events of the Discovery API from there, by its own id from the second check on', async () => {
    const answer = await fetch(
      `${opened.simulator.url}/discovery/v2/events.json?apikey=k&attractionId=K8vZ9170006&size=20`,
    );
    const { _embedded } = (await answer.json()) as {
      _embedded: { events: { id: string; url: string; priceRanges?: { min: number }[] }[] };
    };
    const listed = _embedded.events.filter(({ priceRanges }) => priceRanges).slice(0, 2);
    await add(...listed.map(({ url }) => url));
    await check();
    const [first] = listed;
    expect(await target(first?.url)).toMatchObject({
      title: 'Albion Choir',
      low: first?.priceRanges?.[0]?.min,
      currency: 'GBP',
      failure: null,
    });
    const calls = opened.simulator.calls();
    opened.world.now += 5 * MINUTE;
    await check();
    const { checks } = await readTarget(ctx, first?.url ?? '');
    expect(checks).toHaveLength(2);
    expect(checks[0]?.text).toContain('from the Discovery API.');
    // One call for those with a date; events without one take another.
    expect(opened.simulator.calls() - calls).toBeLessThanOrEqual(3);
  });

  it('says when an event is sold out, and remembers its last price', async () => {
    await opened.setOffers(SHOW, [offer(72, 3)]);
    await add(SHOW);
    await check();
    const seenAt = opened.world.now;
    await opened.setOffers(SHOW, [offer(72, 0)]);
    await nextCheck();
    expect(await target()).toMatchObject({
      low: null,
      available: 0,
      availability: 'none',
      last_seen: { low: 72, at: new Date(seenAt).toISOString() },
      recent: [{ low: 72 }, { low: null }],
    });
  });

  it('checks neither paused nor removed events, and announces both', async () => {
    const other = 'https://dice.fm/event/other';
    await add(SHOW, other);
    await pauseTargets(ctx, [(await target()).id], true);
    await removeTarget(ctx, other);
    await check();
    expect((await target()).checked_at).toBeNull();
    expect(updates('monitor')).toMatchObject([
      { data: { id: other, state: 'removed' } },
      { data: { id: SHOW, state: 'paused', next_check_at: null } },
    ]);
    expect(await checkNow(ctx, 'all')).toBe(0);
  });
});

describe('faults', () => {
  it.each([429, 500])('backs off for an hour of status %i, then reads on', async (status) => {
    const answer = () => new Response('', { status });
    let isDown = true;
    const { fetch } = ctx;
    const failing = (changes = {}) =>
      check({ fetch: async (url, init) => (isDown ? answer() : fetch(url, init)), ...changes });
    await add(SHOW);
    const startedAt = opened.world.now;
    const waits: number[] = [];
    while (opened.world.now < startedAt + HOUR) {
      await failing();
      const { next_check_at, failure, failures } = await target();
      expect(failures).toBe(waits.length + 1);
      expect(failure).toBe(
        status === 429 ? 'Refused by the site (429)' : 'www.axs.com answered with status 500.',
      );
      waits.push(Date.parse(next_check_at ?? '') - opened.world.now);
      opened.world.now = Date.parse(next_check_at ?? '');
    }
    expect(waits.map((wait) => wait / MINUTE)).toEqual([1, 2, 4, 8, 16, 32]);
    expect(updates('monitor').at(-1)).toMatchObject({ data: { state: 'failing' } });
    isDown = false;
    await failing();
    expect(await target()).toMatchObject({ failure: null, failures: 0 });
    expect(updates('priceUpdate')).toHaveLength(1);
  });

  it('leaves the whole host alone while it asks for a pause', async () => {
    const host = 'https://busy.axs.com/events';
    const others = [1, 2].map((id) => `${host}/${id}/quiet-hollow`);
    await add(`${host}/0/busy`, ...others);
    await check();
    const delayed = await Promise.all(others.map(target));
    for (const { checked_at, failure, failures, next_check_at } of delayed) {
      expect([checked_at, failure, failures]).toEqual([null, 'busy.axs.com asked for a pause.', 0]);
      expect(Date.parse(next_check_at ?? '') - opened.world.now).toBeGreaterThan(50_000);
    }
  });

  it.each([
    ['large', 'The page of faulty.axs.com is too large.'],
    ['endless', 'The page of faulty.axs.com is too large.'],
    ['away', 'faulty.axs.com redirects away from this page.'],
    ['refused', 'Refused by the site (403)'],
    ['priceless', 'The page describes no event.'],
  ])('says why a page that is %s gives no prices', async (fault, reason) => {
    const url = `https://faulty.axs.com/events/1/${fault}`;
    await add(url, SHOW);
    await check();
    expect((await target(url)).failure).toContain(reason);
    expect((await target()).failure).toBeNull();
  });

  it('checks an event once when two ticks and a repeated message come at the same time', async () => {
    await opened.setOffers(SHOW, [offer(50, 1)]);
    await add(SHOW);
    await addAlert(ctx, { url: SHOW, kind: 'below', value: 60 });
    await Promise.all([check(), check(), check()]);
    expect((await readTarget(ctx, SHOW)).checks).toHaveLength(1);
    expect(await bodies()).toHaveLength(1);
    await check();
    expect((await readTarget(ctx, SHOW)).checks).toHaveLength(1);
  });

  it('drops the second of two results for the same state, so that no alert fires twice', async () => {
    await opened.setOffers(SHOW, [offer(50, 1)]);
    await add(SHOW);
    await addAlert(ctx, { url: SHOW, kind: 'below', value: 60 });
    const { fetch } = ctx;
    let hasRun = false;
    // The lease of the first job is lost while it reads the page, and another job checks the event.
    await check({
      fetch: async (url, init) => {
        if (!hasRun) {
          hasRun = true;
          await ctx.db.run(sql`delete from leases`);
          await check();
        }
        return fetch(url, init);
      },
    });
    expect((await readTarget(ctx, SHOW)).checks).toHaveLength(1);
    expect(await bodies()).toEqual([
      'Northern Lanterns: Below €60.00: now €50.00 at Forum Naviglio',
    ]);
  });

  it('sends again what the channel did not take, and nothing of it is lost', async () => {
    await add(SHOW);
    const lost = check({ publish: () => Promise.reject(new Error('the channel restarts')) });
    await expect(lost).rejects.toThrow('the channel restarts');
    expect((await target()).checked_at).not.toBeNull();
    expect(await isPriceWorkDue(ctx)).toBe(true);
    await check();
    expect(updates('priceUpdate')).toHaveLength(1);
    expect(await isPriceWorkDue(ctx)).toBe(false);
  });

  it('loses nothing while the database is gone', async () => {
    await opened.setOffers(SHOW, [offer(50, 1)]);
    await add(SHOW);
    await addAlert(ctx, { url: SHOW, kind: 'below', value: 60 });
    const { fetch } = ctx;
    const broken = opened.open();
    const failed = checkPrices({
      ...broken,
      fetch: async (url, init) => {
        // Gone after the page was read, before its prices are stored.
        broken.db.batch = () => Promise.reject(new Error('the database is gone'));
        return fetch(url, init);
      },
    });
    await expect(failed).rejects.toThrow('the database is gone');
    expect(await target()).toMatchObject({ checked_at: null, failures: 0 });
    expect(await bodies()).toEqual([]);
    await check();
    expect((await target()).low).toBe(50);
    expect(updates('priceUpdate')).toHaveLength(1);
    expect(await bodies()).toHaveLength(1);
  });
});

describe('alerts', () => {
  it('fire once for each transition, with a notification that says what happened', async () => {
    await opened.setOffers(SHOW, [offer(70, 1)]);
    await add(SHOW);
    await check();
    for (const rule of [
      { kind: 'below' as const, value: 60 },
      { kind: 'above' as const, value: 90 },
      { kind: 'drop_percent' as const, value: 20 },
      { kind: 'back_in_stock' as const, value: null },
    ]) {
      await addAlert(ctx, { url: SHOW, ...rule });
    }
    const prices = [58, 57, 58, 95, 95];
    for (const price of prices) {
      await opened.setOffers(SHOW, [offer(price, 3)]);
      await nextCheck();
    }
    for (const left of [0, 0, 3]) {
      await opened.setOffers(SHOW, [offer(72, left)]);
      await nextCheck();
    }
    expect(await bodies()).toEqual([
      'Northern Lanterns: Below €60.00: now €58.00 at Forum Naviglio',
      'Northern Lanterns: Above €90.00: now €95.00 at Forum Naviglio',
      'Northern Lanterns: Dropped by 20% or more: now €72.00 at Forum Naviglio',
      'Northern Lanterns: 1 left from €72.00 at Forum Naviglio',
    ]);
    const { alerts } = await target();
    expect(alerts.map(({ is_armed, fired_at }) => [is_armed, fired_at !== null])).toEqual([
      [true, true],
      [true, true],
      [true, true],
      [false, true],
    ]);
    expect(updates('notification')).toHaveLength(4);
  });
});

describe('the history', () => {
  it('keeps every move for 7 days and the last of each hour after, with its lowest and highest price', async () => {
    await add(SHOW);
    const { id } = await target();
    const start = opened.world.now;
    const isRaw = true;
    const step = (minutes: number, low: number) => ({
      targetId: id,
      at: start + minutes * MINUTE,
      low,
      median: low + 5,
      high: low + 10,
      available: 4,
      isRaw,
    });
    const steps = [step(0, 50), step(10, 40), step(59, 60), step(60, 61), step(130, 55)];
    await ctx.db.insert(pricePoints).values(steps);
    const read = async (): Promise<HistoryPoint[]> => {
      const period = { from: start, to: start + 3 * HOUR };
      const [from, to] = [period.from, period.to].map((at) => new Date(at).toISOString());
      return (await readHistory(ctx, { url: SHOW, from, to })).data;
    };
    opened.world.now = start + 7 * DAY;
    await rollUpPrices(ctx);
    expect(await read()).toHaveLength(5);
    opened.world.now += 2 * HOUR;
    await rollUpPrices(ctx);
    await rollUpPrices(ctx);
    const iso = (minutes: number) => new Date(start + minutes * MINUTE).toISOString();
    expect(await read()).toEqual([
      { at: iso(59), low: 40, median: 65, high: 70, available: 4 },
      { at: iso(60), low: 61, median: 66, high: 71, available: 4 },
      { at: iso(130), low: 55, median: 60, high: 65, available: 4 },
    ]);
    const later = { url: SHOW, from: iso(100), to: iso(120) };
    expect((await readHistory(ctx, later)).data).toEqual([
      { at: iso(100), low: 61, median: 66, high: 71, available: 4 },
    ]);
  });

  it('answers at most 500 steps of any period, and every extreme stays in them', async () => {
    await add(SHOW);
    const { id } = await target();
    const to = opened.world.now;
    const from = to - 7 * DAY;
    const all = Array.from({ length: 10_000 }, (_, index) => [
      id,
      from + index * MINUTE,
      (index * 7_919) % 10_007,
    ]);
    await ctx.db.run(sql`insert into ${pricePoints} (target_id, at, low, median, high, available, is_raw)
      select value ->> 0, value ->> 1, value ->> 2, value ->> 2, value ->> 2, 1, 1 from json_each(${JSON.stringify(all)})`);
    const { data } = await readHistory(ctx, { url: SHOW });
    expect(data.length).toBeLessThanOrEqual(500);
    expect(data.length).toBeGreaterThan(400);
    const lows = data.map(({ low }) => low ?? 0);
    expect(Math.min(...lows)).toBe(0);
    expect(Math.max(...data.map(({ high }) => high ?? 0))).toBe(
      Math.max(...all.map(([, , low]) => low ?? 0)),
    );
    expect([...data].sort((a, b) => a.at.localeCompare(b.at))).toEqual(data);
  });
});

it('removes history and alerts with their event', async () => {
  await add(SHOW);
  await check();
  await removeTarget(ctx, SHOW);
  expect(await ctx.db.select().from(pricePoints)).toEqual([]);
  expect(await ctx.db.select().from(priceTargets)).toEqual([]);
});
