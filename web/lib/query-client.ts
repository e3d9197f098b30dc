import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/**
 * The app's one query cache. Only calls that did not reach the server are repeated automatically: a failure
 * answer is shown with Retry. Calls also run while the browser reports that it is offline, because the server may run on
 * the same machine.
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

/** The result of a call that changed the data of a query. The query is loaded again before it returns. */
export async function reloadAfter<T>(
  { queryKey }: { queryKey: QueryKey },
  call: Promise<T>,
): Promise<T> {
  const result = await call;
  await queryClient.invalidateQueries({ queryKey });
  return result;
}
