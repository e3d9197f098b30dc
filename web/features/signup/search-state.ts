import * as z from 'zod/mini';
import { text, work } from '../../lib/search-params.ts';

/** The query of /signup: the address of the sign-up page, and the open work. */
export const signupSearch = z.object({ work, url: text });
