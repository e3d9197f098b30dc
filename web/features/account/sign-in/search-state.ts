import * as z from 'zod/mini';
import { text } from '../../../lib/search-params.ts';

/** The query of /login: the page that was requested before the sign-in. */
export const loginSearch = z.object({ redirect: text });
