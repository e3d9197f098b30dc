import { compare } from '../compare.ts';
import { accountKey, categoryKey } from '../queues/keys.ts';
import { type AllocationEvent, explainShortfalls, type Shortfall } from './shortfall.ts';
import { SlotGraph } from './slot-graph.ts';

/** An account that can serve events. `avgRatio` is the average of position / queue total; null for an account without a queue. */
export interface AllocationAccount {
  email: string;
  categories: readonly string[];
  avgRatio: number | null;
}

export interface AllocationInput {
  events: readonly AllocationEvent[];
  accounts: readonly AllocationAccount[];
  /** How many events one account may serve at most. */
  eventsByAccount: number;
}

export interface Allocation {
  /** As many entries as events, in their order; the accounts best first. */
  byEvent: { event: AllocationEvent; accounts: AllocationAccount[] }[];
  /** The accounts that serve at least one event, best first; their events in the order of the input. */
  byAccount: { account: AllocationAccount; events: AllocationEvent[] }[];
  requested: number;
  assigned: number;
  shortfalls: Shortfall[];
}

/**
 * Assigns accounts to events. Fills as many slots as possible and, among all ways to do so, uses the lowest ratios: tested
 * accounts before untested ones, then the lower average, ties by e-mail. No account serves more than `eventsByAccount` events,
 * and none the same event twice. The same input gives the same result.
 *
 * The cost of a slot depends on its account alone, so the numbers of slots that accounts can hold together form a polymatroid.
 * The greedy order is therefore exact: take accounts best first, and give each as many slots as possible by moving earlier
 * accounts along augmenting paths without taking a slot from them.
 */
export function assignAccounts(input: AllocationInput): Allocation {
  const { events, eventsByAccount } = input;
  const accounts = rankAccounts(mergeAccounts(input.accounts));
  const choices = findChoices(accounts, events);
  const graph = new SlotGraph(
    choices,
    events.map((event) => event.accountsAmount),
  );
  let left = events.reduce((sum, event) => sum + event.accountsAmount, 0);
  const requested = left;

  for (let account = 0; account < accounts.length && left > 0; account++) {
    graph.takeFreeSlots(account, eventsByAccount);
    const served = graph.servedBy[account] ?? [];
    while (served.length < eventsByAccount && graph.takeByMoving(account)) {
      // The condition assigns one more event.
    }
    left -= served.length;
  }

  return {
    byEvent: events.map((event, index) => ({
      event,
      accounts: pick(accounts, graph.holders[index] ?? []),
    })),
    byAccount: accounts
      .map((account, index) => ({ account, events: pick(events, graph.servedBy[index] ?? []) }))
      .filter((entry) => entry.events.length > 0),
    requested,
    assigned: requested - left,
    shortfalls: explainShortfalls({ events, choices, graph, eventsByAccount }),
  };
}

/** One entry per e-mail: the categories of all its entries, the first spelling, and the lowest average that any of them has. */
function mergeAccounts(accounts: readonly AllocationAccount[]): AllocationAccount[] {
  const byKey = new Map<string, AllocationAccount>();
  for (const account of accounts) {
    const key = accountKey(account.email);
    const known = byKey.get(key);
    if (!known) {
      byKey.set(key, account);
      continue;
    }
    const ratios = [known.avgRatio, account.avgRatio].filter((ratio) => ratio !== null);
    byKey.set(key, {
      email: known.email,
      categories: [...new Set([...known.categories, ...account.categories])],
      avgRatio: ratios.length === 0 ? null : Math.min(...ratios),
    });
  }
  return [...byKey.values()];
}

/** Best first: the lower average ratio, untested accounts after all tested ones, ties by e-mail. */
export function rankAccounts(accounts: readonly AllocationAccount[]): AllocationAccount[] {
  return accounts
    .map((account) => ({
      account,
      key: accountKey(account.email),
      ratio: account.avgRatio ?? Number.POSITIVE_INFINITY,
    }))
    .sort((a, b) => compare(a.ratio, b.ratio) || compare(a.key, b.key))
    .map((entry) => entry.account);
}

/** For each account the events that it may serve. Accounts with the same categories share one list. */
function findChoices(
  accounts: readonly AllocationAccount[],
  events: readonly AllocationEvent[],
): number[][] {
  const wanted = events.map((event) => new Set(event.categories.map(categoryKey)));
  const byCategories = new Map<string, number[]>();
  return accounts.map((account) => {
    const own = account.categories.map(categoryKey).sort();
    const key = JSON.stringify(own);
    const known = byCategories.get(key);
    if (known) return known;
    const choices = wanted.flatMap((categories, index) => {
      const isOpen = (events[index]?.accountsAmount ?? 0) > 0;
      const matches = categories.size === 0 || own.some((category) => categories.has(category));
      return isOpen && matches ? [index] : [];
    });
    byCategories.set(key, choices);
    return choices;
  });
}

function pick<T>(list: readonly T[], indexes: readonly number[]): T[] {
  return [...indexes].sort((a, b) => a - b).flatMap((index) => list[index] ?? []);
}
