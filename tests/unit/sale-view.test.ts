import { describe, expect, test } from 'vitest';
import type { SaleCode, SaleWindow } from '../../shared/sales/schema.ts';
import {
  codeFor,
  countdown,
  describeWindow,
  fitWords,
  headlineOf,
  nextMoment,
  outlookOf,
  stateOf,
  timeLine,
} from '../../web/features/sales/page/view.ts';

const NOW = Date.parse('2026-11-25T16:38:12Z');
const HOUR = 3_600_000;
const at = (hours: number) => new Date(NOW + hours * HOUR).toISOString();

const window = (opens: number | null, closes: number | null, part: Partial<SaleWindow> = {}) => ({
  kind: 'presale' as const,
  presale_name: 'Fan Club',
  is_followed: false,
  opens_at: opens === null ? null : at(opens),
  closes_at: closes === null ? null : at(closes),
  next_reminder_at: null,
  ...part,
});

describe('a window', () => {
  test.each([
    ['open', window(-1, 1), 'Open, closes in 1 h 0 min'],
    ['open', window(-1, null), 'Open'],
    ['open', window(0, null), 'Open'],
    ['ahead', window(1, 2), 'Opens in 1 h 0 min'],
    ['ahead', window(80, null), 'Opens in 3 d 8 h'],
    ['closed', window(-2, -1), 'Closed'],
    ['closed', window(null, 0), 'Closed'],
    ['untimed', window(null, null), 'Times not published'],
    ['untimed', window(null, 1), 'Times not published'],
  ])('is %s: %j', (state, one, words) => {
    expect(stateOf(one, NOW)).toBe(state);
    expect(describeWindow(one, NOW)).toBe(words);
  });
});

test('the next event is an opening, or otherwise the end of an open window', () => {
  const [open, ahead, later] = [window(-1, 1), window(5, 6), window(9, null)];
  expect(nextMoment([later, ahead, open], NOW)).toMatchObject({ kind: 'opens', window: ahead });
  expect(nextMoment([open], NOW)).toMatchObject({ kind: 'closes', at: NOW + HOUR });
  expect(nextMoment([window(-2, -1), window(-1, null), window(null, null)], NOW)).toBeNull();
});

describe('without a next moment', () => {
  const general = { kind: 'general' as const, presale_name: null };
  test.each([
    ['Presale open', [window(-1, null)]],
    ['Presale open', [window(-1, null), window(-3, -2), window(null, null, general)]],
    ['On sale', [window(-1, null, general)]],
    ['On sale', [window(-1, null), window(-1, null, general)]],
    ['Sales are over', [window(-2, -1)]],
    ['Announced', []],
  ])('an event is: %s', (value, windows) => {
    expect(headlineOf({ windows, note: null }, NOW).value).toBe(value);
    expect(headlineOf({ windows, note: 'Cancelled' }, NOW).value).toBe('Cancelled');
  });

  test('an event cannot be followed', () => {
    const known_from = [{ source: 'monitor' as const }];
    expect(outlookOf({ note: null, known_from })).toMatch(/^A presale or a sale time appears here/);
    expect(outlookOf({ note: 'Cancelled', known_from })).toMatch(/^A cancelled event/);
    expect(outlookOf({ note: null, known_from: [] })).toMatch(/^Monitor the artist/);
  });
});

test('a code fits only a presale that its mail names, and no other', () => {
  expect(fitWords({ fit: 'presale', presale_name: 'Fan Club' })).toBe('fits');
  expect(fitWords({ fit: 'presale', presale_name: null })).toBe('may fit');
  expect(fitWords({ fit: 'time', presale_name: 'Fan Club' })).toBe('may fit');
  expect(fitWords({ fit: 'artist', presale_name: null })).toBe('may fit');
});

test.each([
  [17 * HOUR + 21 * 60_000 + 48_000, '17h 21min 48s'],
  [59_001, '1min 0s'],
  [1, '0min 1s'],
  [-5, '0min 0s'],
  [49 * HOUR, '2d 1h 0min'],
])('a countdown of %i ms is %s', (ms, text) => {
  expect(
    countdown(ms)
      .map(({ value, unit }) => value + unit)
      .join(' '),
  ).toBe(text);
});

test('the code of a window names its presale, or no presale', () => {
  const code = (text: string, presale: string | null) =>
    ({ code: text, presale_name: presale }) as SaleCode;
  const codes = [code('A', 'Card'), code('B', null), code('C', 'Fan Club')];
  expect(codeFor(codes, window(0, 1))?.code).toBe('C');
  expect(codeFor(codes, window(0, 1, { presale_name: 'Radio' }))?.code).toBe('B');
  expect(codeFor(codes, window(0, 1, { kind: 'general', presale_name: null }))).toBeUndefined();
  expect(codeFor(codes.slice(0, 1), window(0, 1))).toBeUndefined();
  expect(codeFor(codes, undefined)).toBeUndefined();
});

test('a general sale that ends with the concert leaves space for the presales on the time line', () => {
  const general = window(48, 24 * 300, { kind: 'general', presale_name: null });
  const { bars, now } = timeLine([window(-20, 16), general, window(null, null)], NOW);
  expect(bars[0]?.width).toBeGreaterThan(25);
  expect(bars[1]).toMatchObject({ isOpenEnded: true });
  expect(bars[2]).toBeNull();
  expect(now).toBeGreaterThan(10);
  for (const bar of bars) if (bar) expect(bar.left + bar.width).toBeLessThanOrEqual(101);
  expect(timeLine([], NOW)).toEqual({ bars: [], now: null });
});
