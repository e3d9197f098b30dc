import { expose } from 'comlink';
import type { AccountPoolAnswer } from '../../../../shared/queues/schema.ts';
import { type AllocationAccount, assignAccounts } from '../../../../shared/signup/allocation.ts';
import type { AllocationEvent, Shortfall } from '../../../../shared/signup/shortfall.ts';
import { parseAnswer } from '../../../lib/json.ts';

/** The result that a dispatch would have. */
export interface FeasibilityAnswer {
  requested: number;
  assigned: number;
  /** Distinct accounts that would be used. */
  accountsUsed: number;
  shortfalls: Shortfall[];
}

/** Of the largest number of accounts. */
const PLACE_DIGITS = 9;

/** Reads the answer of GET /queues/pool from its bytes. */
function readAccounts(answer: ArrayBuffer): AllocationAccount[] {
  const pool = parseAnswer<AccountPoolAnswer>(answer);
  const names = new Map(pool.categories);
  return pool.accounts.flatMap(([avgRatio, ...ids], index) => {
    const categories = ids.flatMap((id) => names.get(id) ?? []);
    // The place stands for the e-mail, by which accounts with equal averages are ordered.
    const email = String(index).padStart(PLACE_DIGITS, '0');
    return categories.length === 0 ? [] : [{ email, categories, avgRatio }];
  });
}

/** The accounts of a dispatch. */
class FeasibilityJobs {
  #accounts: AllocationAccount[] = [];

  /** Takes the answer of GET /queues/pool. Returns the number of accounts. */
  load(answer: ArrayBuffer): number {
    this.#accounts = readAccounts(answer);
    return this.#accounts.length;
  }

  /** Runs the function that the server dispatches with, on the same accounts. */
  assign(events: AllocationEvent[], eventsByAccount: number): FeasibilityAnswer {
    const result = assignAccounts({ accounts: this.#accounts, events, eventsByAccount });
    const { requested, assigned, byAccount, shortfalls } = result;
    return { requested, assigned, accountsUsed: byAccount.length, shortfalls };
  }
}

export type { FeasibilityJobs };

expose(new FeasibilityJobs());
