import type { AccountTable, PooledAccount } from '../../queues/accounts/account-table.ts';
import { categoryKey } from '../../queues/keys.ts';
import { addAll, addEvent, createEventSets, type EventSets } from './event-set.ts';
import { rankRows } from './rank.ts';
import { type AllocationEvent, explainShortfalls, type Shortfall } from './shortfall.ts';
import { SlotGraph } from './slot-graph.ts';

export interface AllocationInput {
  events: readonly AllocationEvent[];
  accounts: AccountTable;
  /** The maximum number of events that one account may serve. */
  eventsByAccount: number;
}

/** The assignment of accounts to events. Lists are created when they are read. */
export interface Allocation {
  requested: number;
  assigned: number;
  /** The number of accounts that serve at least one event. */
  accountsUsed: number;
  shortfalls: Shortfall[];
  /** The number of accounts that serve an event. */
  countOf: (event: number) => number;
  /** The accounts that serve an event, best first. */
  accountsOf: (event: number) => Iterable<PooledAccount>;
  /** The accounts that serve at least one event, best first, with their events in the order of the input. */
  byAccount: () => Iterable<{ account: PooledAccount; events: number[] }>;
}

/** The number of steps between two pauses, which take a few milliseconds. */
const PIECE_EFFORT = 1_000_000;
const LISTS_AT_ONCE = 2_000;

/**
 * Assigns accounts to events. Fills as many slots as possible and, among all ways to do so, uses the lowest ratios:
 * tested accounts before untested ones, then the lower average, ties by e-mail. No account serves more than
 * `eventsByAccount` events, and none the same event twice. The same input gives the same result.
 *
 * The cost of a slot depends on its account alone, so the numbers of slots that accounts can hold together form a
 * polymatroid. The greedy order is therefore exact: take accounts best first, and give each as many slots as possible
 * by moving earlier accounts along augmenting paths without taking a slot from them.
 *
 * Yields every few milliseconds, so that a server can do other work in between.
 */
export function* assignInPieces(input: AllocationInput): Generator<void, Allocation> {
  const { events, accounts, eventsByAccount } = input;
  const ranked = yield* rankRows(accounts);
  const choices = yield* findChoices(accounts.lists, events);
  const graph = new SlotGraph({
    choices,
    listOf: ranked.map((row) => accounts.listOf(row)),
    slots: events.map((event) => event.accountsAmount),
    limit: eventsByAccount,
  });
  const requested = events.reduce((sum, event) => sum + event.accountsAmount, 0);
  let left = requested;
  let accountsUsed = 0;
  yield;

  for (let account = 0; account < ranked.length && left > 0; account++) {
    graph.takeFreeSlots(account);
    while (graph.servedCount(account) < eventsByAccount && graph.takeByMoving(account)) {
      // The call in the condition assigns one more event.
    }
    const count = graph.servedCount(account);
    left -= count;
    if (count > 0) accountsUsed += 1;
    if (graph.effort < PIECE_EFFORT) continue;
    graph.effort = 0;
    yield;
  }

  const eligible = yield* countEligible(accounts, choices, events.length);
  const shortfalls = yield* explainShortfalls({ events, eligible, graph, eventsByAccount });
  return {
    requested,
    assigned: requested - left,
    accountsUsed,
    shortfalls,
    countOf: (event) => (events[event]?.accountsAmount ?? 0) - graph.freeSlots(event),
    *accountsOf(event) {
      for (const place of graph.holdersOf(event)) yield accounts.accountAt(ranked[place] ?? 0);
    },
    *byAccount() {
      for (const [place, row] of ranked.entries()) {
        if (graph.servedCount(place) === 0) continue;
        yield { account: accounts.accountAt(row), events: [...graph.servedBy(place)] };
      }
    },
  };
}

/** Assigns like {@link assignInPieces}, without pauses. */
export function assignAccounts(input: AllocationInput): Allocation {
  const pieces = assignInPieces(input);
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return value;
  }
}

/** For each list of categories, the events that its accounts may serve. */
function* findChoices(
  lists: readonly (readonly string[])[],
  events: readonly AllocationEvent[],
): Generator<void, EventSets> {
  const rowOfCategory = new Map<string, number>();
  for (const category of events.flatMap(({ categories }) => categories).map(categoryKey)) {
    if (!rowOfCategory.has(category)) rowOfCategory.set(category, rowOfCategory.size + 1);
  }
  // Row 0 contains the events that accept all accounts.
  const wanted = createEventSets(rowOfCategory.size + 1, events.length);
  for (const [index, { accountsAmount, categories }] of events.entries()) {
    if (accountsAmount === 0) continue;
    if (categories.length === 0) addEvent(wanted, 0, index);
    for (const category of categories) {
      addEvent(wanted, rowOfCategory.get(categoryKey(category)) ?? 0, index);
    }
  }
  const choices = createEventSets(lists.length, events.length);
  for (const [list, categories] of lists.entries()) {
    addAll(choices, list, wanted, 0);
    for (const category of categories) {
      const row = rowOfCategory.get(categoryKey(category));
      if (row !== undefined) addAll(choices, list, wanted, row);
    }
    if (list % LISTS_AT_ONCE === 0) yield;
  }
  return choices;
}

/** The number of accounts that may serve each event. */
function* countEligible(
  accounts: AccountTable,
  { words, width }: EventSets,
  events: number,
): Generator<void, Int32Array> {
  const accountsOfList = new Int32Array(accounts.lists.length);
  for (let row = 0; row < accounts.size; row++) {
    const list = accounts.listOf(row);
    accountsOfList[list] = (accountsOfList[list] ?? 0) + 1;
  }
  const eligible = new Int32Array(events);
  for (const [list, count] of accountsOfList.entries()) {
    for (let index = 0; index < width; index++) {
      for (let word = words[list * width + index] ?? 0; word !== 0; word &= word - 1) {
        const event = index * 32 + 31 - Math.clz32(word & -word);
        eligible[event] = (eligible[event] ?? 0) + count;
      }
    }
    if (list % LISTS_AT_ONCE === 0) yield;
  }
  return eligible;
}
