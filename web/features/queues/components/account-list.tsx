import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo } from 'react';
import type { Sort } from '../../../../shared/columns.ts';
import { DataGrid } from '../../../kit/data-grid/data-grid.tsx';
import { GridFooter } from '../../../kit/data-grid/grid-footer.tsx';
import { useGridSelection } from '../../../kit/data-grid/use-grid-selection.ts';
import { requestIdOf } from '../../../kit/failure.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import type { AccountPages, AccountRow } from '../queries.ts';
import { accountColumns, foldedAccount } from './account-columns.tsx';

/** A list of accounts as far as it is loaded, with its selection. Enter opens the row at the cursor. */
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
    /** Over all pages; null until the first one arrived. */
    total: pages.data?.pages[0]?.total ?? null,
    selection,
    loadMore,
    onOpen,
  };
}

type AccountListHandle = ReturnType<typeof useAccountList>;

interface AccountListProps {
  list: AccountListHandle;
  /** Names the grid. */
  label: string;
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** The text that is searched for; empty for none. */
  search: string;
  onClearSearch: () => void;
  headingLevel: 2 | 3;
  /** For screen readers while the first rows load. */
  loadingLabel: string;
  failure: { title: string; text: string };
  /** In place of the list when there are no accounts at all. */
  empty: { title: string; text?: string };
  /** What can be done with the selected accounts. */
  actions: ReactNode;
  /** In the footer while nothing is selected. */
  note?: string;
  className?: string;
}

const accountOf = ({ account }: AccountRow): string => account;

/** Ranked accounts with their states, and below them counts, Load More and the selection. */
export function AccountList({ list, search, ...props }: AccountListProps) {
  const { pages, rows, selection, loadMore, onOpen } = list;
  const { headingLevel, failure, empty, sort } = props;
  const columns = useMemo(() => accountColumns(onOpen), [onOpen]);
  const fold = useMemo(() => foldedAccount(onOpen), [onOpen]);
  // With a search all matching rows show: they load as one scrolls.
  const isSearched = search !== '';
  if (pages.isPending)
    return <TableSkeleton label={props.loadingLabel} rows={headingLevel === 2 ? 8 : 4} />;
  if (pages.isError && rows.length === 0) {
    return (
      <ErrorState
        title={failure.title}
        headingLevel={headingLevel}
        retrying={pages.isFetching}
        requestId={requestIdOf(pages.error)}
        onRetry={() => void pages.refetch()}
      >
        {failure.text}
      </ErrorState>
    );
  }
  return (
    <>
      {rows.length > 0 ? (
        <DataGrid
          label={props.label}
          rows={rows}
          rowId={accountOf}
          rowName={accountOf}
          columns={columns}
          fold={fold}
          selection={selection}
          selectAllLabel="Select all loaded rows"
          sort={sort}
          onSort={props.onSort}
          total={list.total ?? 0}
          listKey={`${sort.column} ${sort.order} ${search}`}
          // The end stays in view after a failure: loading by itself would repeat it without end.
          onEnd={isSearched && !pages.isFetchNextPageError ? loadMore : undefined}
          {...(props.className && { className: props.className })}
        />
      ) : null}
      {rows.length === 0 && isSearched ? (
        <EmptyState
          headingLevel={headingLevel}
          title={`No account matches “${search}”`}
          actions={<Button onClick={props.onClearSearch}>Clear search</Button>}
        >
          The search looks for a part of the e-mail.
        </EmptyState>
      ) : null}
      {rows.length === 0 && !isSearched ? (
        <EmptyState headingLevel={headingLevel} title={empty.title}>
          {empty.text}
        </EmptyState>
      ) : null}
      {rows.length > 0 || selection.selected.size > 0 ? (
        // The list may be longer than the window: counts and selection stay in view.
        <div className="sticky bottom-0 z-(--z-sticky)">
          <GridFooter
            count={`${formatNumber(rows.length)} of ${countOf(list.total ?? 0, 'account')} shown`}
            selection={selection}
            actions={props.actions}
            note={props.note}
          >
            <LoadMore list={list} isSearched={isSearched} failure={failure.text} />
          </GridFooter>
        </div>
      ) : null}
    </>
  );
}

interface LoadMoreProps {
  list: AccountListHandle;
  isSearched: boolean;
  failure: string;
}

function LoadMore({ list: { pages, loadMore }, isSearched, failure }: LoadMoreProps) {
  return (
    <>
      {pages.hasNextPage && (!isSearched || pages.isFetchNextPageError) ? (
        <Button size="xs" busy={pages.isFetchingNextPage} onClick={loadMore}>
          Load More
        </Button>
      ) : null}
      {pages.isError ? (
        <span role="alert" className="flex items-center gap-2">
          <FieldError>{failure}</FieldError>
          {pages.isFetchNextPageError ? null : (
            <Button size="xs" busy={pages.isFetching} onClick={() => void pages.refetch()}>
              Retry
            </Button>
          )}
        </span>
      ) : null}
    </>
  );
}
