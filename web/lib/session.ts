import { queryOptions } from '@tanstack/react-query';
import type { CurrentUser } from '../../shared/account/schema.ts';
import { api, send } from './api.ts';
import { queryClient } from './query-client.ts';
import { readToken, removeToken } from './token.ts';

export const CURRENT_USER_PATH = '/api/auth/me';

/** The signed-in operator. Empty until the current-user call succeeds. */
export const currentUserQuery = queryOptions({
  queryKey: ['auth', 'me'],
  queryFn: async ({ signal }): Promise<CurrentUser> => {
    const { success: _, ...user } = await send(api.auth.me.$get({}, { init: { signal } }));
    return user;
  },
  staleTime: Number.POSITIVE_INFINITY,
  enabled: isSignedIn,
});

/** True while a session token is stored. */
export function isSignedIn(): boolean {
  return readToken() !== null;
}

const endListeners = new Set<() => void>();

/**
 * Calls `listener` when the session ends, to drop data that is stored outside the query cache.
 * Returns the unsubscribe function.
 */
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/**
 * The scope of signing out: this browser, all browsers, or this one with everything that it stores.
 */
export type SignOutScope = 'here' | 'everywhere' | 'forget';

/** How long signing out waits for the server. */
const SIGN_OUT_TIMEOUT_MS = 5_000;

let isEnding = false;

/**
 * True from the call that ends the session until the page is left. Refused calls are expected
 * during this time.
 */
export const isSigningOut = (): boolean => isEnding;

/** Ends the session at the server. @throws {ApiError} when the server did not end it. */
export async function endServerSession(scope: SignOutScope): Promise<void> {
  const json = { everywhere: scope === 'everywhere', forget: scope === 'forget' };
  const signal = AbortSignal.timeout(SIGN_OUT_TIMEOUT_MS);
  isEnding = true;
  try {
    await send(api.auth.logout.$post({ json }, { init: { signal } }));
  } catch (error) {
    isEnding = false;
    throw error;
  }
}

/** Deletes everything that the product stores in this browser: settings, drafts and lists, of all operators. */
export function clearBrowser(): void {
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // Storage is blocked, so it contains nothing.
  }
}

/**
 * Ends the session in this browser: deletes the token, the user and all data loaded with them. The cache is
 * cleared after `goToLogin` has left the page, so that nothing on the page loads again without a token.
 */
export async function leaveSession(goToLogin: () => unknown): Promise<void> {
  removeToken();
  void queryClient.cancelQueries();
  try {
    await goToLogin();
  } finally {
    isEnding = false;
    queryClient.clear();
    for (const listener of endListeners) listener();
  }
}
