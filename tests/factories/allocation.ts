import type { AllocationInput } from '../../shared/signup/allocation.ts';

/** A small generator of numbers in [0, 1) that gives the same row for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Shape {
  accounts: number;
  events: number;
  categories: number;
  /** Categories of an account, at most. */
  perAccount: number;
  /** Categories of an event, at most; 0 of them means all accounts. */
  perEvent: number;
  /** The largest number of accounts for an event. */
  slots: number;
  eventsByAccount: number;
}

/** An allocation task of the given shape. Ratios are whole thousandths, so that sums compare exactly; a fifth is untested. */
export function randomAllocation(shape: Shape, seed: number): AllocationInput {
  const random = seededRandom(seed);
  const upTo = (limit: number) => Math.floor(random() * (limit + 1));
  const names = (limit: number) =>
    Array.from({ length: upTo(limit) }, () => `Category ${upTo(shape.categories - 1)}`);
  return {
    accounts: Array.from({ length: shape.accounts }, (_, index) => ({
      email: `account${index}@example.com`,
      categories: names(shape.perAccount),
      avgRatio: random() < 0.2 ? null : upTo(1000) / 1000,
    })),
    events: Array.from({ length: shape.events }, (_, index) => ({
      id: `E${index}`,
      accountsAmount: upTo(shape.slots),
      categories: names(shape.perEvent),
    })),
    eventsByAccount: shape.eventsByAccount,
  };
}
