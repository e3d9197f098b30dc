import { describe, expect, test } from 'vitest';
import type { WatchedEvent } from '../../shared/price-monitor/schema.ts';
import { postedUrl } from '../../shared/price-monitor/schema.ts';
import { LOG_LIMIT, withActivity } from '../../web/features/price-monitor/live/activity.ts';
import {
  barsOf,
  describeHistory,
  pointAt,
  tickSteps,
} from '../../web/features/price-monitor/panel/history.ts';
import {
  alertsText,
  alertText,
  dayOf,
  FLASH_EVERY_MS,
  nextFlash,
  sectionTexts,
  shownPrice,
  signedPrice,
  sparkValues,
  stateOf,
  titleOf,
} from '../../web/features/price-monitor/view.ts';
import { TIME_FORMS, tickText } from '../../web/kit/time-text.ts';
import { isInReach } from '../../web/ui/sparkline.tsx';
import { makeWatchedEvent } from '../factories/watched-event.ts';

const NOW = Date.parse('2026-11-20T14:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

test('an event without a title is named after its address, cut at 30 characters', () => {
  const url = 'https://www.axs.com/events/1/a-very-long-name-of-a-tour-through-all-of-europe';
  expect(titleOf({ title: null, url })).toHaveLength(30);
  expect(titleOf({ title: 'Northern Lanterns', url })).toBe('Northern Lanterns');
});

test('prices are listed ascending, with two decimals, their sign, areas and count', () => {
  const prices = {
    '72.50': { count: 3, areas: ['Balcony', 'Box 3'] },
    '9.00': { count: 12, areas: [] },
  };
  expect(sectionTexts(makeWatchedEvent({ prices }))).toEqual([
    '$9.00 (12)',
    '$72.50 Balcony, Box 3 (3)',
  ]);
  expect(sectionTexts(makeWatchedEvent({ prices, currency: 'EUR' }))[0]).toBe('€9.00 (12)');
});

test('a sold-out event shows its last price, otherwise the lowest listed one', () => {
  const soldOut = { low: null, prices: { '58.00': { count: 0, areas: [] } } };
  expect(shownPrice(makeWatchedEvent({ ...soldOut, last_seen: { low: 61, at: '' } }))).toBe(61);
  expect(shownPrice(makeWatchedEvent({ ...soldOut, last_seen: null }))).toBe(58);
  expect(shownPrice(makeWatchedEvent({ low: null, last_seen: null, prices: {} }))).toBeNull();
});

test('the date of an event is written as in all lists', () => {
  expect(dayOf(makeWatchedEvent({ date: '2026-11-26 20:00' }))).toBe('26/11/2026');
  expect(dayOf(makeWatchedEvent({ date: 'spring' }))).toBe('spring');
  expect(dayOf(makeWatchedEvent({ date: null }))).toBeNull();
});

test.each([
  [{ is_paused: true, failure: 'Refused' }, 'paused'],
  [{ failure: 'Refused', low: null }, 'failing'],
  [{ checked_at: null }, 'new'],
  [{ sale_state: 'cancelled', low: null }, 'cancelled'],
  [{ sale_state: 'not_yet', low: null }, 'not-yet'],
  [{ sale_state: 'not_yet', is_paused: true }, 'paused'],
  [{ low: null }, 'sold-out'],
  [{ low: 12 }, 'on-sale'],
] satisfies [Partial<WatchedEvent>, string][])('%j is %s', (part, state) => {
  expect(stateOf(makeWatchedEvent(part))).toBe(state);
});

test.each([
  [-3, '−$3.00'],
  [12.5, '+$12.50'],
  [0, '$0.00'],
])('%d is written %s', (amount, text) => {
  expect(signedPrice(amount, null)).toBe(text);
});

test.each([
  [5_000, '5 s ago'],
  [9 * 60_000, '9 min ago'],
  // In the zone of the machine, whose offset may include a quarter of an hour, or whose day may
  // differ.
  [3 * 3_600_000, /^(?:19\/11\/2026 )?\d\d:\d\d$/],
  [50 * 3_600_000, /^1[89]\/11\/2026 \d\d:\d\d$/],
])('a check %d ms ago', (age, text) => {
  const shown = TIME_FORMS.age(NOW - age, NOW);
  if (typeof text === 'string') expect(shown).toBe(text);
  else expect(shown).toMatch(text);
});

test('alert rules are written as sentences', () => {
  expect(alertText({ kind: 'opens', value: null }, null)).toBe('opening of the sale');
  expect(alertText({ kind: 'rise', value: 15 }, null)).toBe('rise of 15%');
  expect(alertText({ kind: 'below', value: 55 }, null)).toBe('below $55.00');
  expect(alertText({ kind: 'above', value: 60 }, 'EUR')).toBe('above €60.00');
  expect(alertText({ kind: 'drop_percent', value: 10 }, null)).toBe('drop of 10%');
  expect(alertText({ kind: 'back_in_stock', value: null }, null)).toBe('back in stock');
  const alert = {
    id: 1,
    url: '',
    kind: 'below',
    value: 55,
    is_armed: true,
    fired_at: null,
    created_at: '',
  } as const;
  expect(alertsText(makeWatchedEvent({ alerts: [] }))).toBe('No alert');
  expect(alertsText(makeWatchedEvent({ alerts: [alert] }))).toBe('Alert below $55.00');
  expect(alertsText(makeWatchedEvent({ alerts: [alert, alert] }))).toBe('2 alerts');
});

test('the sparkline covers the day before the last check and omits the time without tickets', () => {
  const recent = [
    { at: minutesAgo(48 * 60), low: 70 },
    { at: minutesAgo(12 * 60), low: null },
    { at: minutesAgo(6 * 60), low: 50 },
  ];
  const values = sparkValues(makeWatchedEvent({ recent, checked_at: minutesAgo(0) }));
  expect([values[0], values.at(-1)]).toEqual([70, 50]);
  expect(values.length).toBeLessThan(32);
  expect(sparkValues(makeWatchedEvent({ recent: [] }))).toEqual([]);
});

test('the posted address spells event with a capital V', () => {
  expect(postedUrl('https://www.axs.com/events/1/event')).toBe(
    'https://www.axs.com/eVents/1/eVent',
  );
});

describe('the flash of a price', () => {
  const start = { price: 60, at: 0, direction: null };
  test('shows the direction of the price', () => {
    expect(nextFlash(start, 58, NOW)).toEqual({ price: 58, at: NOW, direction: 'down' });
    expect(nextFlash(start, 61, NOW).direction).toBe('up');
  });
  test('appears at most once a second, while the price is always current', () => {
    const first = nextFlash(start, 58, NOW);
    const second = nextFlash(first, 57, NOW + FLASH_EVERY_MS - 1);
    expect(second).toEqual({ ...first, price: 57 });
    expect(nextFlash(second, 59, NOW + FLASH_EVERY_MS)).toMatchObject({ direction: 'up' });
    expect(FLASH_EVERY_MS).toBe(1000);
  });
  test('does not appear for the first price or the same one', () => {
    expect(nextFlash(start, 60, NOW)).toBe(start);
    expect(nextFlash({ ...start, price: null }, 58, NOW).direction).toBeNull();
  });
});

test('the activity log holds the 50 newest entries, newest first', () => {
  let log: ReturnType<typeof withActivity> = [];
  for (let at = 1; at <= 60; at++) log = withActivity(log, { at, kind: 'info', text: String(at) });
  expect(log).toHaveLength(50);
  expect(LOG_LIMIT).toBe(50);
  expect([log[0]?.text, log.at(-1)?.text]).toEqual(['60', '11']);
  expect(new Set(log.map(({ id }) => id)).size).toBe(50);
});

describe('the history', () => {
  const point = (minutes: number, low: number | null, available: number) => ({
    at: minutesAgo(minutes),
    low,
    median: low,
    high: low === null ? null : low + 50,
    available,
    source: 'page' as const,
  });
  const points = [point(60, 84, 4), point(30, null, 0), point(10, 58, 64)];

  test('has bars of the available tickets at the end of each section of the time axis', () => {
    const bars = barsOf(points, NOW, 6);
    expect(bars.map(({ available }) => available)).toEqual([4, 4, 0, 0, 64, 64]);
    expect(bars.at(-1)?.at).toBe(NOW);
    expect(barsOf([], NOW, 6)).toEqual([]);
  });
  test('finds the step that holds at a time', () => {
    expect([61, 60, 11, 10, 0].map((ago) => pointAt(points, NOW - ago * 60_000))).toEqual([
      0, 0, 1, 2, 2,
    ]);
  });
  test.each([2 / 60, 1, 24, 48, 49, 7 * 24, 30 * 24])(
    'of %d hours never repeats a label in a row',
    (hours) => {
      const span = hours * 3_600_000;
      for (const step of tickSteps(span))
        expect(tickText(NOW + step * 1000, span)).not.toBe(tickText(NOW, span));
    },
  );
  test('is described in one sentence', () => {
    const format = (price: number) => `$${price}`;
    expect(describeHistory(points, format)).toBe(
      'Lowest price fell from $84 to $58, highest price at most $134, 64 tickets left.',
    );
    expect(describeHistory([point(5, null, 0)], format)).toBe(
      'No ticket was available in this period.',
    );
  });
});

test.each([
  ['just below the prices', 55, [58, 142], true],
  ['far above them', 900, [58, 142], false],
  ['near a price that never moved', 70, [60, 60], true],
  ['far from a price that never moved', 80, [60, 60], false],
])('an alert %s is drawn in the chart or not: %d', (_, alert, [low = 0, high = 0], isDrawn) =>
  expect(isInReach(alert, low, high)).toBe(isDrawn),
);
