import type { ChangedImapAccount } from '../../../shared/mailboxes/schema.ts';
import { api, send } from '../../lib/api.ts';
import { mailboxesQuery } from './list-query.ts';
import { reloadAfter } from '../../lib/query-client.ts';
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

const calls = api['imap-accounts'];

/** Adds an account, or changes the one with `id`; an empty password is left out. */
export function saveAccount(id: number | null, { password = '', ...rest }: ChangedImapAccount) {
  const json = { ...rest, ...(password && { password }) };
  return reloadAfter<unknown>(
    mailboxesQuery,
    id === null
      ? send(calls.$post({ json: { ...rest, password } }))
      : send(calls[':id'].$put({ param: { id: String(id) }, json })),
  );
}

export const deleteAccount = (id: number) =>
  reloadAfter(mailboxesQuery, send(calls[':id'].$delete({ param: { id: String(id) } })));
