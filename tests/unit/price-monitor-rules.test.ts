import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ALERT_KINDS,
  type AlertRule,
  initialAlertState,
  isPercentKind,
  isValueless,
  type Observation,
  REARM_EMPTY_CHECKS,
  REARM_RATIO,
  stepAlert,
} from '../../shared/price-monitor/alerts.ts';
import {
  availabilityOf,
  bandsOf,
  canonicalUrl,
  formatPrice,
  sectionsOf,
  TITLE_CHARACTERS,
  titleFromUrl,
} from '../../shared/price-monitor/prices.ts';
import { backoffMs, LONGEST_BACKOFF_MS } from '../../shared/times.ts';
import {
  checkInterval,
  PAGE_SPACING_MS,
} from '../../worker/features/price-monitor/checks/check.ts';

describe('prices', () => {
  it.each([
    [0, 'none'],
    [1, 'low'],
    [5, 'low'],
    [6, 'medium'],
    [20, 'medium'],
    [21, 'high'],
  ])('%i tickets are %s', (tickets, name) => expect(availabilityOf(tickets)).toBe(name));

  it.each([
    [12, null, '$12.00'],
    [1234.5, null, '$1,234.50'],
    [58, 'USD', '$58.00'],
    [214, 'EUR', '€214.00'],
    [9.99, 'GBP', '£9.99'],
    [5000, 'JPY', '¥5,000.00'],
  ])('formats %d in %s as %s', (price, currency, text) =>
    expect(formatPrice(price, currency)).toBe(text),
  );

  it('lists prices in ascending order, by value and not by letter', () => {
    const prices = { '100.00': { count: 1, areas: ['B'] }, '20.00': { count: 3, areas: [] } };
    expect(sectionsOf(prices)).toEqual([
      { price: 20, available: 3, areas: [] },
      { price: 100, available: 1, areas: ['B'] },
    ]);
  });

  it('counts each ticket in the median and skips sold-out prices', () => {
    const areas: string[] = [];
    const prices = {
      '10.00': { count: 0, areas },
      '20.00': { count: 1, areas },
      '30.00': { count: 5, areas },
      '90.00': { count: 1, areas },
    };
    expect(bandsOf(prices)).toEqual({ low: 20, median: 30, high: 90, available: 7 });
    expect(bandsOf({})).toEqual({ low: null, median: null, high: null, available: 0 });
  });

  it.each([
    ['https://axs.com/eVents/1', 'https://axs.com/events/1'],
    [' https://AXS.com/event/A#map ', 'https://axs.com/event/A'],
    ['https://www.eVentim.de/event/x', 'https://www.eventim.de/event/x'],
    ['lakeside center', 'lakeside center'],
  ])('stores %s as %s', (given, stored) => expect(canonicalUrl(given)).toBe(stored));

  it.each([
    ['https://axs.com/event/northern-lanterns/12345', 'northern lanterns'],
    ['https://axs.com/event/M%C3%A5neskin_live', 'Måneskin live'],
    ['https://axs.com/e/1', 'axs.com'],
    ['https://axs.com/100%-live-show', '100% live show'],
  ])('names %s "%s"', (url, title) => expect(titleFromUrl(url)).toBe(title));

  it('cuts the title of an address at 30 characters', () => {
    const title = titleFromUrl(`https://axs.com/${'long-'.repeat(20)}`);
    expect(title).toBe('long long long long long long');
    expect(titleFromUrl(`https://axs.com/${'x'.repeat(99)}`)).toHaveLength(TITLE_CHARACTERS);
  });
});

const MINUTE = 60_000;

describe('when an event is checked', () => {
  it('waits 1, 2, 4 and so on up to 60 minutes after failures in a row', () => {
    const minutes = Array.from({ length: 9 }, (_, index) => backoffMs(index + 1) / MINUTE);
    expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
    fc.assert(
      fc.property(fc.nat(), (n) => {
        expect(backoffMs(n)).toBeLessThanOrEqual(LONGEST_BACKOFF_MS);
      }),
    );
  });

  it('is every minute for a team’s list, and as often as hosts, connections and quota allow for 2,000', () => {
    const every = (all: number, ofHost: number, listed = 0) =>
      checkInterval({ all, ofHost, listed }, listed > 0) / MINUTE;
    expect(every(45, 10)).toBe(1);
    expect(every(2_000, 50)).toBe(11);
    expect(every(2_000, 2_000)).toBe(42);
    expect(every(2_000, 50, 2_000)).toBe(29);
  });

  it('never exceeds the pace of a host, six connections or its share of the quota', () => {
    const load = fc.record({ all: fc.nat(50_000), ofHost: fc.nat(50_000), listed: fc.nat(50_000) });
    fc.assert(
      fc.property(load, (counts) => {
        const interval = checkInterval(counts, true);
        expect(interval).toBeGreaterThanOrEqual(MINUTE);
        expect(counts.ofHost * PAGE_SPACING_MS).toBeLessThanOrEqual(interval);
        expect(Math.ceil(counts.listed / 100) * (1440 / (interval / MINUTE))).toBeLessThanOrEqual(
          1_000,
        );
      }),
    );
  });
});

const NOW = Date.UTC(2026, 10, 20);

/** A check that found tickets, or what a test changes of it. */
const observed = (part: Partial<Observation> = {}): Observation => ({
  low: null,
  available: 0,
  saleState: 'on_sale',
  opensAt: null,
  ...part,
});

const rules: fc.Arbitrary<AlertRule> = fc
  .record({ kind: fc.constantFrom(...ALERT_KINDS), value: fc.integer({ min: 1, max: 99 }) })
  .map(({ kind, value }) => ({ kind, value: isValueless(kind) ? null : value }));
const observations: fc.Arbitrary<Observation> = fc.oneof(
  fc.constantFrom(
    observed({ saleState: 'sold_out' }),
    observed({ saleState: 'cancelled' }),
    observed({ saleState: 'not_yet', opensAt: NOW + 1_000 }),
    observed({ saleState: 'not_yet', opensAt: NOW + 2_000 }),
  ),
  fc
    .record({ low: fc.integer({ min: 1, max: 150 }), available: fc.integer({ min: 1, max: 30 }) })
    .map((part) => observed(part)),
);

/** The indexes of the observations at which a rule fires, from its first state. */
function firings(
  rule: AlertRule,
  start: Observation | null,
  seen: readonly Observation[],
): number[] {
  let state = initialAlertState(rule.kind, start);
  return seen.flatMap((observation, index) => {
    const step = stepAlert(rule, state, observation, NOW);
    state = step.state;
    return step.fires ? [index] : [];
  });
}

/** Whether these observations arm the rule again. A rule for a drop or a rise needs no recovery. */
function isBack({ kind, value }: AlertRule, seen: readonly Observation[]): boolean {
  const limit = value ?? 0;
  const prices = seen.flatMap(({ low }) => (low === null ? [] : [low]));
  if (kind === 'below') return Math.max(...prices) >= limit * (1 + REARM_RATIO);
  if (kind === 'above') return Math.min(...prices) <= limit * (1 - REARM_RATIO);
  const empty = seen.filter(({ available }) => available === 0);
  return isPercentKind(kind) || kind === 'opens' || empty.length >= REARM_EMPTY_CHECKS;
}

const lows = (...prices: (number | null)[]) =>
  prices.map((low) =>
    low === null ? observed({ saleState: 'sold_out' }) : observed({ low, available: 1 }),
  );

describe('alert rules', () => {
  it('fires once below a price and again only after the price rose by 2 % above it', () => {
    const seen = lows(60, 50, 49, 50.9, 49, 51, 49);
    expect(firings({ kind: 'below', value: 50 }, null, seen)).toEqual([2, 6]);
  });

  it('fires once above a price and again only after the price fell by 2 % below it', () => {
    const seen = lows(90, 100, 101, 98.5, 101, 98, 101);
    expect(firings({ kind: 'above', value: 100 }, null, seen)).toEqual([2, 6]);
  });

  it('fires when tickets return, and not after a single check without any', () => {
    const seen = lows(40, null, 40, null, null, 40, 41);
    expect(firings({ kind: 'back_in_stock', value: null }, null, seen)).toEqual([5]);
  });

  it('fires at the first ticket of an event that was sold out when the rule was set', () => {
    const [empty] = lows(null);
    expect(firings({ kind: 'back_in_stock', value: null }, empty ?? null, lows(40))).toEqual([0]);
  });

  it('measures a drop from the highest price since it fired last', () => {
    const seen = lows(100, 91, 90, 85, 80, 100, 91, 90);
    expect(firings({ kind: 'drop_percent', value: 10 }, null, seen)).toEqual([2, 4, 7]);
  });

  it('measures a rise from the lowest price since it fired last', () => {
    const prices = lows(100, 109, 110, 115, 121, 90, 98, 99);
    expect(firings({ kind: 'rise', value: 10 }, null, prices)).toEqual([2, 4, 7]);
    for (let cents = 1; cents < 5_000; cents += 7) {
      const exact = lows(cents / 10, (cents * 3) / 20);
      expect(firings({ kind: 'rise', value: 50 }, null, exact)).toEqual([1]);
      expect(
        firings({ kind: 'drop_percent', value: 30 }, null, lows(cents / 10, (cents * 7) / 100)),
      ).toEqual([1]);
    }
  });

  describe('about the opening of a sale', () => {
    const opens = (start: Observation | null, ...checks: Observation[]) =>
      firings({ kind: 'opens', value: null }, start, checks);
    const notYet = (opensAt: number | null) => observed({ saleState: 'not_yet', opensAt });
    const [onSale, soldOut] = [
      observed({ low: 40, available: 2 }),
      observed({ saleState: 'sold_out' }),
    ];
    const [past, future] = [NOW - 1_000, NOW + 1_000];

    it('fires when the opening becomes known, when it moves, and when it is reached', () => {
      const checks = [notYet(null), notYet(future), notYet(future), notYet(future + 1), onSale];
      expect(opens(null, ...checks, onSale)).toEqual([1, 3, 4]);
    });
    it('does not repeat facts that existed when it was set', () => {
      expect(opens(notYet(future), notYet(future), onSale)).toEqual([1]);
    });
    it('keeps an opening that a page no longer names', () => {
      expect(opens(notYet(future), notYet(null), notYet(future))).toEqual([]);
    });
    it('fires for tickets that were gone at the first reading, but not for tickets that never existed', () => {
      expect(opens(notYet(past), soldOut)).toEqual([0]);
      expect(opens(notYet(future), soldOut, onSale)).toEqual([]);
    });
    it('does not fire for an event that is on sale, sold out or cancelled', () => {
      const cancelled = observed({ saleState: 'cancelled' });
      expect(opens(null, onSale, soldOut, onSale)).toEqual([]);
      expect(opens(notYet(past), cancelled, onSale)).toEqual([]);
    });
    it('is not treated as the return of tickets', () => {
      const stock = (start: Observation | null, ...checks: Observation[]) =>
        firings({ kind: 'back_in_stock', value: null }, start, checks);
      expect(stock(notYet(future), notYet(future), notYet(future), onSale)).toEqual([]);
      expect(stock(soldOut, notYet(future), onSale)).toEqual([]);
      expect(stock(notYet(future), onSale, soldOut, soldOut, onSale)).toEqual([3]);
    });
    it('does not treat a cancelled event that is on sale again as back in stock', () => {
      const stock = (...checks: Observation[]) =>
        firings({ kind: 'back_in_stock', value: null }, soldOut, checks);
      const cancelled = observed({ saleState: 'cancelled' });
      expect(stock(cancelled, cancelled, onSale)).toEqual([]);
      expect(stock(cancelled, soldOut, soldOut, onSale)).toEqual([3]);
    });
  });

  it('never fires without its condition, and never at an observation that repeats the last one', () => {
    fc.assert(
      fc.property(rules, fc.array(observations, { maxLength: 60 }), (rule, seen) => {
        const twice = seen.flatMap((observation) => [observation, observation]);
        for (const index of firings(rule, null, twice)) {
          const { low, available } = twice[index] ?? { low: null, available: 0 };
          expect(index % 2).toBe(0);
          if (rule.kind === 'opens') continue;
          if (rule.kind === 'below') expect(low).toBeLessThan(rule.value ?? 0);
          if (rule.kind === 'above') expect(low).toBeGreaterThan(rule.value ?? 0);
          if (rule.kind === 'back_in_stock') expect(available).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('requires a clear move back between two firings', () => {
    fc.assert(
      fc.property(rules, fc.array(observations, { maxLength: 60 }), (rule, seen) => {
        const fired = firings(rule, null, seen);
        for (const [at, index] of fired.slice(1).entries()) {
          expect(isBack(rule, seen.slice((fired[at] ?? 0) + 1, index))).toBe(true);
        }
      }),
    );
  });

  it('changes nothing for price rules while there is no ticket', () => {
    fc.assert(
      fc.property(rules, observations, (rule, start) => {
        fc.pre(!isValueless(rule.kind));
        const state = initialAlertState(rule.kind, start);
        const step = stepAlert(rule, state, observed({ saleState: 'sold_out' }), NOW);
        expect(step).toEqual({ state, fires: false });
      }),
    );
  });
});
