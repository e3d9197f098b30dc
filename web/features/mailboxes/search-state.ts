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
