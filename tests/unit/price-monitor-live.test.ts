import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { type ChannelData, type ChannelMessage, merge } from '../../shared/channel.ts';
import type { WatchedEvent } from '../../shared/price-monitor/schema.ts';
import { makeWatchedEvent } from '../factories/watched-event.ts';

// The client of the API reads the address of the page.
vi.stubGlobal('location', { origin: 'https://desk.test' });
const { describeChange, withLastStates } = await import(
  '../../web/features/price-monitor/live/live-event.ts'
);

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
  const event = makeWatchedEvent();
  const apply = (part: Partial<ChannelData<'priceUpdate'>>, before = event) =>
    withLastStates(before, { prices: update(before.url, part), monitor: null });

  test('changes prices, lowest price, tickets, class and the sparkline', () => {
    const recent = [{ at: AT, low: 55 }];
    const last_seen = { low: 55, at: AT };
    const prices = { '55.00': { count: 3, areas: ['Box 3'] } };
    expect(apply({ prices, recent, last_seen, changed_at: AT })).toMatchObject({
      prices,
      low: 55,
      available: 3,
      availability: 'low',
      recent,
      last_seen,
      changed_at: AT,
    });
  });
  test('adds the currency and the place of an event that was just added', () => {
    const added = makeWatchedEvent({ currency: null, city: null, country: null, changed_at: null });
    const fresh = { city: 'London', country: 'GB', currency: 'GBP' };
    const prices = { '46.50': { count: 4, areas: [] } };
    const before = { ...added, low: null, prices: {} };
    const after = apply({ prices, ...fresh }, before);
    expect(after).toMatchObject({ ...fresh, low: 46.5 });
    expect(describeChange(before, after)).toEqual([
      'info',
      'Northern Lanterns read for the first time: from £46.50',
    ]);
  });
  test('changes the event even if only the currency differs', () => {
    expect(apply({ currency: 'EUR' })).toMatchObject({ currency: 'EUR', low: 58 });
    expect(apply({ city: 'Evanston' })).toMatchObject({ city: 'Evanston', currency: null });
  });
  test('without currency and city keeps both', () => {
    const priced = makeWatchedEvent({ currency: 'EUR', city: 'Lyon' });
    const prices = { '12.00': { count: 1, areas: [] } };
    expect(apply({ prices }, priced)).toMatchObject({ currency: 'EUR', city: 'Lyon', low: 12 });
  });
  test('keeps the previous value of null fields', () => {
    const after = apply({ title: 'Northern Lanterns, extra show' });
    expect(after).toEqual({ ...event, title: 'Northern Lanterns, extra show' });
  });
  test('without tickets keeps the last price', () => {
    const after = apply({ prices: { '58.00': { count: 0, areas: [] } } });
    expect(after).toMatchObject({
      low: null,
      availability: 'none',
      last_seen: event.last_seen,
    });
  });
});

test('the last state of the channel has the same result as all updates one by one', () => {
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
      const event = makeWatchedEvent();
      const updates = parts.map((one) => update(event.url, one));
      const last = updates
        .map((data): ChannelMessage => ({ type: 'priceUpdate', data }))
        .reduce<ChannelMessage | null>(merge, null);
      const prices = last?.type === 'priceUpdate' ? last.data : null;
      const oneByOne = updates.reduce<WatchedEvent>(
        (event, data) => withLastStates(event, { prices: data, monitor: null }),
        event,
      );
      expect(withLastStates(event, { prices, monitor: null })).toEqual(oneByOne);
    }),
  );
});

const stated = (
  event: ReturnType<typeof makeWatchedEvent>,
  part: Partial<ChannelData<'monitor'>>,
  prices: ChannelData<'priceUpdate'> | null = null,
) => withLastStates(event, { prices, monitor: monitor(event.url, part) });

test('a failed check shows its reason and the next time, and a successful one clears them', () => {
  const next = '2026-11-20T14:04:00.000Z';
  const reason = 'Refused by the site (403).';
  const failed = stated(makeWatchedEvent(), { state: 'failing', reason, next_check_at: next });
  expect(failed).toMatchObject({ failure: reason, failures: 1, next_check_at: next });
  expect(stated(failed, { reason })).toMatchObject({ failure: null, failures: 0 });
  const { checked_at } = failed;
  expect(stated(failed, { state: 'paused', checked_at: null })).toMatchObject({ checked_at });
});

test('the state of the sale, its opening and the change in an hour follow the checks', () => {
  const opens_at = '2026-12-15T09:00:00.000Z';
  const move = { amount: 10, minutes: 60 };
  const waiting = stated(makeWatchedEvent(), { sale_state: 'not_yet', opens_at, move });
  expect(waiting).toMatchObject({ sale_state: 'not_yet', opens_at, move });
  expect(stated(waiting, {})).toMatchObject({ sale_state: 'not_yet', opens_at, move });
  expect(stated(waiting, { opens_at: null, move: null })).toMatchObject({
    opens_at: null,
    move: null,
  });
});

test('an alert that fired is shown as fired, and as armed after the price moved back', () => {
  const alert = {
    id: 3,
    url: '',
    kind: 'below' as const,
    value: 60,
    is_armed: true,
    fired_at: null,
    created_at: AT,
  };
  const event = makeWatchedEvent({ alerts: [alert, { ...alert, id: 4 }] });
  const fired = stated(event, { alerts: [{ id: 3, is_armed: false, fired_at: AT }] });
  expect(fired.alerts).toEqual([{ ...alert, is_armed: false, fired_at: AT }, event.alerts[1]]);
  const armed = stated(fired, { alerts: [{ id: 3, is_armed: true, fired_at: AT }] });
  expect(armed.alerts[0]).toMatchObject({ is_armed: true, fired_at: AT });
  // A message that was written before an alert was deleted does not bring it back.
  const late = stated(event, { alerts: [{ id: 9, is_armed: false, fired_at: AT }] });
  expect(late.alerts).toEqual(event.alerts);
  expect(stated(fired, { alerts: undefined }).alerts).toEqual(fired.alerts);
});

test('a list that was loaded after a message keeps its newer values', () => {
  const prices = update('', { prices: { '70.00': { count: 1, areas: [] } }, title: 'Old' });
  const paused = makeWatchedEvent({ is_paused: true, paused_by: 'ana@example.com', version: 8 });
  expect(stated(paused, { version: 7 }, prices)).toBe(paused);
  expect(stated(paused, { version: 8, state: 'paused' }, prices)).toMatchObject({ low: 70 });
  expect(stated(paused, { version: 9 }, prices)).toMatchObject({
    is_paused: false,
    paused_by: null,
    title: 'Old',
    version: 9,
  });
});

test('an event without messages stays the same object', () => {
  const event = makeWatchedEvent();
  expect(withLastStates(event, { prices: null, monitor: null })).toBe(event);
});

test.each([
  [58, 61, 'rise', 'Northern Lanterns rose $3.00 to $61.00'],
  [61, 58, 'fall', 'Northern Lanterns fell $3.00 to $58.00'],
  [58, null, 'info', 'Northern Lanterns sold out, watching for returns'],
  [null, 58, 'fall', 'Northern Lanterns back in stock from $58.00'],
])('from %s to %s the log describes the change', (before, after, kind, text) => {
  const event = makeWatchedEvent({ low: before });
  expect(describeChange(event, { ...event, low: after })).toEqual([kind, text]);
});

test('a change that leaves the lowest price alone is not logged', () => {
  const event = makeWatchedEvent();
  expect(describeChange(event, { ...event, available: 3 })).toBeNull();
});

const OPENS = '2026-12-15T09:00:00.000Z';
test.each<[Partial<WatchedEvent>, Partial<WatchedEvent>, [string, string] | null]>([
  [{}, { low: null, sale_state: 'cancelled' }, ['info', 'Northern Lanterns is cancelled']],
  [
    {},
    { low: null, sale_state: 'sold_out' },
    ['info', 'Northern Lanterns sold out, watching for returns'],
  ],
  [{}, { low: null, sale_state: 'not_yet' }, ['info', 'Northern Lanterns is not on sale yet']],
  [
    {},
    { low: null, sale_state: 'not_yet', opens_at: OPENS },
    [
      'info',
      expect.stringMatching(
        /^Northern Lanterns is not on sale yet \(from 1[45]\/12\/2026 \d\d:\d\d\)$/,
      ),
    ],
  ],
  [
    {},
    { sale_state: 'no_event', failure: 'The page describes no event.' },
    ['error', 'Northern Lanterns: The page describes no event.'],
  ],
  [
    {},
    { sale_state: 'unreadable', failure: 'The price "1.250" can be read in several ways.' },
    ['error', 'Northern Lanterns: The price "1.250" can be read in several ways.'],
  ],
  [
    {},
    { sale_state: 'refused', failure: 'The site asks whether a human reads' },
    ['error', 'Northern Lanterns: The site asks whether a human reads'],
  ],
  [
    { sale_state: 'refused', failure: 'The site asks whether a human reads' },
    {},
    ['info', 'Northern Lanterns can be read again'],
  ],
  [
    { sale_state: 'refused', failure: 'No.' },
    { low: 50 },
    ['fall', 'Northern Lanterns fell $8.00 to $50.00'],
  ],
  [
    { low: null, sale_state: 'not_yet' },
    {},
    ['info', 'Northern Lanterns went on sale from $58.00'],
  ],
  [
    { low: null, sale_state: 'sold_out' },
    {},
    ['fall', 'Northern Lanterns back in stock from $58.00'],
  ],
  // A host that requires a pause delays the check of an event that was never read.
  [
    { sale_state: 'unknown', changed_at: null, low: null },
    { sale_state: 'unknown', changed_at: null, low: null },
    null,
  ],
])('from the state %j to %j the log describes the change', (before, after, entry) => {
  const event = makeWatchedEvent();
  expect(describeChange({ ...event, ...before }, { ...event, ...after })).toEqual(entry);
});

test('prices bring the state of their sale, and a later state replaces it', () => {
  const prices = update('', { prices: {}, sale_state: 'not_yet', opens_at: OPENS });
  expect(withLastStates(makeWatchedEvent(), { prices, monitor: null })).toMatchObject({
    sale_state: 'not_yet',
    opens_at: OPENS,
  });
  expect(stated(makeWatchedEvent(), { sale_state: 'unreadable' }, prices)).toMatchObject({
    sale_state: 'unreadable',
  });
});
