import * as z from 'zod/mini';
import { text } from '../../lib/search-params.ts';

/** The query of /docs: the displayed call, and the search text of the list. */
export const docsSearch = z.object({ call: text, find: text });
export type DocsSearch = z.infer<typeof docsSearch>;
