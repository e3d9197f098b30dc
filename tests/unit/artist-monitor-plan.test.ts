import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backoffMs } from '../../shared/times.ts';
import {
  type CheckDemand,
  callsLeft,
  callsPerDay,
  isSaleSoon,
  planChecks,
} from '../../worker/features/artist-monitor/plan.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-11-22T10:00:00Z');

const quotaOf = (available: number, hoursLeft = 24) => ({
  available,
  limit: 5_000,
  resetsAt: NOW + hoursLeft * HOUR,
});

interface Artist {
  calls: number;
  nextSaleAt: number | null;
  isCovered?: boolean;
}

/** The numbers that the database counts. */
function demandOf(artists: readonly Artist[]): CheckDemand {
  const groupOf = (group: readonly Artist[]) => ({
    artists: group.length,
    calls: group.reduce((sum, { calls }) => sum + calls, 0),
  });
  const isSoon = ({ nextSaleAt }: Artist) => isSaleSoon(nextSaleAt, NOW);
  return {
    soon: groupOf(artists.filter(isSoon)),
    other: groupOf(artists.filter((one) => !isSoon(one) && !one.isCovered)),
    covered: groupOf(artists.filter((one) => !isSoon(one) && one.isCovered)),
  };
}

describe('the plan of checks', () => {
  const artist = fc.record({
    calls: fc.integer({ min: 1, max: 40 }),
    nextSaleAt: fc.option(fc.integer({ min: NOW - 2 * DAY, max: NOW + 5 * DAY })),
    isCovered: fc.boolean(),
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
    expect(planChecks(demandOf([soon, other]), null, NOW)).toEqual({
      soonMs: 15 * MINUTE,
      otherMs: HOUR,
      coveredMs: DAY,
      oldestMs: HOUR,
      checksPerDay: 120,
    });
    expect(isSaleSoon(NOW - 59 * MINUTE, NOW)).toBe(true);
    expect(isSaleSoon(NOW - 61 * MINUTE, NOW)).toBe(false);
  });

  test('200 artists, 20 of them before a sale, fit into the share of a day of 5,000 calls', () => {
    const all = Array.from({ length: 200 }, (_, index) => ({
      calls: 1,
      nextSaleAt: index < 20 ? NOW + HOUR : null,
    }));
    const plan = planChecks(demandOf(all), quotaOf(5_000), NOW);
    expect(plan.checksPerDay).toBeLessThanOrEqual(3_000);
    expect(plan.checksPerDay).toBeGreaterThan(2_990);
    expect(plan.soonMs).toBeLessThan(32 * MINUTE);
    expect(plan.otherMs).toBeLessThan(128 * MINUTE);
  });

  test('the calls of a day, and those until the quota resets, never exceed the available calls', () => {
    fc.assert(
      fc.property(artists, quota, (all, left) => {
        const demand = demandOf(all);
        const { soonMs, otherMs, coveredMs } = planChecks(demand, left, NOW);
        const callsIn = (ms: number, count = (checks: number) => checks) =>
          demand.soon.calls * count(ms / soonMs) +
          demand.other.calls * count(ms / otherMs) +
          demand.covered.calls * count(ms / coveredMs);
        const remainingMs = (left?.resetsAt ?? NOW + DAY) - NOW;
        const most = (callsPerDay(left, NOW) * Math.max(0, remainingMs)) / DAY;
        expect(callsIn(remainingMs, Math.floor)).toBeLessThanOrEqual(most * 1.000001);
        expect(callsIn(DAY)).toBeLessThanOrEqual(3_000 * 1.000001);
        expect(soonMs).toBeGreaterThanOrEqual(15 * MINUTE);
        expect(otherMs).toBeGreaterThanOrEqual(soonMs);
        expect(otherMs).toBeLessThan(20 * DAY);
        expect(coveredMs).toBeGreaterThanOrEqual(otherMs);
      }),
    );
  });

  test('another artist never makes checks more frequent', () => {
    fc.assert(
      fc.property(artists, artist, quota, (all, one, left) => {
        const plan = planChecks(demandOf(all), left, NOW);
        const more = planChecks(demandOf([...all, one]), left, NOW);
        expect(more.soonMs).toBeGreaterThanOrEqual(plan.soonMs);
        expect(more.otherMs).toBeGreaterThanOrEqual(plan.otherMs);
      }),
    );
  });

  test('the quota is shared with operators and other monitors, and checks become rarer as it runs out', () => {
    expect(callsPerDay(null, NOW)).toBe(3_000);
    expect(callsPerDay(quotaOf(5_000), NOW)).toBe(3_000);
    expect(callsPerDay(quotaOf(1_500, 12), NOW)).toBe(1_000);
    expect(callsPerDay(quotaOf(900), NOW)).toBe(0);
    const one = [{ calls: 1, nextSaleAt: null }];
    expect(planChecks(demandOf(one), quotaOf(900, 5), NOW).otherMs).toBe(6 * HOUR);
  });

  test('5,000 artists take the share of a day, and each is checked every 40 hours', () => {
    const all = Array.from({ length: 5_000 }, () => ({ calls: 1, nextSaleAt: null }));
    const plan = planChecks(demandOf(all), quotaOf(5_000), NOW);
    expect([plan.checksPerDay, plan.otherMs]).toEqual([3_000, 40 * HOUR]);
  });

  test('artists that catalogues cover take a 24th of the calls, unless their sale is soon', () => {
    const artists = (isCovered: boolean, nextSaleAt: number | null = null) =>
      Array.from({ length: 100 }, () => ({ calls: 1, nextSaleAt, isCovered }));
    const checksOf = (all: Artist[]) => planChecks(demandOf(all), quotaOf(5_000), NOW).checksPerDay;
    expect([checksOf(artists(false)), checksOf(artists(true))]).toEqual([2_400, 100]);
    const soon = NOW + HOUR;
    expect(checksOf(artists(true, soon))).toBe(checksOf(artists(false, soon)));
    const many = Array.from({ length: 30 }, () => artists(true)).flat();
    expect(planChecks(demandOf(many), quotaOf(5_000), NOW).coveredMs).toBe(DAY);
  });

  test('calls are released at the pace of the plan, those of two hours at once, and none beyond the share of the day', () => {
    const spent = (calls: number, paidUntil: number) => ({ calls, paidUntil });
    expect(callsLeft(null, spent(0, 0), NOW)).toBe(250);
    expect(callsLeft(null, spent(0, NOW - HOUR), NOW)).toBe(125);
    expect(callsLeft(null, spent(0, NOW + HOUR), NOW)).toBe(0);
    expect(callsLeft(null, spent(2_900, 0), NOW)).toBe(100);
    expect(callsLeft(null, spent(9_000, 0), NOW)).toBe(0);
    expect(callsLeft(quotaOf(1_500, 12), spent(0, 0), NOW)).toBeCloseTo(1_000 / 12);
    // A clock that was fast by three days.
    expect(callsLeft(null, spent(0, NOW + 3 * DAY), NOW)).toBe(250);
  });

  /**
   * Checks as the product starts them, one tick each minute.
   * @returns the calls of each day, and the oldest state.
   */
  function simulate(count: number, { failing = 0, days = 4 } = {}) {
    const start = Date.UTC(2026, 10, 22, 17);
    const demand = {
      soon: { artists: 0, calls: 0 },
      other: { artists: count, calls: count },
      covered: { artists: 0, calls: 0 },
    };
    const plan = planChecks(demand, null, start);
    const artists = Array.from({ length: count }, (_, index) => ({
      isFailing: index < failing,
      failures: 0,
      checkedAt: start,
    }));
    /** Artists whose checks are due in the same minute. */
    const dueAt = new Map<number, typeof artists>();
    let waiting = [...artists];
    let paidUntil = 0;
    let oldestMs = 0;
    const calls: number[] = [];
    for (let now = start; now < start + days * DAY; now += MINUTE) {
      const day = Math.floor(now / DAY) - Math.floor(start / DAY);
      waiting.push(...(dueAt.get(now) ?? []));
      dueAt.delete(now);
      const most = Math.floor(callsLeft(null, { calls: calls[day] ?? 0, paidUntil }, now));
      const due = waiting.slice(0, Math.min(50, most));
      waiting = waiting.slice(due.length);
      calls[day] = (calls[day] ?? 0) + due.length;
      paidUntil = Math.max(paidUntil, now - 2 * HOUR) + (due.length * DAY) / 3_000;
      for (const artist of due) {
        if (!artist.isFailing) oldestMs = Math.max(oldestMs, now - artist.checkedAt);
        artist.checkedAt = now;
        artist.failures += 1;
        const delayMs = artist.isFailing ? backoffMs(artist.failures) : plan.otherMs;
        const next = now + Math.ceil(delayMs / MINUTE) * MINUTE;
        dueAt.set(next, [...(dueAt.get(next) ?? []), artist]);
      }
    }
    return { calls, oldestMs, statedMs: plan.oldestMs };
  }

  test.each([100, 700, 5_000, 12_000])(
    '%i artists that are due at once stay within the share of each day, and none is older than stated',
    (count) => {
      const { calls, oldestMs, statedMs } = simulate(count, { days: 9 });
      expect(Math.max(...calls)).toBeLessThanOrEqual(3_000);
      expect(oldestMs).toBeLessThanOrEqual(statedMs + 3 * MINUTE);
    },
  );

  test('artists that fail for days take no call beyond the share', () => {
    const { calls } = simulate(5_000, { failing: 500 });
    expect(Math.max(...calls)).toBeLessThanOrEqual(3_000);
  });

  test('a check that failed waits 1, 2, 4 ... 60 minutes', () => {
    const minutes = [1, 2, 3, 4, 5, 6, 7, 8, 99].map((count) => backoffMs(count) / MINUTE);
    expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });
});
