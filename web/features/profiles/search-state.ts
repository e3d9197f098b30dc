import { shortenNumbers } from '../../../shared/profiles/card-search.ts';
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

/** The query that the address may hold: the whole number of a card must not be in it. */
export const addressOf = (search: ProfilesSearch): ProfilesSearch => ({
  ...search,
  search: search.search && shortenNumbers(search.search),
});
