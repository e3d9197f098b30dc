import { oneOf, searchSchema, text } from '../../lib/search-params.ts';

/** Reads the query of /user-generator: the form as it was sent, and the view of the results. The form checks the values. */
export const readUsersSearch = searchSchema({
  count: text,
  nationality: text,
  batches: text,
  seed: text,
  search: text,
  view: oneOf('list'),
});
export type UsersSearch = ReturnType<typeof readUsersSearch>;
