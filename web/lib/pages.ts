import {
  infiniteQueryOptions,
  type QueryKey,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';

/** A list that the server returns page by page. `read` fetches the page at a cursor, or the first page. */
export const pagesQuery = <Page extends { next_cursor?: string | null }>(
  queryKey: QueryKey,
  read: (page: { cursor?: string }, signal: AbortSignal) => Promise<Page>,
  options: { staleTime?: number; refetchInterval?: number } = {},
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam ? { cursor: pageParam } : {}, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    // Comparing a thousand rows costs more than rendering those in view.
    structuralSharing: false,
    ...options,
  });

/** The query of a list that is loaded page by page, without the type of its rows. */
export type PagesQuery = Omit<UseInfiniteQueryResult, 'data' | 'fetchNextPage'> & {
  data: { pages: readonly unknown[] } | undefined;
  fetchNextPage: (options: {
    cancelRefetch: boolean;
  }) => Promise<Pick<PagesQuery, 'data' | 'hasNextPage' | 'isError'>>;
};

/** How many times a reload of the list may replace the load of a page. */
const MAX_ROUNDS = 5;

/**
 * Loads the next page. TanStack Query runs one fetch of a query at a time: a pending reload is
 * awaited, so that its rows are not lost, and when a reload replaces the load of the page, the page
 * is loaded again.
 */
export async function loadNextPage({ data, fetchNextPage }: PagesQuery): Promise<void> {
  const loaded = data?.pages.length ?? 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const result = await fetchNextPage({ cancelRefetch: false });
    const isLoaded = (result.data?.pages.length ?? 0) > loaded;
    if (isLoaded || result.isError || !result.hasNextPage) return;
  }
}
