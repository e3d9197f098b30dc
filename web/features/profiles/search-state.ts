import { oneOf, searchSchema, text } from '../../lib/search-params.ts';

/** Reads the query of /profiles. */
export const readProfilesSearch = searchSchema({
  search: text,
  note: oneOf('duplicate', 'expired'),
  country: text,
  /** The id of the profile at the cursor. */
  profile: text,
});
export type ProfilesSearch = ReturnType<typeof readProfilesSearch>;
