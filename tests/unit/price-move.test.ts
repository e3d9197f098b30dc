import { describe, expect, test } from 'vitest';
import { moveWithinHour } from '../../shared/price-monitor/move.ts';
import { HOUR_MS, MINUTE_MS } from '../../shared/times.ts';

const NOW = 100 * HOUR_MS;
/** A step of the lowest price, some minutes ago. */
const step = (minutesAgo: number, low: number | null) => ({
  at: NOW - minutesAgo * MINUTE_MS,
  low,
});
const move = (low: number | null, ...recent: ReturnType<typeof step>[]) =>
  moveWithinHour(low, recent, NOW);

describe('the change of the lowest price within an hour', () => {
  test('is empty while nothing is available, and without an earlier price', () => {
    expect(move(null, step(30, 50))).toBeNull();
    expect(move(50)).toBeNull();
    expect(move(50, step(90, null), step(30, null))).toBeNull();
  });

  test('is measured from the price that was valid an hour ago, to the millisecond', () => {
    expect(move(60, step(300, 10), step(60, 50), step(59, 80))).toEqual({
      amount: 10,
      minutes: 60,
    });
    const later = { at: NOW - HOUR_MS + 1, low: 50 };
    expect(moveWithinHour(60, [step(300, 10), later], NOW)).toEqual({ amount: 50, minutes: 60 });
  });

  test('is measured from the last price before a time without tickets', () => {
    expect(move(60, step(120, 50), step(90, null), step(10, 60))).toMatchObject({ amount: 10 });
  });

  test('is measured from the first price if that is younger than an hour', () => {
    expect(move(42.5, step(20, 50), step(10, 60))).toEqual({ amount: -7.5, minutes: 20 });
  });

  test('requires a minute between the prices, rounded', () => {
    expect(moveWithinHour(60, [{ at: NOW - MINUTE_MS / 2 + 1, low: 50 }], NOW)).toBeNull();
    expect(move(60, step(1, 50))).toEqual({ amount: 10, minutes: 1 });
  });

  test('is rounded to hundredths', () => {
    expect(move(0.3, step(5, 0.1))).toEqual({ amount: 0.2, minutes: 5 });
  });
});
