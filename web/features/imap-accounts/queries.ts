import type { QueryClient } from '@tanstack/react-query';
import type { ChangedImapAccount } from '../../../shared/imap-accounts/schema.ts';
import { api, send } from '../../lib/api.ts';
import { mailboxesQuery } from '../../lib/mailboxes.ts';
import { oneOf, searchSchema, text } from '../../lib/search-params.ts';

/** Reads the query of /imap-accounts; what is left out shows all accounts. */
export const readAccountsSearch = searchSchema({
  filter: text,
  state: oneOf('active', 'inactive', 'failing'),
  tag: text,
  /** The id of the account in the form. */
  edit: text,
});
export type AccountsSearch = ReturnType<typeof readAccountsSearch>;

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
