import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moveWithinHour } from '../../shared/price-monitor/move.ts';
import { moveOf } from '../../worker/features/price-monitor/events/service.ts';
import { MINUTE, NOW, reading, settle, stored } from './price-settle-world.ts';

const ago = (minutes: number) => NOW - minutes * MINUTE;

describe('the change of the lowest price in an hour', () => {
  const recent = [
    { at: ago(300), low: 70 },
    { at: ago(90), low: 61 },
    { at: ago(20), low: 58 },
  ];
  test('is measured from the price of an hour ago', () => {
    expect(moveWithinHour(58, recent, NOW)).toEqual({ amount: -3, minutes: 60 });
  });
  test('names a shorter period while the price is known for less than an hour', () => {
    const steps = [{ at: ago(25), low: 60 }];
    expect(moveWithinHour(58, steps, NOW)).toEqual({ amount: -2, minutes: 25 });
  });
  test('is measured from the last price before the event was sold out', () => {
    const back = [
      { at: ago(300), low: 50 },
      { at: ago(70), low: null },
      { at: ago(10), low: 60 },
    ];
    expect(moveWithinHour(60, back, NOW)).toEqual({ amount: 10, minutes: 60 });
    expect(moveWithinHour(60, [{ at: ago(70), low: null }], NOW)).toBeNull();
  });
  test('is exact to the cent', () => {
    expect(moveWithinHour(45.3, [{ at: ago(30), low: 45.1 }], NOW)?.amount).toBe(0.2);
  });
  test('is unknown while nothing is on sale or only one price is known', () => {
    expect(moveWithinHour(null, recent, NOW)).toBeNull();
    expect(moveWithinHour(58, [{ at: ago(0), low: 58 }], NOW)).toBeNull();
  });
});

const minutes = fc.integer({ min: 1, max: 30 * 60 });
const low = fc.option(fc.constantFrom(40, 50, 60, 72.5));
const steps = fc
  .uniqueArray(fc.record({ ago: minutes, low }), { maxLength: 8, selector: (step) => step.ago })
  .map((all) =>
    all.toSorted((a, b) => b.ago - a.ago).map((step) => ({ at: ago(step.ago), low: step.low })),
  );
const failure = { kind: 'failed', reason: 'Refused', state: 'refused' } as const;
const outcome = fc.oneof(
  fc.constantFrom('40.00', '50.00', '60.00').map((price) => reading({ [price]: 3 })),
  fc.constant(reading({})),
  fc.constant(failure),
);

test('after any check, what the list is sorted by is what its cards show', () => {
  fc.assert(
    fc.property(steps, outcome, fc.nat(600), (recent, result, later) => {
      const before = stored({ recent, low: recent.at(-1)?.low ?? null, changedAt: ago(1) });
      const { event } = settle(before, result, { now: NOW + later * MINUTE });
      expect(moveOf({ ...before, ...event })?.amount ?? 0).toBe(event.move);
    }),
  );
});

test('an event that was sold out an hour ago and is back at $60 after $50 moved by $10 everywhere', () => {
  const before = stored({
    recent: [
      { at: ago(180), low: 50 },
      { at: ago(60), low: null },
    ],
    changedAt: ago(60),
  });
  const { event } = settle(before, reading({ '60.00': 2 }));
  expect(event.move).toBe(10);
  expect(moveOf({ ...before, ...event })).toEqual({ amount: 10, minutes: 60 });
});

test('a price that moved hours ago moves no more, also while the checks fail', () => {
  const before = stored({
    ...{ low: 60, move: 10, changedAt: ago(30) },
    recent: [
      { at: ago(180), low: 50 },
      { at: ago(30), low: 60 },
    ],
  });
  expect(settle(before, failure).event.move).toBe(10);
  expect(settle(before, failure, { now: NOW + 60 * MINUTE }).event.move).toBe(0);
});
