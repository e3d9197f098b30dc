import * as z from 'zod/mini';
import { oneOf, text } from '../../lib/search-params.ts';

/** The query of a queue tool. */
export const queuesSearch = z.object({
  /** The category whose accounts show. */
  category: text,
  /** Without a category: the accounts that are in no queue, instead of the analysis. */
  list: oneOf('untested'),
  /** Part of an e-mail. */
  search: text,
  /** A column, with a leading minus for descending; by average ratio for anything else. */
  sort: text,
  /** The account whose history is open. */
  account: text,
  /** The uploaded queue at the cursor of their list, which is open. */
  queue: text,
});
export type QueuesSearch = z.infer<typeof queuesSearch>;
