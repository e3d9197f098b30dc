import { api, send } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { currentUserQuery } from '../../lib/auth.ts';
import { countOf } from '../../lib/format.ts';
import { queryClient } from '../../lib/query-client.ts';
import { storeToken } from '../../lib/token.ts';

interface Credentials {
  email: string;
  password: string;
}

/**
 * Signs in: stores the token and starts loading the current user.
 * @throws {Error} with 'Unexpected server response.' when the answer has no token.
 */
export async function signIn(credentials: Credentials): Promise<void> {
  const answer: { token?: unknown } = await send(api.auth.login.$post({ json: credentials }));
  if (typeof answer.token !== 'string' || answer.token === '') {
    throw new Error('Unexpected server response.');
  }
  queryClient.clear();
  storeToken(answer.token);
  void queryClient.prefetchQuery(currentUserQuery);
}

/** The server's message, else the error's, else 'Login error.'; a wait is named in minutes or seconds. */
export function describeSignInError(thrown: unknown): string {
  const isReadable = !(thrown instanceof ApiError && thrown.kind === 'no_envelope');
  const message =
    isReadable && thrown instanceof Error && thrown.message ? thrown.message : 'Login error.';
  if (!(thrown instanceof ApiError) || thrown.status !== 429) return message;
  const seconds = thrown.retryAfterSeconds;
  if (seconds === undefined || /\d/.test(message)) return message;
  const wait =
    seconds < 90 ? countOf(seconds, 'second') : countOf(Math.ceil(seconds / 60), 'minute');
  return `${message} Try again in ${wait}.`;
}
