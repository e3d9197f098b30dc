import {
  countDoubles,
  describeCounts,
  describeMalformed,
  parseAccounts,
} from '../pasted-accounts/parse-accounts.ts';
import { accountKey } from '../queues/keys.ts';

/** A manual accounts list. */
export interface ManualList {
  /** Distinct accounts in the order of the text. */
  accounts: string[];
  /** The line that the screen shows below the list. */
  message: string;
  isValid: boolean;
}

/** Reads a manual accounts list: one e-mail address per line, or separated by commas, semicolons, tabs or blanks. */
export function readManualList(text: string): ManualList {
  const parsed = parseAccounts(text);
  const { accounts, malformed, doubles } = parsed;
  if (malformed.length > 0) {
    const message = `${describeCounts(parsed)}. ${describeMalformed(malformed)}`;
    return { accounts, message, isValid: false };
  }
  if (accounts.length === 0) {
    return { accounts, message: 'Enter one account per line.', isValid: false };
  }
  const ignored = doubles.length > 0 ? `, ${countDoubles(doubles.length)}` : '';
  return { accounts, message: `${accounts.length} valid accounts found${ignored}`, isValid: true };
}

/** The account list of an event and how many of its accounts are used. */
export interface AccountChoice {
  /** The list of the event itself; null uses the common one. */
  ownAccounts: readonly string[] | null;
  /** The maximum number of accounts; null uses all. */
  maxAccounts: number | null;
}

/**
 * The accounts of one event: the first ones of its list. The common list is sorted by ratio, so these are the best.
 */
export function accountsOfEvent(
  available: readonly string[],
  { ownAccounts, maxAccounts }: AccountChoice,
): readonly string[] {
  const list = ownAccounts ?? available;
  return maxAccounts === null ? list : list.slice(0, Math.max(0, maxAccounts));
}

/**
 * Keeps each account once, compared in any letter case; the first spelling and position are kept.
 */
export function distinctAccounts(accounts: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const email of accounts) {
    const key = accountKey(email);
    if (key !== '' && !byKey.has(key)) byKey.set(key, email.trim());
  }
  return [...byKey.values()];
}

/** Reads a percentage of the ratio filters: 0 to 100 in steps of 0.1. Null for anything else. */
export function readPercent(text: string): number | null {
  if (!/^\d{1,3}(?:[.,]\d)?$/.test(text.trim())) return null;
  const value = Number(text.trim().replace(',', '.'));
  return value <= 100 ? value : null;
}
