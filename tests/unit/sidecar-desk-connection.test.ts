import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retryWaitMs } from '../../sidecar/desk-connection.ts';

describe('the wait before a scanner connects again', () => {
  it.each([
    [0, 0, 125],
    [0, 1, 250],
    [1, 1, 500],
    [3, 0.5, 1500],
    [6, 1, 15_000],
    [50, 0, 7500],
    [5000, 1, 15_000],
  ])('after %i failed attempts, at chance %d, is %i ms', (attempts, random, wait) => {
    expect(retryWaitMs(attempts, random)).toBe(wait);
  });

  it('grows to its limit and is spread over half of it by chance', () => {
    const chance = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.nat(100), chance, chance, (attempts, one, other) => {
        const longest = retryWaitMs(attempts, 1);
        expect(retryWaitMs(attempts, one)).toBeGreaterThanOrEqual(longest / 2 - 1);
        expect(retryWaitMs(attempts, one)).toBeLessThanOrEqual(longest);
        expect(retryWaitMs(attempts + 1, 1)).toBeGreaterThanOrEqual(longest);
        if (one < other)
          expect(retryWaitMs(attempts, one)).toBeLessThanOrEqual(retryWaitMs(attempts, other));
      }),
    );
  });
});
