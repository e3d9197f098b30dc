import { textParam, wordParam } from '../../lib/search-params.ts';

/** The address of a queue tool. */
export interface QueuesSearch {
  /** The category whose accounts show. */
  category?: string | undefined;
  /** Without a category: the accounts that are in no queue, instead of the analysis. */
  list?: 'untested' | undefined;
  /** Part of an e-mail. */
  search?: string | undefined;
  /** A column, with a leading minus for descending; by average ratio for anything else. */
  sort?: string | undefined;
  /** The account whose history is open. */
  account?: string | undefined;
}

/** Reads the address of a queue tool. */
export const readQueuesSearch = (search: Record<string, unknown>): QueuesSearch => ({
  category: textParam(search, 'category'),
  list: wordParam(search, 'list', ['untested']),
  search: textParam(search, 'search'),
  sort: textParam(search, 'sort'),
  account: textParam(search, 'account'),
});
