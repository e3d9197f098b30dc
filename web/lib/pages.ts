import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';

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
    // Comparing a thousand rows costs more than drawing those in view.
    structuralSharing: false,
    ...options,
  });
