import { describe, expect, it } from 'vitest';
import type { NewTagAlert } from '../../shared/price-monitor/schema.ts';
import { deleteAlert, testAlert } from '../../worker/features/price-monitor/alerts/service.ts';
import {
  addTagAlert,
  listTagAlerts,
} from '../../worker/features/price-monitor/alerts/tag-alerts.ts';
import {
  addEvents,
  pauseEvents,
  tagEvents,
} from '../../worker/features/price-monitor/events/service.ts';
import { drivePrices, offer } from '../factories/price-world.ts';

const MINUTE = 60_000;
const { opened, ctx, event, check, bodies } = drivePrices(Date.UTC(2026, 10, 20));
const urlOf = (id: number) => `https://tag-${id}.axs.com/events/${id}/northern-lanterns`;
// The simulator has these in euros.
const A = urlOf(2);
const B = urlOf(3);
const C = urlOf(6);

/** Two events with the tag `tour`, read at these prices, and rules about their lowest one. */
async function openTag(prices: Record<string, number>, ...rules: Omit<NewTagAlert, 'tag'>[]) {
  for (const { id } of await listTagAlerts(ctx())) await deleteAlert(ctx(), id);
  const urls = Object.keys(prices);
  await setPrices(prices);
  await addEvents(ctx(), { targets: urls.map((url) => ({ url, tags: ['tour'] })), tags: [] });
  await check();
  for (const rule of rules) await addTagAlert(ctx(), { tag: 'tour', ...rule } as NewTagAlert);
}
async function setPrices(prices: Record<string, number | null>) {
  for (const [url, price] of Object.entries(prices))
    await opened().setOffers(url, [offer(price ?? 50, price === null ? 0 : 3)]);
}
/**
 * Checks all events in the next minute.
 * @returns the messages since the last check
 */
async function next(prices: Record<string, number | null> = {}, fetch?: typeof globalThis.fetch) {
  await setPrices(prices);
  opened().world.now += 5 * MINUTE;
  const before = (await bodies()).length;
  await check(fetch === undefined ? {} : { fetch: fetch as never });
  return (await bodies()).slice(before);
}

describe('a rule about the lowest price of a tag', () => {
  it('fires once for all of its events, and names the cheapest one', async () => {
    await openTag({ [A]: 60, [B]: 70 }, { kind: 'below', value: 50 });
    expect(await next()).toEqual([]);
    expect(await next({ [B]: 45 })).toEqual([
      expect.stringMatching(
        /^tour: Below €50\.00: now €45\.00(?: \(3 left\))?, Northern Lanterns at /,
      ),
    ]);
    // Another event below the limit does not change the lowest price.
    expect(await next({ [A]: 40 })).toEqual([]);
    expect(await next({ [A]: 60, [B]: 60 })).toEqual([]);
    expect(await next({ [A]: 49 })).toHaveLength(1);
    expect(await listTagAlerts(ctx())).toMatchObject([
      {
        tag: 'tour',
        kind: 'below',
        value: 50,
        currency: 'EUR',
        low: 49,
        events: 2,
        is_armed: false,
      },
    ]);
  });

  it('follows drops and rises of the lowest price, in one message with the others', async () => {
    await openTag(
      { [A]: 60, [B]: 70 },
      { kind: 'drop_percent', value: 10 },
      { kind: 'rise', value: 10 },
      { kind: 'above', value: 65 },
    );
    expect(await next()).toEqual([]);
    expect(await next({ [B]: 50 })).toEqual([
      expect.stringContaining('Dropped by 10% or more: now €50.00'),
    ]);
    expect(await next({ [A]: 70, [B]: 72 })).toEqual([
      expect.stringContaining('Rose by 10% or more, above €65.00: now €70.00'),
    ]);
    // The cheaper one sells out, so the lowest price is that of the other.
    expect(await next({ [A]: null, [B]: 80 })).toEqual([
      expect.stringContaining('Rose by 10% or more: now €80.00'),
    ]);
  });

  it('does not fire for an event that joins or leaves the tag, or is paused', async () => {
    await openTag({ [A]: 60 }, { kind: 'drop_percent', value: 10 }, { kind: 'rise', value: 10 });
    expect(await next()).toEqual([]);
    await setPrices({ [C]: 30 });
    await addEvents(ctx(), { targets: [{ url: C, tags: ['tour'] }], tags: [] });
    expect(await next()).toEqual([]);
    const { id } = await event(C);
    await tagEvents(ctx(), { ids: [id], add: [], remove: ['tour'] });
    expect(await next()).toEqual([]);
    await tagEvents(ctx(), { ids: [id], add: ['tour'], remove: [] });
    expect(await next()).toEqual([]);
    await pauseEvents(ctx(), [id], true);
    expect(await next()).toEqual([]);
  });

  it.each([403, 200])('does not fire while a page cannot be read (status %i)', async (status) => {
    await openTag(
      { [A]: 40, [B]: 70 },
      { kind: 'below', value: 50 },
      { kind: 'above', value: 60 },
      { kind: 'rise', value: 10 },
    );
    expect(await next()).toHaveLength(1);
    const { fetch } = ctx();
    const failing = ((url: string, init: never) =>
      String(url).includes('tag-2')
        ? Promise.resolve(new Response('<title>x</title>', { status }))
        : fetch(url, init)) as never;
    expect(await next({}, failing)).toEqual([]);
    expect(await next({ [B]: 75 }, failing)).toEqual([]);
    expect(await next({ [A]: 41 })).toEqual([]);
    expect((await event(A)).failure).toBeNull();
  });

  it.each([
    ['has vanished', `sale_state = 'no_event', failures = 28`],
    ['was on a day before today', `date = '2026-11-19 23:30'`],
  ])('excludes an event that %s', async (_, state) => {
    await openTag({ [A]: 40, [B]: 70 }, { kind: 'below', value: 50 });
    expect(await next()).toHaveLength(1);
    await ctx().db.run(
      `update price_targets set ${state}, next_check_at = ${opened().world.now + 30 * MINUTE} where url = '${A}'`,
    );
    expect(await listTagAlerts(ctx())).toMatchObject([{ low: 70, events: 1 }]);
    expect(await next({ [B]: 71 })).toEqual([]);
    expect(await next({ [B]: 45 })).toHaveLength(1);
  });

  it.each([
    `sale_state = 'no_event', failures = 27`,
    `sale_state = 'refused', failures = 500`,
    `date = '2026-12-31'`,
    'date = null',
  ])('counts an event with %s', async (state) => {
    await openTag({ [A]: 40, [B]: 70 }, { kind: 'below', value: 50 });
    await ctx().db.run(`update price_targets set ${state} where url = '${A}'`);
    expect(await listTagAlerts(ctx())).toMatchObject([{ low: 40, events: 2 }]);
  });

  it('does not fire again for an event that has disappeared from a site with temporary failures', async () => {
    await openTag({ [A]: 40, [B]: 70 }, { kind: 'below', value: 50 });
    expect(await next()).toHaveLength(1);
    for (const state of ['no_event', 'unknown', 'no_event', 'refused']) {
      await ctx().db.run(
        `update price_targets set sale_state = '${state}', failures = 28, next_check_at = ${opened().world.now + 30 * MINUTE} where url = '${A}'`,
      );
      expect(await next()).toEqual([]);
    }
    await ctx().db.run(`update price_targets set next_check_at = 0 where url = '${A}'`);
    expect(await next()).toHaveLength(1);
  });

  it('compares prices in the currency of most events', async () => {
    await openTag({ [A]: 60, [B]: 70 }, { kind: 'below', value: 50 });
    await next();
    await ctx().db.run(`update price_targets set currency = 'JPY', low = 5 where url = '${A}'`);
    expect(await listTagAlerts(ctx())).toMatchObject([{ currency: 'EUR', low: 70, events: 1 }]);
  });

  it('has a test message, and is deleted', async () => {
    await openTag({ [A]: 60 }, { kind: 'below', value: 50 });
    const [rule] = await listTagAlerts(ctx());
    await testAlert(ctx(), rule?.id ?? 0);
    expect(await bodies()).toEqual([
      expect.stringMatching(
        /^Test: tour: Below €50\.00: now €60\.00(?: \(3 left\))?, Northern Lanterns at /,
      ),
    ]);
    await deleteAlert(ctx(), rule?.id ?? 0);
    expect(await listTagAlerts(ctx())).toEqual([]);
    const id = await addTagAlert(ctx(), { tag: 'nobody', kind: 'below', value: 5 });
    await expect(testAlert(ctx(), id)).rejects.toThrow(
      'No event with the tag "nobody" was read yet.',
    );
    await deleteAlert(ctx(), id);
  });

  it('exists once, and at most ten times per tag', async () => {
    await openTag({ [A]: 60 }, { kind: 'below', value: 50 });
    const add = (value: number) => addTagAlert(ctx(), { tag: 'tour', kind: 'below', value });
    await expect(add(50)).rejects.toThrow('The tag has this alert already.');
    for (let value = 1; value < 10; value += 1) await add(value);
    await expect(add(20)).rejects.toThrow(
      'A tag has at most 10 alerts, and all tags together 100.',
    );
  });
});
