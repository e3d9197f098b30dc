import * as z from 'zod/mini';
import { SORT_FIELDS } from '../../../shared/queues/accounts/columns.ts';
import { oneOf, text, textAs } from '../../lib/search-params.ts';

const isSort = (value: string): boolean =>
  SORT_FIELDS.some((field) => field === value.replace(/^-/, ''));

/** The query of a queue tool. */
export const queuesSearch = z.object({
  /** The category whose accounts are shown. */
  category: text,
  /** Without a category: shows the accounts that are in no queue, instead of the analysis. */
  list: oneOf('untested'),
  /** Part of an e-mail. */
  search: text,
  /** A column, with a leading minus for descending order; by average ratio if absent. */
  sort: textAs((value) => (isSort(value) ? value : undefined)),
  /** The account whose history is open. */
  account: text,
  /** The uploaded queue at the cursor of their list, which is open. */
  queue: text,
});
export type QueuesSearch = z.infer<typeof queuesSearch>;
