import type {
  FetchInfiniteQueryOptions,
  FetchQueryOptions,
  QueryClient,
  QueryKey,
} from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { currentUserQuery } from '../lib/session.ts';

/** The `head` of a route: the title of the browser tab. */
export const pageTitle = (title: string) => () => ({ meta: [{ title }] });

/**
 * Starts a query in a route's loader, while the code of the screen loads or the pointer is on the
 * link. The loader does not wait: the screen shows at once, with its own states for loading and
 * failure. Cached data is not fetched again here.
 */
export function startQuery<Data, Key extends QueryKey>(
  { queryClient }: { queryClient: QueryClient },
  query: FetchQueryOptions<Data, Error, Data, Key>,
): void {
  if (isWanted(queryClient, query)) void queryClient.prefetchQuery(query);
}

/** Until an operator has chosen a password, the server refuses the calls of a page. */
const isWanted = (queryClient: QueryClient, { queryKey }: { queryKey: QueryKey }): boolean =>
  queryClient.getQueryData(queryKey) === undefined &&
  queryClient.getQueryData(currentUserQuery.queryKey)?.must_change_password !== true;

interface LoaderEvent {
  context: { queryClient: QueryClient };
  /** `stay`: the address of an open screen changed. */
  cause: string;
}

/**
 * {@link startQuery} for a list's first page. An open screen starts its own query after a pause in
 * typing.
 */
export function startPages<Page, Key extends QueryKey>(
  { context: { queryClient }, cause }: LoaderEvent,
  query: FetchInfiniteQueryOptions<Page, Error, Page, Key, string | null>,
): void {
  if (cause !== 'stay' && isWanted(queryClient, query))
    void queryClient.prefetchInfiniteQuery(query);
}

/**
 * False from the start of a navigation until its page is shown. A change of the address that follows late data, and not
 * an operator, waits until this is true, because it would replace the navigation that the operator started.
 */
export const useIsSettled = (): boolean =>
  useRouterState({ select: ({ status }) => status === 'idle' });

interface SearchRoute<Search> {
  useSearch: () => Search;
  useNavigate: () => (options: { search: NoInfer<Search>; replace: boolean }) => Promise<void>;
}

/** Whether Back returns to the address before a change. */
export type SearchMode = 'replace' | 'push';

/**
 * The state of a screen in its address, and the function that changes it, as properties of the
 * screen.
 */
export function useRouteSearch<Search>(route: SearchRoute<Search>) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const onSearch = (next: Search, mode: SearchMode = 'replace') =>
    void navigate({ search: next, replace: mode === 'replace' });
  return { search, onSearch };
}
