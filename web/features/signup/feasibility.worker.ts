import { expose } from 'comlink';
import type { CategoryAccountsAnswer } from '../../../shared/queues/schema.ts';
import { type AllocationAccount, assignAccounts } from '../../../shared/signup/allocation.ts';
import type { AllocationEvent, Shortfall } from '../../../shared/signup/shortfall.ts';

/** The result that a dispatch would have. */
export interface FeasibilityAnswer {
  requested: number;
  assigned: number;
  /** Distinct accounts that would be used. */
  accountsUsed: number;
  shortfalls: Shortfall[];
}

let accounts: AllocationAccount[] = [];

/** Reads the answer of GET /queues/accounts from its bytes. Returns the number of distinct accounts. */
function load(answer: ArrayBuffer): number {
  const { data }: CategoryAccountsAnswer = JSON.parse(new TextDecoder().decode(answer));
  const byEmail = new Map<
    string,
    { email: string; categories: string[]; avgRatio: number | null }
  >();
  for (const [category, members] of Object.entries(data)) {
    for (const { account, avg_ratio } of members) {
      const known = byEmail.get(account);
      if (known) known.categories.push(category);
      else byEmail.set(account, { email: account, categories: [category], avgRatio: avg_ratio });
    }
  }
  accounts = [...byEmail.values()];
  return accounts.length;
}

/** Runs the function that the server dispatches with, on the same accounts. */
function assign(events: AllocationEvent[], eventsByAccount: number): FeasibilityAnswer {
  const result = assignAccounts({ accounts, events, eventsByAccount });
  const { requested, assigned, byAccount, shortfalls } = result;
  return { requested, assigned, accountsUsed: byAccount.length, shortfalls };
}

const jobs = { load, assign };
export type FeasibilityJobs = typeof jobs;
expose(jobs);
