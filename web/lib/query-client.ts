import { type Query, QueryClient, type QueryFilters, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/**
 * The app's one query cache. Only calls that did not reach the server are repeated automatically: a failure
 * answer is shown with Retry. Calls also run while the browser reports that it is offline, because the server may run
 * on the same machine.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      retry: (failures, error) =>
        error instanceof ApiError && error.kind === 'network' && failures < 2,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

const isFirstLoad = ({ state }: Query): boolean =>
  state.data === undefined && state.fetchStatus === 'fetching';

/**
 * Refetches the matching queries that a screen shows. A pending first load is repeated: it may have
 * read the data before the change, and `invalidateQueries` alone would keep its result.
 */
export async function reloadQueries(client: QueryClient, filters: QueryFilters): Promise<void> {
  const firstLoads = client.getQueryCache().findAll(filters).filter(isFirstLoad);
  await client.invalidateQueries(filters);
  if (firstLoads.length > 0)
    await client.invalidateQueries({ predicate: (query) => firstLoads.includes(query) });
}

/** The result of a call that changed the data of a query. The query is loaded again before it returns. */
export async function reloadAfter<T>(
  { queryKey }: { queryKey: QueryKey },
  call: Promise<T>,
): Promise<T> {
  const result = await call;
  await reloadQueries(queryClient, { queryKey });
  return result;
}
