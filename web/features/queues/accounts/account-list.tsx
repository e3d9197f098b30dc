import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { Sort } from '../../../../shared/columns.ts';
import type { QueueAccount } from '../../../../shared/queues/accounts/columns.ts';
import type { QueueType } from '../../../../shared/queues/schema.ts';
import { SEARCH_MS, TEXTS } from '../../../../shared/queues/texts.ts';
import { DataGrid } from '../../../kit/data-grid/data-grid.tsx';
import { GridFooter } from '../../../kit/data-grid/grid-footer.tsx';
import type { GridSettings } from '../../../kit/data-grid/grid-settings.tsx';
import { useGridKeys, useGridSelection } from '../../../kit/data-grid/use-grid-selection.ts';
import { requestIdOf } from '../../../kit/failure.ts';
import { FirstUse } from '../../../kit/first-use.tsx';
import { MoreButton, usePages } from '../../../kit/pages.tsx';
import { RetryButton } from '../../../kit/query-view.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { useDebounced } from '../../../lib/debounced.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { loadNextPage, type PagesQuery } from '../../../lib/pages.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState, NoMatch } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { type AccountsOf, accountsQuery, writeSort } from '../queries.ts';
import { AccountActions } from './account-actions.tsx';
import { accountColumns, foldedAccount } from './account-columns.tsx';

interface AccountListProps {
  type: QueueType;
  of: AccountsOf;
  /** Names of all categories. */
  names: readonly string[];
  search: string;
  sort: Sort;
  onSort: (sort: Sort) => void;
  onClearSearch: () => void;
  onShowAll: () => void;
  /** Opens the uploads; null while they are open. */
  onUpload: (() => void) | null;
  /** Shows the history of an account. */
  onOpen: (account: string) => void;
  settings: GridSettings;
}

const accountOf = ({ account }: QueueAccount): string => account;

/** A ranked list of accounts with its states; below it counts, Load More, and the actions for the selection. */
export function AccountList({ type, of, search, sort, onOpen, ...props }: AccountListProps) {
  const wanted = useDebounced(search.trim(), SEARCH_MS);
  const { query, rows, total } = usePages({
    ...accountsQuery(type, of, { search: wanted, sort: writeSort(sort) }),
    placeholderData: keepPreviousData,
  });
  const seen = useRef(new Map<string, QueueAccount>());
  useEffect(() => {
    for (const row of rows) seen.current.set(row.account, row);
  }, [rows]);
  const selection = useGridSelection({
    rows,
    rowId: accountOf,
    onOpen: ({ account }) => onOpen(account),
  });
  useGridKeys(selection, 'account');
  const columns = useMemo(() => accountColumns(onOpen), [onOpen]);
  const fold = useMemo(() => foldedAccount(onOpen), [onOpen]);
  const isSearched = wanted !== '';
  const loadMore = () => void (query.hasNextPage && !query.isFetching && loadNextPage(query));
  const texts = textsOf(of);

  if (query.isPending) return <TableSkeleton label={texts.loading} rows={8} />;
  if (query.error && rows.length === 0) {
    return <ListFailure query={query} texts={texts} onShowAll={props.onShowAll} />;
  }
  return (
    <>
      {rows.length > 0 ? (
        <DataGrid
          label={texts.label}
          rows={rows}
          rowId={accountOf}
          rowName={accountOf}
          columns={columns}
          settings={props.settings}
          fold={fold}
          selection={selection}
          selectAllLabel="Select all loaded rows"
          sort={sort}
          onSort={props.onSort}
          total={total}
          listKey={`${sort.column} ${sort.order} ${wanted}`}
          // The end stays in view after a failure, so automatic loading would repeat the failure
          // endlessly.
          onEnd={isSearched && !query.isFetchNextPageError ? loadMore : undefined}
        />
      ) : (
        <EmptyList {...props} of={of} wanted={wanted} />
      )}
      {rows.length > 0 || selection.selected.size > 0 ? (
        <GridFooter
          count={`${formatNumber(rows.length)} of ${countOf(total, 'account')} shown`}
          selection={selection}
          actions={
            <AccountActions
              type={type}
              category={of.category}
              names={props.names}
              selection={selection}
              seen={seen.current}
            />
          }
          note="Ratio is position divided by queue total. Lower is better."
        >
          <MoreRows query={query} isSearched={isSearched} text={texts.error} />
        </GridFooter>
      ) : null}
    </>
  );
}

type EmptyListProps = Pick<AccountListProps, 'of' | 'onUpload' | 'onClearSearch'> & {
  /** The searched text. */
  wanted: string;
};

/** Replaces an empty list: shows that nothing matches the search, or how to add accounts. */
function EmptyList({ of, wanted, onUpload, onClearSearch }: EmptyListProps) {
  const { empty, hint } = textsOf(of);
  if (wanted !== '') {
    return (
      <NoMatch
        title={`No account matches “${wanted}”`}
        clearLabel="Clear search"
        onClear={onClearSearch}
      >
        The search looks for a part of the e-mail.
      </NoMatch>
    );
  }
  const Empty = of.category === undefined ? FirstUse : EmptyState;
  const upload =
    onUpload && !of.isUntested ? <Button onClick={onUpload}>Show uploads</Button> : null;
  return (
    <Empty className="flex-1" title={empty} actions={upload}>
      {hint}
    </Empty>
  );
}

interface ListFailureProps {
  query: PagesQuery;
  texts: ReturnType<typeof textsOf>;
  onShowAll: () => void;
}

/** Replaces the list if it could not be loaded, or if its category does not exist. */
function ListFailure({ query, texts, onShowAll }: ListFailureProps) {
  const { error } = query;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState
        title={error.message}
        actions={<Button onClick={onShowAll}>Show all accounts</Button>}
      />
    );
  }
  return (
    <ErrorState
      title={texts.failed}
      retrying={query.isFetching}
      requestId={requestIdOf(error)}
      onRetry={() => void query.refetch()}
    >
      {texts.error}
    </ErrorState>
  );
}

interface MoreRowsProps {
  query: PagesQuery;
  isSearched: boolean;
  /** The text of a failure. */
  text: string;
}

/**
 * Load More, and the reason why loading failed. During a search, all matching rows are shown: they
 * load while scrolling.
 */
function MoreRows({ query, isSearched, text }: MoreRowsProps) {
  const hasFailed = query.isFetchNextPageError;
  return (
    <>
      {isSearched && !hasFailed ? null : (
        <MoreButton size="xs" query={query}>
          Load More
        </MoreButton>
      )}
      {query.isError ? (
        <span role="alert" className="flex items-center gap-2">
          <FieldError>{text}</FieldError>
          {hasFailed ? null : <RetryButton query={query} />}
        </span>
      ) : null}
    </>
  );
}

function textsOf({ category, isUntested }: AccountsOf) {
  if (category !== undefined) {
    return {
      label: `Accounts of ${category}`,
      loading: `Loading ${category}`,
      failed: TEXTS.categoriesFailed,
      error: TEXTS.categoriesError,
      empty: 'No accounts',
      hint: 'Add accounts by uploading the category again.',
    };
  }
  const texts = { failed: TEXTS.loadFailed, error: TEXTS.loadError, loading: 'Loading queue data' };
  if (isUntested) {
    return {
      ...texts,
      label: 'Untested accounts',
      empty: 'No untested accounts',
      hint: 'Every account of the categories has been in a queue.',
    };
  }
  return {
    ...texts,
    label: 'Ranked accounts',
    empty: 'No queue data yet',
    hint: 'Upload queue files, and the accounts are ranked here by their average ratio.',
  };
}
