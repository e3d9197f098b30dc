import { queryOptions } from '@tanstack/react-query';
import type { CurrentUser } from '../../shared/auth/schema.ts';
import { api, send } from './api.ts';
import { queryClient } from './query-client.ts';
import { forgetToken, readToken } from './token.ts';

export const CURRENT_USER_PATH = '/api/auth/me';

/** The signed-in operator. Empty until the current-user call succeeds (part 4, "Auth"). */
export const currentUserQuery = queryOptions({
  queryKey: ['auth', 'me'],
  queryFn: async ({ signal }): Promise<CurrentUser> => {
    const { id, email } = await send(api.auth.me.$get({}, { init: { signal } }));
    return { id, email };
  },
  staleTime: Number.POSITIVE_INFINITY,
  enabled: isSignedIn,
});

/** True while a session token is stored. */
export function isSignedIn(): boolean {
  return readToken() !== null;
}

const endListeners = new Set<() => void>();

/** Hears when the session ends, to drop what was read with it outside of the query cache. Returns the way to stop. */
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/**
 * Ends the session here: token, user and everything that was read with them. The cache goes once `goToLogin` has
 * left the page, so that nothing on it asks again without a token.
 */
export async function leaveSession(goToLogin: () => unknown): Promise<void> {
  forgetToken();
  void queryClient.cancelQueries();
  try {
    await goToLogin();
  } finally {
    queryClient.clear();
    for (const listener of endListeners) listener();
  }
}
