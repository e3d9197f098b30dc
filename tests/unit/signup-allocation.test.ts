import fc from 'fast-check';
import loadHighs from 'highs';
import { describe, expect, test } from 'vitest';
import {
  accountsByEvent,
  allocate,
  randomAllocation,
  seededRandom,
  type Task,
} from '../factories/allocation.ts';
import { outcomeOf, randomTasks, solveWithHighs } from '../factories/optimum.ts';

const account = (email: string, avgRatio: number | null, ...categories: string[]) => ({
  email,
  avgRatio,
  categories,
});
const event = (id: string, accountsAmount: number, ...categories: string[]) => ({
  id,
  accountsAmount,
  categories,
});
const assigned = (task: Task) =>
  accountsByEvent(task, allocate(task)).map((accounts) => accounts.map(({ email }) => email));

describe('the allocation', () => {
  test('takes the lowest ratios first, untested accounts last, ties by e-mail', () => {
    const accounts = [
      account('z@x.com', 0.1),
      account('untested@x.com', null),
      account('a@x.com', 0.1),
      account('best@x.com', 0.01),
    ];
    expect(assigned({ accounts, events: [event('1', 3)], eventsByAccount: 1 })).toEqual([
      ['best@x.com', 'a@x.com', 'z@x.com'],
    ]);
    expect(assigned({ accounts, events: [event('1', 4)], eventsByAccount: 1 })[0]?.at(-1)).toBe(
      'untested@x.com',
    );
  });

  test('an event without categories uses all accounts, and one with categories only theirs, in any letter case', () => {
    const accounts = [account('vip@x.com', 0.1, 'VIP'), account('none@x.com', 0.2)];
    const events = [event('all', 2), event('vip', 2, ' vip ')];
    expect(assigned({ accounts, events, eventsByAccount: 3 })).toEqual([
      ['vip@x.com', 'none@x.com'],
      ['vip@x.com'],
    ]);
  });

  test('fills a slot that a simple greedy choice would leave empty, by moving an account', () => {
    const accounts = [account('both@x.com', 0.1, 'A', 'B'), account('only-a@x.com', 0.2, 'A')];
    const events = [event('1', 1, 'A'), event('2', 1, 'B')];
    expect(assigned({ accounts, events, eventsByAccount: 1 })).toEqual([
      ['only-a@x.com'],
      ['both@x.com'],
    ]);
  });

  test('lists the accounts that serve an event, best first, with their events in the order of the input', () => {
    const accounts = [account('b@x.com', 0.3, 'A'), account('a@x.com', 0.1, 'B', 'A')];
    const events = [event('1', 2, 'A'), event('2', 2, 'B'), event('3', 1, 'B')];
    const allocation = allocate({ accounts, events, eventsByAccount: 2 });
    expect([allocation.assigned, allocation.accountsUsed]).toEqual([3, 2]);
    expect([...allocation.byAccount()]).toEqual([
      { account: accounts[1], events: [0, 1] },
      { account: accounts[0], events: [0] },
    ]);
  });

  test('no events, no accounts or no required slots give an empty result', () => {
    expect(allocate({ accounts: [], events: [], eventsByAccount: 3 }).assigned).toBe(0);
    const idle = allocate({
      accounts: [account('a@x.com', 0.1)],
      events: [event('1', 0)],
      eventsByAccount: 3,
    });
    expect([idle.requested, idle.assigned, idle.shortfalls]).toEqual([0, 0, []]);
  });

  test('names for each unfilled event the reason and the competing events', () => {
    const accounts = [account('a@x.com', 0.1, 'A', 'B'), account('b@x.com', 0.2, 'A')];
    const events = [event('1', 2, 'A'), event('2', 1, 'B'), event('3', 1, 'C'), event('4', 5)];
    const {
      shortfalls,
      requested,
      assigned: filled,
    } = allocate({
      accounts,
      events,
      eventsByAccount: 1,
    });
    expect([requested, filled]).toEqual([9, 2]);
    const byId = Object.fromEntries(shortfalls.map((entry) => [entry.eventId, entry]));
    expect(byId['3']).toEqual({
      eventId: '3',
      requested: 1,
      assigned: 0,
      missing: 1,
      reason: 'In its categories there are 0 accounts for 1 slot.',
      competingEventIds: [],
    });
    expect(byId['4']?.reason).toBe('There are 2 accounts for 5 slots.');
    expect(byId['1']?.reason).toBe(
      '2 accounts that could serve it are at the limit of 1 event each.',
    );
    expect(byId['1']?.competingEventIds).toEqual(['4']);
    expect(shortfalls.reduce((sum, entry) => sum + entry.missing, 0)).toBe(requested - filled);
  });
});

const tasks = fc
  .record({
    accounts: fc.integer({ min: 0, max: 25 }),
    events: fc.integer({ min: 1, max: 40 }),
    categories: fc.integer({ min: 1, max: 6 }),
    perAccount: fc.integer({ min: 0, max: 3 }),
    perEvent: fc.integer({ min: 0, max: 3 }),
    slots: fc.integer({ min: 0, max: 12 }),
    eventsByAccount: fc.integer({ min: 1, max: 10 }),
  })
  .chain((shape) => fc.integer().map((seed) => randomAllocation(shape, seed)));

describe('laws of the allocation', () => {
  test('never exceeds a capacity, repeats an account, uses another category or drops anything silently', () => {
    fc.assert(
      fc.property(tasks, (input) => {
        const allocation = allocate(input);
        const byEvent = accountsByEvent(input, allocation);
        for (const [index, wanted] of input.events.entries()) {
          const accounts = byEvent[index] ?? [];
          expect(allocation.countOf(index)).toBe(accounts.length);
          expect(accounts.length).toBeLessThanOrEqual(wanted.accountsAmount);
          expect(new Set(accounts.map(({ email }) => email)).size).toBe(accounts.length);
          for (const { categories } of accounts) {
            const isOpen =
              wanted.categories.length === 0 ||
              wanted.categories.some((name) => categories.includes(name));
            expect(isOpen).toBe(true);
          }
        }
        for (const { events } of allocation.byAccount()) {
          expect(events.length).toBeLessThanOrEqual(input.eventsByAccount);
          expect(new Set(events).size).toBe(events.length);
        }
        const missing = allocation.shortfalls.reduce((sum, entry) => sum + entry.missing, 0);
        expect(allocation.assigned + missing).toBe(allocation.requested);
        for (const { reason } of allocation.shortfalls) expect(reason).not.toBe('');
      }),
      { numRuns: 500 },
    );
  });

  test('the order in which accounts are listed changes nothing', () => {
    fc.assert(
      fc.property(tasks, fc.integer(), (input, seed) => {
        const random = seededRandom(seed);
        const shuffled = input.accounts
          .map((entry) => ({ entry, place: random() }))
          .sort((a, b) => a.place - b.place)
          .map(({ entry }) => entry);
        const again = { ...input, accounts: shuffled };
        expect(accountsByEvent(again, allocate(again))).toEqual(
          accountsByEvent(input, allocate(input)),
        );
      }),
    );
  });
});

test('on 200 random tasks as many slots are filled, at the same cost, as HiGHS finds', async () => {
  const highs = await loadHighs();
  for (const [seed, input] of randomTasks(0, 200))
    expect(outcomeOf(input, allocate(input)), `task ${seed}`).toEqual(solveWithHighs(highs, input));
});
