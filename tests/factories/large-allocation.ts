import { AccountTable } from '../../shared/queues/accounts/account-table.ts';
import { type Allocation, assignInPieces } from '../../shared/signup/allocation/allocation.ts';
import { randomAllocation, seededRandom } from './allocation.ts';

const CATEGORIES = 40;

/**
 * Accounts of up to three categories each, created one by one as a server reads them; a fifth is
 * untested.
 */
function makeTable(count: number): AccountTable {
  const random = seededRandom(3);
  const accounts = new AccountTable();
  for (let index = 0; index < count; index++) {
    const names = Array.from(
      { length: Math.floor(random() * 4) },
      () => `Category ${Math.floor(random() * CATEGORIES)}`,
    );
    const avgRatio = random() < 0.2 ? null : random();
    accounts.add(`account${index}@example.com`, avgRatio, JSON.stringify(names), () => names);
  }
  return accounts;
}

/**
 * Assigns many accounts and reads the result once, as a dispatch does.
 * @param slots the largest number of slots of an event
 * @returns the processor time of the longest task in milliseconds, and the bytes of typed arrays
 */
export function measureAllocation(
  accounts: number,
  events: number,
  slots: number,
  eventsByAccount: number,
): { assigned: number; ms: number; longestMs: number; arrayBytes: number } {
  const shape = { accounts: 0, events, categories: CATEGORIES, perAccount: 0, perEvent: 2 };
  const task = randomAllocation({ ...shape, slots, eventsByAccount }, 1);
  const input = { ...task, accounts: makeTable(accounts) };
  const pieces = assignInPieces(input);
  let allocation: Allocation | undefined;
  let longestMs = 0;
  const startedAt = performance.now();
  while (allocation === undefined) {
    const before = process.threadCpuUsage();
    const { done, value } = pieces.next();
    const { user, system } = process.threadCpuUsage(before);
    longestMs = Math.max(longestMs, (user + system) / 1000);
    if (done) allocation = value;
  }
  const ms = performance.now() - startedAt;
  let rows = 0;
  for (const { events: served } of allocation.byAccount()) rows += served.length;
  for (const event of task.events.keys()) rows -= [...allocation.accountsOf(event)].length;
  if (rows !== 0) throw new Error('The lists by account and by event differ.');
  const { arrayBuffers } = process.memoryUsage();
  return { assigned: allocation.assigned, ms, longestMs, arrayBytes: arrayBuffers };
}

const [accounts, events, slots, eventsByAccount] = process.argv.slice(2).map(Number);
if (import.meta.main && accounts && events && slots && eventsByAccount) {
  console.log(JSON.stringify(measureAllocation(accounts, events, slots, eventsByAccount)));
}
