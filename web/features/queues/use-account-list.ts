import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useGridSelection } from '../../kit/data-grid/use-grid-selection.ts';
import type { AccountPages } from './queries.ts';

/** A list of accounts as far as it is loaded, its selection, and the way to more. Enter opens the row at the cursor. */
export function useAccountList(query: AccountPages, onOpen: (account: string) => void) {
  const pages = useInfiniteQuery({ ...query, placeholderData: (before) => before });
  const rows = useMemo(
    () => pages.data?.pages.flatMap(({ accounts }) => accounts) ?? [],
    [pages.data],
  );
  const ids = useMemo(() => rows.map(({ account }) => account), [rows]);
  const selection = useGridSelection({ ids, onOpen });
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = pages;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage]);
  return {
    pages,
    rows,
    /** Over all pages; null until the first one came. */
    total: pages.data?.pages[0]?.total ?? null,
    selection,
    loadMore,
    onOpen,
  };
}

export type AccountListHandle = ReturnType<typeof useAccountList>;
