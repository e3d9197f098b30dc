import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChannelData } from '../../shared/channel.ts';
import {
  applyChanges,
  applyToPages,
  describeChange,
  holdPrices,
  noChanges,
} from '../../web/features/price-monitor/live/live.ts';
import { makeTarget } from '../factories/price-target.ts';

const AT = '2026-11-20T14:00:00.000Z';
const update = (
  url: string,
  part: Partial<ChannelData<'priceUpdate'>>,
): ChannelData<'priceUpdate'> => ({
  url,
  prices: null,
  image: null,
  title: null,
  date: null,
  venue: null,
  ...part,
});
const monitor = (id: string, part: Partial<ChannelData<'monitor'>>): ChannelData<'monitor'> => ({
  target: 'price',
  id,
  state: 'ok',
  reason: null,
  checked_at: AT,
  next_check_at: null,
  ...part,
});

describe('a price update', () => {
  const target = makeTarget();
  const apply = (part: Partial<ChannelData<'priceUpdate'>>) => {
    const changes = noChanges();
    holdPrices(changes, update(target.url, part));
    return applyChanges(target, changes, AT);
  };

  test('changes prices, lowest price, tickets, class and the sparkline', () => {
    expect(apply({ prices: { '55.00': { count: 3, areas: ['Box 3'] } } })).toMatchObject({
      low: 55,
      available: 3,
      availability: 'low',
      recent: [{ at: AT, low: 55 }],
      last_seen: { low: 55, at: AT },
      changed_at: AT,
    });
  });
  test('brings the currency and the place of an event that was just added', () => {
    const added = makeTarget({ currency: null, city: null, country: null, changed_at: null });
    const changes = noChanges();
    const fresh = { city: 'London', country: 'GB', currency: 'GBP' };
    const prices = { '46.50': { count: 4, areas: [] } };
    holdPrices(changes, update(added.url, { prices, ...fresh }));
    const after = applyChanges({ ...added, low: null, prices: {} }, changes, AT);
    expect(after).toMatchObject({ ...fresh, low: 46.5 });
    expect(describeChange({ before: { ...added, low: null }, after })).toEqual([
      'info',
      'Northern Lanterns read for the first time: from £46.50',
    ]);
  });
  test('in another currency alone changes the event', () => {
    expect(apply({ currency: 'EUR' })).toMatchObject({ currency: 'EUR', low: 58 });
    expect(apply({ city: 'Evanston' })).toMatchObject({ city: 'Evanston', currency: null });
  });
  test('without currency and city keeps both', () => {
    const priced = makeTarget({ currency: 'EUR', city: 'Lyon' });
    const changes = noChanges();
    holdPrices(changes, update(priced.url, { prices: { '12.00': { count: 1, areas: [] } } }));
    expect(applyChanges(priced, changes, AT)).toMatchObject({
      currency: 'EUR',
      city: 'Lyon',
      low: 12,
    });
  });
  test('keeps the previous value of null fields', () => {
    const after = apply({ title: 'Northern Lanterns, extra show' });
    expect(after).toMatchObject({ title: 'Northern Lanterns, extra show', low: 58 });
    expect([after.venue, after.date, after.prices]).toEqual([
      target.venue,
      target.date,
      target.prices,
    ]);
  });
  test('that repeats the state changes nothing', () => {
    const { prices, title } = target;
    expect(apply({ prices: Object.fromEntries(Object.entries(prices).reverse()), title })).toBe(
      target,
    );
  });
  test('without tickets keeps the price that was seen last', () => {
    const after = apply({ prices: { '58.00': { count: 0, areas: [] } } });
    expect(after).toMatchObject({
      low: null,
      availability: 'none',
      last_seen: { low: 58, at: AT },
    });
  });
});

test('any updates in one batch end like the same updates one by one', () => {
  const price = fc.constantFrom('10.00', '12.00', '14.00');
  const section = fc.record({
    count: fc.nat(30),
    areas: fc.array(fc.constantFrom('A', 'B'), { maxLength: 2 }),
  });
  const part = fc.record({
    prices: fc.option(fc.dictionary(price, section), { nil: null }),
    title: fc.option(fc.string(), { nil: null }),
  });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const target = makeTarget();
      const together = noChanges();
      let oneByOne = target;
      for (const one of parts) {
        holdPrices(together, update(target.url, one));
        const alone = noChanges();
        holdPrices(alone, update(target.url, one));
        oneByOne = applyChanges(oneByOne, alone, AT);
      }
      const { prices, low, available, title } = applyChanges(target, together, AT);
      expect({ prices, low, available, title }).toEqual({
        prices: oneByOne.prices,
        low: oneByOne.low,
        available: oneByOne.available,
        title: oneByOne.title,
      });
    }),
  );
});

test('a failed check shows its reason and the next time, and a successful one clears them', () => {
  const target = makeTarget();
  const failing = noChanges();
  const next = '2026-11-20T14:04:00.000Z';
  const reason = 'Refused by the site (403).';
  failing.monitors.set(
    target.url,
    monitor(target.url, { state: 'failing', reason, next_check_at: next }),
  );
  const failed = applyChanges(target, failing, AT);
  expect(failed).toMatchObject({ failure: reason, failures: 1, next_check_at: next });
  const ok = noChanges();
  ok.monitors.set(target.url, monitor(target.url, {}));
  expect(applyChanges(failed, ok, AT)).toMatchObject({ failure: null, failures: 0 });
});

test('the state of the sale and its opening follow the checks', () => {
  const target = makeTarget();
  const changes = noChanges();
  const opens_at = '2026-12-15T09:00:00.000Z';
  changes.monitors.set(target.url, monitor(target.url, { sale_state: 'not_yet', opens_at }));
  const waiting = applyChanges(target, changes, AT);
  expect(waiting).toMatchObject({ sale_state: 'not_yet', opens_at });
  const early = noChanges();
  early.monitors.set(target.url, monitor(target.url, {}));
  expect(applyChanges(waiting, early, AT)).toMatchObject({ sale_state: 'not_yet', opens_at });
});

test('an alert that fired is shown as fired, and as armed after the price moved back', () => {
  const alert = {
    ...{ id: 3, url: '', kind: 'below' as const, value: 60, is_armed: true, fired_at: null },
    created_at: AT,
  };
  const target = makeTarget({ alerts: [alert, { ...alert, id: 4 }] });
  const apply = (alerts: ChannelData<'monitor'>['alerts'], before = target) => {
    const changes = noChanges();
    changes.monitors.set(target.url, monitor(target.url, { alerts }));
    return applyChanges(before, changes, AT);
  };
  const fired = apply([{ id: 3, is_armed: false, fired_at: AT }]);
  expect(fired.alerts).toEqual([{ ...alert, is_armed: false, fired_at: AT }, target.alerts[1]]);
  const armed = apply([{ id: 3, is_armed: true, fired_at: AT }], fired);
  expect(armed.alerts[0]).toMatchObject({ is_armed: true, fired_at: AT });
  // A message that was written before an alert was deleted does not bring it back.
  expect(apply([{ id: 9, is_armed: false, fired_at: AT }]).alerts).toBe(target.alerts);
  expect(apply(undefined, fired).alerts).toBe(fired.alerts);
});

test('a paused event names who paused it, also when the message of an earlier check comes late', () => {
  const paused = makeTarget({ is_paused: true, paused_by: 'ana@example.com' });
  const apply = (target: typeof paused, part: Partial<ChannelData<'monitor'>>) => {
    const changes = noChanges();
    changes.monitors.set(target.url, monitor(target.url, part));
    return applyChanges(target, changes, AT);
  };
  const late = apply(paused, {});
  expect(late).toMatchObject({ is_paused: false, paused_by: null });
  expect(apply(late, { state: 'paused', paused_by: 'ana@example.com' })).toMatchObject({
    is_paused: true,
    paused_by: 'ana@example.com',
  });
});

test('a removed event leaves the pages; untouched pages stay the same objects', () => {
  const [gone, stays, other] = [makeTarget(), makeTarget(), makeTarget()];
  const page = (data: (typeof gone)[]) => ({
    success: true as const,
    data,
    total: 3,
    next_cursor: null,
    counts: { unread: 0, none: 0, low: 0, medium: 0, high: 3 },
    tags: [],
  });
  const pages = { pages: [page([gone, stays]), page([other])], pageParams: [null, 'x'] };
  const changes = noChanges();
  changes.monitors.set(gone.url, monitor(gone.url, { state: 'removed' }));
  const [next, changed] = applyToPages(pages, changes, AT);
  expect(next.pages[0]?.data).toEqual([stays]);
  expect(next.pages[1]).toBe(pages.pages[1]);
  expect(changed).toEqual([]);
});

test.each([
  [58, 61, 'rise', 'Northern Lanterns rose $3.00 to $61.00'],
  [61, 58, 'fall', 'Northern Lanterns fell $3.00 to $58.00'],
  [58, null, 'info', 'Northern Lanterns sold out, watching for returns'],
  [null, 58, 'fall', 'Northern Lanterns back in stock from $58.00'],
])('from %s to %s the log describes the change', (before, after, kind, text) => {
  const target = makeTarget({ low: before });
  expect(describeChange({ before: target, after: { ...target, low: after } })).toEqual([
    kind,
    text,
  ]);
});

test('a change that leaves the lowest price alone is not logged', () => {
  const target = makeTarget();
  expect(describeChange({ before: target, after: { ...target, available: 3 } })).toBeNull();
});
