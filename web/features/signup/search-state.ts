import { searchSchema, text, work } from '../../lib/search-params.ts';

/** Reads the query of /signup: the address of the sign-up page, and the work that is open. */
export const readSignupSearch = searchSchema({ work, url: text });
