import * as z from 'zod/mini';
import { text } from '../../lib/search-params.ts';

/** The query of /docs: the call that is shown, and what the list is searched for. */
export const docsSearch = z.object({ call: text, find: text });
export type DocsSearch = z.infer<typeof docsSearch>;
