import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';

/** The `head` of a route: the title of the browser tab. */
export const pageTitle = (title: string) => () => ({ meta: [{ title }] });

/**
 * Starts a query in a route's loader, while the code of the screen loads or the pointer is on the link. The loader does
 * not wait: the screen shows at once, with its own states for loading and failure. Data in the cache are not fetched
 * again here.
 */
export function startQuery<Data, Key extends QueryKey>(
  { queryClient }: { queryClient: QueryClient },
  query: FetchQueryOptions<Data, Error, Data, Key>,
): void {
  if (queryClient.getQueryData(query.queryKey) === undefined) void queryClient.prefetchQuery(query);
}
