import { queryOptions } from '@tanstack/react-query';
import { api, send } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';

export const IMAP_ACCOUNTS_KEY = ['imap-accounts'];

/** All mailboxes, without their passwords. */
export const imapAccountsQuery = queryOptions({
  queryKey: IMAP_ACCOUNTS_KEY,
  queryFn: async () => (await send(api['imap-accounts'].$get())).accounts,
});

/**
 * What an operator reads when a call failed (part 1, 8): the server's message, else `plain`; `thrown` where no answer
 * came at all.
 */
export function failureText(error: unknown, texts: { plain: string; thrown: string }): string {
  if (!(error instanceof ApiError) || error.kind !== 'server') return texts.thrown;
  return error.message || texts.plain;
}
