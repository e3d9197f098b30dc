import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { SignInStatus } from '../../../../shared/mailboxes/sign-in.ts';
import { failureText, tryAgain } from '../../../kit/failure.ts';
import { reloadQueries } from '../../../lib/query-client.ts';
import { mailboxesQuery } from '../queries.ts';
import { leftSignIn, type SignInTarget } from './left-sign-in.ts';
import { isUnknownFlow, signInQuery, startSignIn } from './queries.ts';

/** The device code that the operator enters on the provider's page. */
export interface DeviceCode {
  user_code: string;
  verification_uri: string;
  expires_at: string;
}

/** The step of a sign-in. `ended` without an account contains the reason and the remedy. */
export type SignInStep =
  | { step: 'starting' }
  | { step: 'waiting'; code: DeviceCode | null }
  | { step: 'done'; account: NonNullable<SignInStatus['account']> }
  | { step: 'ended'; reason: string };

const START_FAILED = tryAgain('The sign-in could not be started');
const UNKNOWN = 'This sign-in is not known here any more. Start again.';
const ENDED = 'The sign-in has ended without a mailbox. Start again.';

/**
 * Runs a sign-in from its start, or from its return after a redirect.
 * @param returned the sign-in with which the provider's page returned; null starts a new one
 * @param leave opens the provider's page in this tab
 */
export function useSignIn(
  target: SignInTarget,
  returned: string | null,
  leave: (url: string) => void,
): { view: SignInStep; restart: () => void } {
  const client = useQueryClient();
  const { address: _, ...request } = target;
  const start = useMutation({
    mutationFn: () => startSignIn(request),
    onSuccess: (started) => {
      if (started.mode !== 'redirect') return;
      leftSignIn.write(target);
      leave(started.url);
    },
  });
  const hasStarted = useRef(returned !== null);
  const begin = useEffectEvent(() => start.mutate());
  useEffect(() => {
    // React runs effects twice in development.
    if (hasStarted.current) return;
    hasStarted.current = true;
    begin();
  }, []);
  const flow = start.isIdle ? returned : start.data?.mode === 'device' ? start.data.flow : null;
  const status = useQuery({ ...signInQuery(flow ?? ''), enabled: flow !== null });
  const isDone = status.data?.state === 'done';
  useEffect(() => {
    if (isDone) void reloadQueries(client, { queryKey: mailboxesQuery.queryKey });
  }, [isDone, client]);
  return { view: stepOf(), restart: () => start.mutate() };

  function stepOf(): SignInStep {
    if (start.isError) return { step: 'ended', reason: failureText(start.error, START_FAILED) };
    if (flow === null) return { step: 'starting' };
    if (isUnknownFlow(status.error)) return { step: 'ended', reason: UNKNOWN };
    const { state = 'pending', reason, account } = status.data ?? {};
    if (state === 'pending')
      return { step: 'waiting', code: start.data?.mode === 'device' ? start.data : null };
    return state === 'done' && account
      ? { step: 'done', account }
      : { step: 'ended', reason: reason ?? ENDED };
  }
}
