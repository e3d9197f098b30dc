import { searchSchema, text } from '../../../lib/search-params.ts';

/** Reads the query of /login: the page that was requested before the sign-in. */
export const readLoginSearch = searchSchema({ redirect: text });
