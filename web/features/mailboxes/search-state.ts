import * as z from 'zod/mini';
import { oneOf, text } from '../../lib/search-params.ts';

/** The query of /imap-accounts; without parameters it shows all accounts. */
export const accountsSearch = z.object({
  filter: text,
  state: oneOf('active', 'inactive', 'failing'),
  tag: text,
  /** The id of the account in the form. */
  edit: text,
  /** The sign-in with which the provider's page returned. */
  sign_in: text,
});
export type AccountsSearch = z.infer<typeof accountsSearch>;
