import { AccountTable, type PooledAccount } from '../../shared/queues/accounts/account-table.ts';
import { type Allocation, assignAccounts } from '../../shared/signup/allocation/allocation.ts';
import type { AllocationEvent } from '../../shared/signup/allocation/shortfall.ts';

/** The input of an allocation with its accounts as objects. */
export interface Task {
  events: readonly AllocationEvent[];
  accounts: readonly PooledAccount[];
  eventsByAccount: number;
}

export function tableOf(accounts: Iterable<PooledAccount>): AccountTable {
  const table = new AccountTable();
  for (const { email, avgRatio, categories } of accounts) {
    table.add(email, avgRatio, JSON.stringify(categories), () => categories);
  }
  return table;
}

export const allocate = (task: Task): Allocation =>
  assignAccounts({ ...task, accounts: tableOf(task.accounts) });

/** The accounts of each event, in the order of the events. */
export const accountsByEvent = (task: Task, allocation: Allocation): PooledAccount[][] =>
  task.events.map((_, event) => [...allocation.accountsOf(event)]);

/**
 * A small generator of numbers in [0, 1) that returns the same sequence for the same seed
 * (mulberry32).
 */
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
  /** The largest number of categories of an account. */
  perAccount: number;
  /** The largest number of categories of an event; 0 means all accounts. */
  perEvent: number;
  /** The largest number of accounts for an event. */
  slots: number;
  eventsByAccount: number;
}

/**
 * An allocation task of the given shape. Ratios are whole thousandths, so that sums compare exactly; a fifth is
 * untested.
 */
export function randomAllocation(shape: Shape, seed: number): Task {
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
