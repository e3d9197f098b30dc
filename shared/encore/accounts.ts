import { accountKey } from '../queues/keys.ts';

/** A manual list, one account per line (part 3, point 5). */
export interface ManualList {
  /** Distinct accounts in the order of the lines, trimmed. */
  accounts: string[];
  /** What the operator is told; the wording of the good case is part 3's. */
  message: string;
  isValid: boolean;
}

const EMAIL = /^[^\s@,;"]+@[^\s@,;"]+\.[^\s@,;"]+$/;
const LINES_NAMED = 3;

/** Reads a manual accounts list: one e-mail per line, blank lines skipped, repeats taken once without case. */
export function readManualList(text: string): ManualList {
  const wrong: number[] = [];
  const byKey = new Map<string, string>();
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const email = line.trim();
    if (email === '') continue;
    if (!EMAIL.test(email)) wrong.push(index + 1);
    else if (!byKey.has(accountKey(email))) byKey.set(accountKey(email), email);
  }
  const accounts = [...byKey.values()];
  if (wrong.length > 0) return { accounts, message: describeWrong(wrong), isValid: false };
  if (accounts.length === 0) {
    return { accounts, message: 'Enter one account per line.', isValid: false };
  }
  return { accounts, message: `${accounts.length} valid accounts found`, isValid: true };
}

function describeWrong(lines: readonly number[]): string {
  const named = lines.slice(0, LINES_NAMED).join(', ');
  const more = lines.length > LINES_NAMED ? ` and ${lines.length - LINES_NAMED} more` : '';
  const subject = lines.length === 1 ? `Line ${named} is` : `Lines ${named}${more} are`;
  return `${subject} not an e-mail address. Enter one account per line.`;
}

/** What an event draws its accounts from, and how many of them. */
export interface AccountChoice {
  /** The list of the event itself; null takes the common one. */
  ownAccounts: readonly string[] | null;
  /** At most this many; null takes all. */
  maxAccounts: number | null;
}

/**
 * The accounts of one event: the first ones of its list, each at most once. The common list stands best ratio first, so that the
 * best ones go first.
 */
export function accountsOfEvent(
  available: readonly string[],
  { ownAccounts, maxAccounts }: AccountChoice,
): readonly string[] {
  const list = ownAccounts ?? available;
  return maxAccounts === null ? list : list.slice(0, Math.max(0, maxAccounts));
}

/** Keeps each account once, compared without case; the first spelling and place win. */
export function distinctAccounts(accounts: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const email of accounts) {
    const key = accountKey(email);
    if (key !== '' && !byKey.has(key)) byKey.set(key, email.trim());
  }
  return [...byKey.values()];
}

/** A percentage of the ratio filters: 0 to 100 in steps of 0.1 (part 3, point 5). Null means it is not one. */
export function readPercent(text: string): number | null {
  if (!/^\d{1,3}(?:[.,]\d)?$/.test(text.trim())) return null;
  const value = Number(text.trim().replace(',', '.'));
  return value <= 100 ? value : null;
}
