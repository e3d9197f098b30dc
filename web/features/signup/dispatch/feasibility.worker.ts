import { AccountTable } from '../../../../shared/queues/accounts/account-table.ts';
import type { AccountPoolAnswer } from '../../../../shared/queues/schema.ts';
import { assignAccounts } from '../../../../shared/signup/allocation/allocation.ts';
import type { AllocationEvent, Shortfall } from '../../../../shared/signup/allocation/shortfall.ts';
import { exposeJobs } from '../../../kit/expose-jobs.ts';
import { parseAnswer } from '../../../lib/json.ts';

/** The result that a dispatch would have. */
export interface FeasibilityAnswer {
  requested: number;
  assigned: number;
  /** Distinct accounts that would be used. */
  accountsUsed: number;
  shortfalls: Shortfall[];
}

/** The upper bound of the number of accounts. */
const PLACE_DIGITS = 9;

/** Reads the answer of GET /queues/pool from its bytes. */
function readAccounts(answer: ArrayBuffer): AccountTable {
  const pool = parseAnswer<AccountPoolAnswer>(answer);
  const names = new Map(pool.categories);
  const accounts = new AccountTable();
  for (const [index, [avgRatio, ...ids]] of pool.accounts.entries()) {
    const current = ids.filter((id) => names.has(id));
    if (current.length === 0) continue;
    // The index replaces the e-mail, by which accounts with equal averages are ordered.
    const email = String(index).padStart(PLACE_DIGITS, '0');
    accounts.add(email, avgRatio, current.join(), () =>
      current.flatMap((id) => names.get(id) ?? []),
    );
  }
  return accounts;
}

/** The accounts of a dispatch. */
class FeasibilityJobs {
  #accounts = new AccountTable();

  /** Reads the answer of GET /queues/pool. Returns the number of accounts. */
  load(answer: ArrayBuffer): number {
    this.#accounts = readAccounts(answer);
    return this.#accounts.size;
  }

  /** Runs the same function as the server's dispatch, with the same accounts. */
  assign(events: AllocationEvent[], eventsByAccount: number): FeasibilityAnswer {
    const result = assignAccounts({ accounts: this.#accounts, events, eventsByAccount });
    const { requested, assigned, accountsUsed, shortfalls } = result;
    return { requested, assigned, accountsUsed, shortfalls };
  }
}

export type { FeasibilityJobs };

exposeJobs(new FeasibilityJobs());
