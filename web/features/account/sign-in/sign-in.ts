import type { SecondFactorRequest } from '../../../../shared/account/passkeys.ts';
import { type Answer, api, send } from '../../../lib/api.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { countOf } from '../../../lib/format.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { currentUserQuery } from '../../../lib/session.ts';
import { storeToken } from '../../../lib/token.ts';

interface Credentials {
  email: string;
  password: string;
}

/** The second factor that an operator with a passkey needs after the password. */
export type SecondFactor = Extract<
  Answer<Awaited<ReturnType<typeof api.auth.login.$post>>>,
  { second_factor: unknown }
>['second_factor'];

/**
 * Signs in.
 * @returns the second factor that is still missing; null when the operator is signed in
 * @throws {Error} with 'Unexpected server response.' when the answer has no token.
 */
export async function signIn(credentials: Credentials): Promise<SecondFactor | null> {
  const answer: { token?: unknown; second_factor?: SecondFactor } = await send(
    api.auth.login.$post({ json: credentials }),
  );
  if (answer.second_factor) return answer.second_factor;
  await enter(answer);
  return null;
}

/** The second step of signing in. */
export const signInWithSecondFactor = async (json: SecondFactorRequest): Promise<void> =>
  enter(await send(api.auth.login['second-factor'].$post({ json })));

/**
 * Stores the token of an answer and loads the current user: pages start their calls only if the
 * operator has chosen a password.
 * @throws {Error} if there is no token
 */
async function enter({ token }: { token?: unknown }): Promise<void> {
  if (typeof token !== 'string' || token === '') throw new Error('Unexpected server response.');
  queryClient.clear();
  storeToken(token);
  // It does not throw: the session handles a failure.
  await queryClient.prefetchQuery(currentUserQuery);
}

/**
 * The server's message, otherwise the error's, otherwise 'Login error.'; a wait is given in minutes
 * or seconds.
 */
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
