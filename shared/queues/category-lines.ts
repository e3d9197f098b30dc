import { accountKey } from './keys.ts';

/** What the category form holds: accounts, and lines that are none. */
export interface CategoryLines {
  accounts: string[];
  /** Lines without an '@', blank ones apart. */
  rejected: number;
  repeated: number;
}

/** One account per line; a line counts when it holds an '@' (part 2, 5). Repeats are named once. */
export function readCategoryLines(text: string): CategoryLines {
  const accounts = new Map<string, string>();
  let rejected = 0;
  let repeated = 0;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const account = line.trim().replace(/[,;]$/, '');
    if (account === '') continue;
    const key = accountKey(account);
    if (!account.includes('@')) rejected++;
    else if (accounts.has(key)) repeated++;
    else accounts.set(key, account);
  }
  return { accounts: [...accounts.values()], rejected, repeated };
}
