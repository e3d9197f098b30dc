import type { ComponentProps, ReactNode } from 'react';
import { requestIdOf } from '../../../kit/failure.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { TableFooter } from '../../../ui/table.tsx';
import type { AccountListHandle } from '../use-account-list.ts';
import { LateAccountTable } from './late-parts.tsx';

interface AccountListProps
  extends Pick<
    ComponentProps<typeof LateAccountTable>,
    'label' | 'heads' | 'hasHistory' | 'className' | 'listKey'
  > {
  list: AccountListHandle;
  /** What is searched for; empty for nothing. */
  search: string;
  onClearSearch: () => void;
  headingLevel: 2 | 3;
  /** Shown to screen readers while the first rows are on their way. */
  loadingLabel: string;
  failure: { title: string; text: string };
  /** In place of the table when there are no accounts at all. */
  empty: { title: string; text?: string };
  /** What can be done with the selected accounts. */
  actions: ReactNode;
  /** At the end of the footer while nothing is selected. */
  note?: string;
}

/** Ranked accounts with their states, the table, and under it counts, Load More and the selection. */
export function AccountList({ list, search, onClearSearch, ...props }: AccountListProps) {
  const { pages, rows, selection, loadMore, onOpen } = list;
  const { headingLevel, failure, empty } = props;
  const total = list.total ?? 0;
  // With a search all matching rows show: they come by themselves as one scrolls.
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
        <LateAccountTable
          label={props.label}
          rows={rows}
          total={total}
          heads={props.heads}
          listKey={props.listKey}
          hasHistory={props.hasHistory}
          selection={selection}
          onOpen={onOpen}
          // After a failure the operator asks again: the end stays in view, and would ask without end.
          onEnd={isSearched && !pages.isFetchNextPageError ? loadMore : undefined}
          className={props.className}
        />
      ) : null}
      {rows.length === 0 && isSearched ? (
        <EmptyState
          headingLevel={headingLevel}
          title={`No account matches “${search}”`}
          actions={<Button onClick={onClearSearch}>Clear search</Button>}
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
        <ListFooter
          list={list}
          isSearched={isSearched}
          failure={failure.text}
          actions={props.actions}
          note={props.note}
        />
      ) : null}
    </>
  );
}

interface ListFooterProps extends Pick<AccountListProps, 'list' | 'actions' | 'note'> {
  isSearched: boolean;
  failure: string;
}

function ListFooter({ list, isSearched, failure, actions, note }: ListFooterProps) {
  const { pages, rows, selection, loadMore } = list;
  return (
    <TableFooter>
      <span className="tn">
        {formatNumber(rows.length)} of {countOf(list.total ?? 0, 'account')} shown
      </span>
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
      {selection.selected.size > 0 ? (
        <span className="ml-auto flex flex-wrap items-center gap-2 max-md:ml-0">
          <span role="status" className="tn font-medium text-text">
            {formatNumber(selection.selected.size)} selected
            {selection.outOfView > 0 ? `, ${formatNumber(selection.outOfView)} out of view` : ''}
          </span>
          <Button size="xs" variant="ghost" onClick={selection.clear}>
            Clear
          </Button>
          {actions}
        </span>
      ) : (
        <span className="ml-auto max-md:hidden">{note}</span>
      )}
    </TableFooter>
  );
}
