import { removeStored } from './stored.ts';

/** Storage key of the session token (part 6). */
export const TOKEN_KEY = 'token';

/** When storage is blocked the session lives in memory, until the tab is closed. */
let memoryToken: string | null = null;

/** The stored session token, or null when nobody is signed in. */
export function readToken(): string | null {
  try {
    return localStorage.getItem(TOKEN_KEY) || memoryToken;
  } catch {
    return memoryToken;
  }
}

/** Stores the session token; other tabs hear of it through the storage event. */
export function storeToken(token: string): void {
  memoryToken = token;
  try {
    localStorage.setItem(TOKEN_KEY, token);
  } catch {
    // Blocked or full: the copy in memory serves this tab.
  }
}

/** Forgets the session token, here and for other tabs. */
export function forgetToken(): void {
  memoryToken = null;
  removeStored(TOKEN_KEY);
}
