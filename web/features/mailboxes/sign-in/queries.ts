import { queryOptions } from '@tanstack/react-query';
import type { SignInRequest } from '../../../../shared/mailboxes/sign-in.ts';
import { api, send } from '../../../lib/api.ts';
import { ApiError } from '../../../lib/api-error.ts';

const calls = api['imap-accounts']['sign-in'];
const POLL_MS = 2000;

export const startSignIn = (json: SignInRequest) => send(calls.$post({ json }));

/** A sign-in that the desk does not find, because it belongs to another session or is too old. */
export const isUnknownFlow = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/**
 * The state of a sign-in, read until it has ended, also in a hidden tab, because the operator is
 * then on the provider's page.
 */
export const signInQuery = (flow: string) =>
  queryOptions({
    queryKey: ['mailbox-sign-in', flow],
    queryFn: ({ signal }) => send(calls[':flow'].$get({ param: { flow } }, { init: { signal } })),
    refetchInterval: ({ state: { data, error } }) =>
      isUnknownFlow(error) || (data && data.state !== 'pending') ? false : POLL_MS,
    refetchIntervalInBackground: true,
    retry: false,
    gcTime: 0,
  });
