import * as z from 'zod/mini';
import { shortenNumbers } from '../../../shared/profiles/card-search.ts';
import { PROFILE_NOTES } from '../../../shared/profiles/notes.ts';
import { oneOf, text } from '../../lib/search-params.ts';

/** The query of /profiles. */
export const profilesSearch = z.object({
  search: text,
  note: oneOf(...PROFILE_NOTES),
  country: text,
  /** The id of the profile at the cursor. */
  profile: text,
});
export type ProfilesSearch = z.infer<typeof profilesSearch>;

/** The query that the address may contain: it must not contain a whole card number. */
export const addressOf = (search: ProfilesSearch): ProfilesSearch => ({
  ...search,
  search: search.search && shortenNumbers(search.search),
});
