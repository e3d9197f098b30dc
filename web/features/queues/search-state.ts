import { textParam } from '../../lib/search-params.ts';

/** The address of a queue tool. */
export interface QueuesSearch {
  /** Part of an e-mail. */
  search?: string | undefined;
  /** A column of the analysis, with a leading minus for descending; by average ratio for anything else. */
  sort?: string | undefined;
  /** The account whose history is open. */
  account?: string | undefined;
}

/** Reads the address of a queue tool. */
export function readQueuesSearch(search: Record<string, unknown>): QueuesSearch {
  return {
    search: textParam(search, 'search'),
    sort: textParam(search, 'sort'),
    account: textParam(search, 'account'),
  };
}
