import { expect, test } from 'vitest';
import { addUsage, chargeOf, monthlyCost, NOTHING, PRICES } from '../bench/harness/cost/plans.ts';

test('a month without work costs the fees', () => {
  expect(monthlyCost(NOTHING)).toBeCloseTo(9.99);
});

test('usage that the plan includes is not charged, and each million beyond it is', () => {
  expect(chargeOf('requests', PRICES.requests.included)).toBe(0);
  expect(chargeOf('requests', 15e6)).toBeCloseTo(1.5);
  expect(chargeOf('cpuMs', 7 * 15e6)).toBeCloseTo(1.5);
  expect(chargeOf('queueOperations', 3 * 30 * 1e6)).toBeCloseTo(35.6);
  expect(chargeOf('rowsWritten', 26e6)).toBeCloseTo(1);
});

test('usage is multiplied by how often the work is done', () => {
  const once = { ...NOTHING, requests: 2, rowsRead: 5 };
  expect(addUsage(once, once, 10)).toEqual({ ...NOTHING, requests: 22, rowsRead: 55 });
});
