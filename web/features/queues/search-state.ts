import { textParam } from '../../lib/search-params.ts';
import type { QueuesSearch } from './components/queues-screen.tsx';

/** Reads the address of a queue tool. */
export function readQueuesSearch(search: Record<string, unknown>): QueuesSearch {
  return {
    search: textParam(search, 'search'),
    sort: textParam(search, 'sort'),
    account: textParam(search, 'account'),
  };
}
