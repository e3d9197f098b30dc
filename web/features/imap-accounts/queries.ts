import { type QueryClient, useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ChangedImapAccount, ImapAccountTest } from '../../../shared/imap-accounts/schema.ts';
import { api, send } from '../../lib/api.ts';
import { mailboxesQuery } from '../../lib/mailboxes.ts';

/** The query of /imap-accounts; what is left out shows all accounts. */
export interface AccountsSearch {
  filter?: string | undefined;
  state?: 'active' | 'inactive' | undefined;
}

/** Adds an account, or changes the one with `id`; an empty password is left out. The list reloads. */
export async function saveAccount(
  client: QueryClient,
  id: number | null,
  { password = '', ...rest }: ChangedImapAccount,
): Promise<void> {
  const calls = api['imap-accounts'];
  const json = { ...rest, ...(password && { password }) };
  if (id === null) await send(calls.$post({ json: { ...rest, password } }));
  else await send(calls[':id'].$put({ param: { id: String(id) }, json }));
  await client.invalidateQueries({ queryKey: mailboxesQuery.queryKey });
}

/** Deletes an account. The list reloads. */
export async function deleteAccount(client: QueryClient, id: number): Promise<void> {
  await send(api['imap-accounts'][':id'].$delete({ param: { id: String(id) } }));
  await client.invalidateQueries({ queryKey: mailboxesQuery.queryKey });
}

/** A test can take 40 s: it ends when `values` change and on unmount. */
export function useConnectionTest(values: object) {
  const running = useRef<AbortController | null>(null);
  const { reset, ...test } = useMutation({
    mutationFn: (json: ImapAccountTest) => {
      running.current = new AbortController();
      const { signal } = running.current;
      return send(api['imap-accounts'].test.$post({ json }, { init: { signal } }));
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a result is about the values that were tested.
  useEffect(
    () => () => {
      running.current?.abort();
      reset();
    },
    [values, reset],
  );
  return test;
}
