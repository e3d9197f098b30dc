import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backoffMs } from '../../shared/times.ts';
import { callsPerDay, isSaleSoon, planChecks } from '../../worker/features/artist-monitor/plan.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-11-22T10:00:00Z');

const quotaOf = (available: number, hoursLeft = 24) => ({
  available,
  limit: 5_000,
  resetsAt: NOW + hoursLeft * HOUR,
});

describe('the plan of checks', () => {
  const artist = fc.record({
    calls: fc.integer({ min: 1, max: 40 }),
    nextSaleAt: fc.option(fc.integer({ min: NOW - 2 * DAY, max: NOW + 5 * DAY })),
  });
  const artists = fc.array(artist, { maxLength: 300 });
  const quota = fc.option(
    fc.record({
      available: fc.integer({ min: 0, max: 5_000 }),
      limit: fc.constant(5_000),
      resetsAt: fc.option(fc.integer({ min: NOW - HOUR, max: NOW + DAY })),
    }),
  );

  test('a few artists are checked every 15 minutes before a sale, else every hour', () => {
    const soon = { calls: 1, nextSaleAt: NOW + 23 * HOUR };
    const other = { calls: 1, nextSaleAt: NOW + 25 * HOUR };
    expect(planChecks([soon, other], null, NOW)).toEqual({
      soonMs: 15 * MINUTE,
      otherMs: HOUR,
      checksPerDay: 120,
    });
    expect(isSaleSoon({ calls: 1, nextSaleAt: NOW - 59 * MINUTE }, NOW)).toBe(true);
    expect(isSaleSoon({ calls: 1, nextSaleAt: NOW - 61 * MINUTE }, NOW)).toBe(false);
  });

  test('200 artists, 20 of them before a sale, fit into the share of a day of 5,000 calls', () => {
    const all = Array.from({ length: 200 }, (_, index) => ({
      calls: 1,
      nextSaleAt: index < 20 ? NOW + HOUR : null,
    }));
    const plan = planChecks(all, quotaOf(5_000), NOW);
    expect(plan.checksPerDay).toBeLessThanOrEqual(3_000);
    expect(plan.checksPerDay).toBeGreaterThan(2_990);
    expect(plan.soonMs).toBeLessThan(32 * MINUTE);
    expect(plan.otherMs).toBeLessThan(128 * MINUTE);
  });

  test('the calls of a day never exceed what there is, unless every artist is checked only once', () => {
    fc.assert(
      fc.property(artists, quota, (all, left) => {
        const { soonMs, otherMs } = planChecks(all, left, NOW);
        const calls = all.reduce(
          (sum, one) => sum + (one.calls * DAY) / (isSaleSoon(one, NOW) ? soonMs : otherMs),
          0,
        );
        if (otherMs < DAY) expect(calls).toBeLessThanOrEqual(callsPerDay(left, NOW) * 1.000001);
        expect(soonMs).toBeGreaterThanOrEqual(15 * MINUTE);
        expect(otherMs).toBeGreaterThanOrEqual(soonMs);
        expect(otherMs).toBeLessThanOrEqual(DAY);
      }),
    );
  });

  test('another artist never makes checks more frequent', () => {
    fc.assert(
      fc.property(artists, artist, quota, (all, one, left) => {
        const plan = planChecks(all, left, NOW);
        const more = planChecks([...all, one], left, NOW);
        expect(more.soonMs).toBeGreaterThanOrEqual(plan.soonMs);
        expect(more.otherMs).toBeGreaterThanOrEqual(plan.otherMs);
      }),
    );
  });

  test('the allowance is shared with operators and other monitors, and shrinks with its rest', () => {
    expect(callsPerDay(null, NOW)).toBe(3_000);
    expect(callsPerDay(quotaOf(5_000), NOW)).toBe(3_000);
    expect(callsPerDay(quotaOf(1_500, 12), NOW)).toBe(1_000);
    expect(callsPerDay(quotaOf(900), NOW)).toBe(0);
    const one = [{ calls: 1, nextSaleAt: null }];
    expect(planChecks(one, quotaOf(900), NOW).otherMs).toBe(DAY);
  });

  test('a check that failed waits 1, 2, 4 ... 60 minutes', () => {
    const minutes = [1, 2, 3, 4, 5, 6, 7, 8, 99].map((count) => backoffMs(count) / MINUTE);
    expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });
});
