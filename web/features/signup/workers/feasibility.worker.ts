import type { CategoryAccountsAnswer } from '../../../../shared/queues/schema.ts';
import { type AllocationAccount, assignAccounts } from '../../../../shared/signup/allocation.ts';
import type { AllocationEvent, Shortfall } from '../../../../shared/signup/shortfall.ts';

/** `load` fetches the accounts; `ask` works a dispatch out with them. */
export type FeasibilityTask =
  | { kind: 'load'; token: string | null }
  | {
      kind: 'ask';
      /** Comes back with the answer, so that an old one is told from the newest. */
      id: number;
      events: AllocationEvent[];
      eventsByAccount: number;
    };

export type FeasibilityReport =
  | { kind: 'loaded'; accounts: number }
  | { kind: 'failed'; message: string }
  | {
      kind: 'answer';
      id: number;
      requested: number;
      assigned: number;
      /** Distinct accounts that would be used. */
      accountsUsed: number;
      shortfalls: Shortfall[];
    };

let accounts: AllocationAccount[] = [];

const report = (message: FeasibilityReport) => self.postMessage(message);

self.onmessage = async ({ data }: MessageEvent<FeasibilityTask>) => {
  if (data.kind === 'ask') return answer(data);
  try {
    accounts = await loadAccounts(data.token);
    report({ kind: 'loaded', accounts: accounts.length });
  } catch (error) {
    report({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
};

/** The same function that the server dispatches with, on the same accounts. */
function answer({ id, events, eventsByAccount }: FeasibilityTask & { kind: 'ask' }): void {
  const { requested, assigned, byAccount, shortfalls } = assignAccounts({
    accounts,
    events,
    eventsByAccount,
  });
  report({ kind: 'answer', id, requested, assigned, accountsUsed: byAccount.length, shortfalls });
}

async function loadAccounts(token: string | null): Promise<AllocationAccount[]> {
  const response = await fetch('/api/queues/accounts?type=verified_fan', {
    headers: token === null ? {} : { Authorization: `Bearer ${token}` },
  });
  if (!response.ok) throw new Error('The accounts could not be loaded.');
  const { data }: CategoryAccountsAnswer = await response.json();
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
  return [...byEmail.values()];
}
