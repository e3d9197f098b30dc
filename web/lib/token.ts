/** Storage key of the session token. */
export const TOKEN_KEY = 'token';

/** If storage is blocked, the session is kept in memory until the tab is closed. */
let memoryToken: string | null = null;

/** The stored session token, or null without a sign-in. */
export function readToken(): string | null {
  try {
    return localStorage.getItem(TOKEN_KEY) || memoryToken;
  } catch {
    return memoryToken;
  }
}

/** Stores the session token. Other tabs get the storage event. */
export function storeToken(token: string): void {
  memoryToken = token;
  try {
    localStorage.setItem(TOKEN_KEY, token);
  } catch {
    // Blocked or full: the copy in memory serves this tab.
  }
}

/** Removes the session token, here and for other tabs. */
export function removeToken(): void {
  memoryToken = null;
  try {
    localStorage.removeItem(TOKEN_KEY);
  } catch {
    // Blocked storage contains no token.
  }
}
