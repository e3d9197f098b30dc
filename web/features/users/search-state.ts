import * as z from 'zod/mini';
import { oneOf, text } from '../../lib/search-params.ts';

/**
 * The query of /user-generator: the form as it was sent, and the view of the results. The form
 * checks the values.
 */
export const usersSearch = z.object({
  count: text,
  nationality: text,
  batches: text,
  seed: text,
  /** Generates the users at once; the address does not keep it. */
  start: oneOf('now'),
  search: text,
  view: oneOf('list'),
});
export type UsersSearch = z.infer<typeof usersSearch>;
