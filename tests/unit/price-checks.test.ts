import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { HistoryPoint } from '../../shared/price-monitor/schema.ts';
import { pricePoints, watchedEvents } from '../../worker/db/schema/price-monitor.ts';
import { addAlert } from '../../worker/features/price-monitor/alerts/service.ts';
import {
  checkNow,
  pauseEvents,
  readEvent,
  removeEvent,
} from '../../worker/features/price-monitor/events/service.ts';
import { readHistory } from '../../worker/features/price-monitor/history/service.ts';
import { eraseRemovedHistories, rollUpPrices } from '../../worker/features/price-monitor/index.ts';
import { drivePrices, offer, SHOW } from '../factories/price-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const { opened, ctx, add, event, check, nextCheck, updates, bodies } = drivePrices(
  Date.UTC(2026, 10, 20),
);

interface ListedEvent {
  id: string;
  url: string;
  priceRanges?: { min: number }[];
}

/** Events of a simulated artist in the Discovery API that have a date. */
async function listEvents() {
  const answer = await fetch(
    `${opened().simulator.url}/discovery/v2/events.json?apikey=k&attractionId=K8vZ9170000&countryCode=US&size=20&includeTBA=no&includeTBD=no`,
  );
  const { _embedded } = (await answer.json()) as { _embedded: { events: ListedEvent[] } };
  const [priced, priceless] = [true, false].map((isPriced) =>
    _embedded.events.filter(({ priceRanges }) => (priceRanges !== undefined) === isPriced),
  );
  return { priced: priced ?? [], priceless: priceless ?? [] };
}

describe('a check', () => {
  it('stores the facts of the page, and sends them to the browsers once', async () => {
    await opened().setOffers(SHOW, [offer(74.5, 2), offer(58, 22, 'Balcony')]);
    await add(SHOW);
    expect(opened().enqueued).toEqual([{ kind: 'prices.check' }]);
    await check();
    const prices = {
      '58.00': { count: expect.any(Number), areas: ['Balcony'] },
      '74.50': { count: expect.any(Number), areas: ['Floor'] },
    };
    expect(await event()).toMatchObject({
      title: 'Northern Lanterns',
      prices,
      low: 58,
      last_seen: { low: 58 },
      checked_at: new Date(opened().world.now).toISOString(),
      next_check_at: new Date(opened().world.now + MINUTE).toISOString(),
      failure: null,
    });
    const { venue, date, city, country, currency, ...seen } = await event();
    expect(updates('priceUpdate')).toEqual([
      {
        type: 'priceUpdate',
        data: {
          url: SHOW,
          prices,
          image: null,
          title: 'Northern Lanterns',
          venue,
          date,
          city,
          country,
          currency,
          recent: seen.recent,
          last_seen: seen.last_seen,
          changed_at: seen.changed_at,
          sale_state: 'on_sale',
          opens_at: null,
        },
      },
    ]);
    expect(updates('monitor')).toMatchObject([
      { data: { id: SHOW, state: 'ok', version: seen.version, move: seen.move } },
    ]);
    expect(currency).toBe('EUR');
    await nextCheck();
    expect(updates('priceUpdate')).toHaveLength(1);
    expect(updates('monitor')).toHaveLength(2);
    const { checks } = await readEvent(ctx(), SHOW);
    expect(checks.map(({ outcome }) => outcome)).toEqual(['unchanged', 'changed']);
    expect(checks[0]?.text).toMatch(/^2 prices, \d+ tickets, from the event page\.$/);
  });

  it('reads events from the Discovery API, including new addresses, in one call for all', async () => {
    const { priced } = await listEvents();
    const urls = priced.map(({ id }) => `https://www.ticketmaster.com/event/${id}`);
    await add(...urls);
    const calls = opened().simulator.calls();
    await check();
    expect(await event(urls[0])).toMatchObject({
      title: 'Northern Lanterns',
      prices: { [priced[0]?.priceRanges?.[0]?.min.toFixed(2) ?? '']: {} },
      currency: 'USD',
      source: 'discovery',
      failure: null,
    });
    await nextCheck(urls[0]);
    const { checks } = await readEvent(ctx(), urls.at(-1) ?? '');
    expect(checks.map(({ text }) => text)).toEqual([
      expect.stringContaining('from the Discovery API.'),
      expect.stringContaining('from the Discovery API.'),
    ]);
    expect(opened().simulator.calls() - calls).toBe(2);
  });

  it('finds an event by the id of its page with one additional call', async () => {
    const { priced } = await listEvents();
    const url = priced[0]?.url ?? '';
    await add(url);
    const calls = opened().simulator.calls();
    await check();
    // Three searches, for dated events and for both kinds of undated ones, and the call by id.
    expect(opened().simulator.calls() - calls).toBe(4);
    await nextCheck(url);
    expect(opened().simulator.calls() - calls).toBe(5);
    expect((await readEvent(ctx(), url)).checks).toHaveLength(2);
  });

  it('does not call the Discovery API again for an event without prices there while its page waits', async () => {
    const { priceless } = await listEvents();
    const url = `https://www.ticketmaster.com/event/${priceless[0]?.id}`;
    await add(url);
    const calls = opened().simulator.calls();
    const { gateOf } = ctx();
    const paused = { kind: 'refused' as const, reason: 'pause' as const, retryAfterMs: MINUTE };
    await check({
      gateOf: (name) =>
        name.startsWith('page ') ? { ...gateOf(name), admit: async () => paused } : gateOf(name),
    });
    expect(await event(url)).toMatchObject({ checked_at: null });
    await nextCheck(url);
    expect(opened().simulator.calls() - calls).toBe(1);
    expect((await readEvent(ctx(), url)).checks[0]?.text).toContain('from the event page.');
    await nextCheck(url);
    expect(opened().simulator.calls() - calls).toBe(2);
  });

  it('reports a sold-out event, and keeps its last price', async () => {
    await opened().setOffers(SHOW, [offer(72, 3)]);
    await add(SHOW);
    await check();
    const seenAt = opened().world.now;
    await opened().setOffers(SHOW, [offer(72, 0)]);
    await nextCheck();
    expect(await event()).toMatchObject({
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
    await ctx().db.update(watchedEvents).set({ move: 5 });
    await pauseEvents(ctx(), [(await event()).id], true);
    // A paused event is not re-sorted by an earlier change.
    expect(await ctx().db.select({ move: watchedEvents.move }).from(watchedEvents)).toContainEqual({
      move: 0,
    });
    await removeEvent(ctx(), other);
    await check();
    expect((await event()).checked_at).toBeNull();
    expect(updates('monitor')).toMatchObject([
      { data: { id: other, state: 'removed' } },
      { data: { id: SHOW, state: 'paused', next_check_at: null, paused_by: 'operator@desk.test' } },
    ]);
    expect(await checkNow(ctx(), 'all')).toBe(0);
  });
});

describe('alerts', () => {
  it('fire once for each transition, with a notification of what happened', async () => {
    await opened().setOffers(SHOW, [offer(70, 1)]);
    await add(SHOW);
    await check();
    for (const rule of [
      { kind: 'below' as const, value: 60 },
      { kind: 'above' as const, value: 90 },
      { kind: 'drop_percent' as const, value: 20 },
      { kind: 'back_in_stock' as const, value: null },
    ]) {
      await addAlert(ctx(), { url: SHOW, ...rule });
    }
    const prices = [58, 57, 58, 95, 95];
    for (const price of prices) {
      await opened().setOffers(SHOW, [offer(price, 3)]);
      await nextCheck();
    }
    for (const left of [0, 0, 3]) {
      await opened().setOffers(SHOW, [offer(72, left)]);
      await nextCheck();
    }
    expect(await bodies()).toEqual([
      'Northern Lanterns: Below €60.00: now €58.00 at Forum Naviglio. Source: Event page',
      'Northern Lanterns: Above €90.00: now €95.00 at Forum Naviglio. Source: Event page',
      'Northern Lanterns: Dropped by 20% or more, back in stock: now €72.00 at Forum Naviglio. Source: Event page',
    ]);
    const { alerts } = await event();
    expect(alerts.map(({ is_armed, fired_at }) => [is_armed, fired_at !== null])).toEqual([
      [true, true],
      [true, true],
      [true, true],
      [false, true],
    ]);
    expect(updates('notification')).toHaveLength(3);
  });
});

describe('the history', () => {
  it('keeps every move for 7 days and then the last of each hour, with its lowest and highest price', async () => {
    await add(SHOW);
    const { id } = await event();
    const start = opened().world.now;
    const isRaw = true;
    const step = (minutes: number, low: number) => ({
      targetId: id,
      at: start + minutes * MINUTE,
      low,
      median: low + 5,
      high: low + 10,
      available: 4,
      isRaw,
      source: 'page' as const,
    });
    const steps = [step(0, 50), step(10, 40), step(59, 60), step(60, 61), step(130, 55)];
    await ctx().db.insert(pricePoints).values(steps);
    const read = async (): Promise<HistoryPoint[]> => {
      const period = { from: start, to: start + 3 * HOUR };
      const [from, to] = [period.from, period.to].map((at) => new Date(at).toISOString());
      return (await readHistory(ctx(), { url: SHOW, from, to })).data;
    };
    opened().world.now = start + 7 * DAY;
    await rollUpPrices(ctx());
    expect(await read()).toHaveLength(5);
    opened().world.now += 2 * HOUR;
    await rollUpPrices(ctx());
    await rollUpPrices(ctx());
    const iso = (minutes: number) => new Date(start + minutes * MINUTE).toISOString();
    expect(await read()).toEqual([
      { at: iso(59), low: 40, median: 65, high: 70, available: 4, source: 'page' },
      { at: iso(60), low: 61, median: 66, high: 71, available: 4, source: 'page' },
      { at: iso(130), low: 55, median: 60, high: 65, available: 4, source: 'page' },
    ]);
    const later = { url: SHOW, from: iso(100), to: iso(120) };
    expect((await readHistory(ctx(), later)).data).toEqual([
      { at: iso(100), low: 61, median: 66, high: 71, available: 4, source: 'page' },
    ]);
  });

  it('returns at most 500 steps of any period, which include every extreme', async () => {
    await add(SHOW);
    const { id } = await event();
    const to = opened().world.now;
    const from = to - 7 * DAY;
    const all = Array.from({ length: 10_000 }, (_, index) => [
      id,
      from + index * MINUTE,
      (index * 7_919) % 10_007,
    ]);
    await ctx().db.run(sql`insert into ${pricePoints} (target_id, at, low, median, high, available, is_raw)
      select value ->> 0, value ->> 1, value ->> 2, value ->> 2, value ->> 2, 1, 1 from json_each(${JSON.stringify(all)})`);
    const { data } = await readHistory(ctx(), { url: SHOW });
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
  await removeEvent(ctx(), SHOW);
  await eraseRemovedHistories(ctx());
  expect(await ctx().db.select().from(pricePoints)).toEqual([]);
  expect(await ctx().db.select().from(watchedEvents)).toEqual([]);
});
