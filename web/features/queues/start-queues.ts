import type { QueryClient } from '@tanstack/react-query';
import type { QueueType } from '../../../shared/queues/schema.ts';
import { startQuery } from '../../kit/route.ts';
import { categoriesQuery } from '../../lib/account-categories.ts';
import { readSort, writeSort } from './account-sort.ts';
import { analysisQuery, uploadedQueuesQuery } from './queries.ts';
import type { QueuesSearch } from './search-state.ts';

/** Starts the requests of the screen while its code loads. */
export function startQueues(
  context: { queryClient: QueryClient },
  type: QueueType,
  { search = '', sort = '' }: QueuesSearch,
): void {
  startQuery(context, uploadedQueuesQuery(type));
  startQuery(context, categoriesQuery(type));
  const analysis = analysisQuery(type, { search: search.trim(), sort: writeSort(readSort(sort)) });
  void context.queryClient.prefetchInfiniteQuery(analysis);
}
