import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { DEFAULT_THRESHOLD, readThreshold } from '../../../../shared/queues/ratios.ts';
import type { QueueSort, QueueSortField, QueueType } from '../../../../shared/queues/schema.ts';
import { TEXTS } from '../../../../shared/queues/texts.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Toolbar } from '../../../ui/page.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { SortHeadCell, type SortOrder, TableFooter } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';
import { exportAnalysis } from '../export-files.ts';
import { analysisQuery, belowThresholdQuery } from '../queries.ts';
import { useAccountSelection } from '../use-account-selection.ts';
import { LateAccountTable, loadTable } from './late-parts.tsx';
import { ThresholdExport } from './threshold-export.tsx';

interface AnalysisSectionProps {
  type: QueueType;
  search: string;
  onSearch: (search: string) => void;
  onOpen: (account: string) => void;
  onAddToCategory: (accounts: string[], done: () => void) => void;
}

interface Sorting {
  column: QueueSortField;
  order: SortOrder;
}

const HEADS: readonly { column: QueueSortField; label: string; isWide: boolean }[] = [
  { column: 'account', label: 'Account', isWide: false },
  { column: 'total_queues', label: 'Total queues', isWide: true },
  { column: 'avg_ratio', label: 'Average ratio', isWide: false },
  { column: 'best_ratio', label: 'Best ratio', isWide: true },
  { column: 'worst_ratio', label: 'Worst ratio', isWide: true },
];

/** The analysis: accounts ranked by average ratio, with search, threshold and download. */
export function AnalysisSection({
  type,
  search,
  onSearch,
  onOpen,
  onAddToCategory,
}: AnalysisSectionProps) {
  const [sorting, setSorting] = useState<Sorting>({ column: 'avg_ratio', order: 'asc' });
  const sort: QueueSort = sorting.order === 'asc' ? sorting.column : `-${sorting.column}`;
  useEffect(loadTable, []);
  const wanted = useDeferredValue(search.trim());
  const pages = useInfiniteQuery({
    ...analysisQuery(type, { search: wanted, sort }),
    placeholderData: (before) => before,
  });
  const rows = useMemo(
    () => pages.data?.pages.flatMap(({ accounts }) => accounts) ?? [],
    [pages.data],
  );
  const ids = useMemo(() => rows.map(({ account }) => account), [rows]);
  const selection = useAccountSelection(ids, onOpen);
  const total = pages.data?.pages[0]?.total_accounts ?? 0;
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = pages;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage]);

  return (
    <section aria-label="Queue analysis" className="border-t border-border">
      <Toolbar className="flex-wrap">
        <h2 className="font-[620]">Queue analysis</h2>
        {pages.isFetching && !pages.isPending ? <Spinner /> : null}
        <span role="status" className="tn text-xs text-text-muted">
          {pages.data ? countText(total, wanted) : ''}
        </span>
        <span className="ml-auto flex flex-wrap items-center gap-2 max-md:ml-0">
          <span className="w-[220px]">
            <SearchInput label="Search accounts" value={search} onChange={onSearch} />
          </span>
          <AnalysisExport type={type} />
        </span>
      </Toolbar>
      {pages.isPending ? <TableSkeleton label="Loading queue data" /> : null}
      {pages.isError && rows.length === 0 ? (
        <ErrorState
          title={TEXTS.loadFailed}
          retrying={pages.isFetching}
          requestId={pages.error instanceof ApiError ? pages.error.requestId : undefined}
          onRetry={() => void pages.refetch()}
        >
          {TEXTS.loadError}
        </ErrorState>
      ) : null}
      {pages.isSuccess && rows.length === 0 ? <NoRows search={wanted} onSearch={onSearch} /> : null}
      {rows.length > 0 ? (
        <>
          <LateAccountTable
            label="Ranked accounts"
            rows={rows}
            total={total}
            hasHistory
            selection={selection}
            onOpen={onOpen}
            onEnd={wanted === '' ? undefined : loadMore}
            className="max-h-[min(620px,70dvh)]"
            heads={HEADS.map(({ column, label, isWide }, index) => (
              <SortHeadCell
                key={column}
                column={column}
                sort={sorting}
                onSort={setSorting}
                align={index === 0 ? 'left' : 'right'}
                className={isWide ? 'max-md:hidden' : ''}
              >
                {label}
              </SortHeadCell>
            ))}
          />
          <TableFooter>
            <span className="tn">
              {formatNumber(rows.length)} of {countOf(total, 'account')} shown
            </span>
            {hasNextPage && wanted === '' ? (
              <Button size="xs" busy={isFetchingNextPage} onClick={loadMore}>
                Load More
              </Button>
            ) : null}
            {selection.selected.size > 0 ? (
              <span className="ml-auto flex items-center gap-2">
                <span role="status" className="tn font-medium text-text">
                  {formatNumber(selection.selected.size)} selected
                </span>
                <Button size="xs" variant="ghost" onClick={selection.clear}>
                  Clear
                </Button>
                <Button
                  size="xs"
                  onClick={() => onAddToCategory([...selection.selected], selection.clear)}
                >
                  Add to category
                </Button>
              </span>
            ) : (
              <span className="ml-auto max-md:hidden">
                Ratio is position divided by queue total. Lower is better.
              </span>
            )}
          </TableFooter>
        </>
      ) : null}
    </section>
  );
}

function countText(total: number, search: string): string {
  return search === '' ? countOf(total, 'account') : `${countOf(total, 'match', 'matches')}`;
}

function NoRows({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  if (search === '') {
    return (
      <EmptyState title="No queue data yet">
        Upload queue files, and the accounts are ranked here by their average ratio.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={`No account matches “${search}”`}
      actions={<Button onClick={() => onSearch('')}>Clear search</Button>}
    >
      The search looks for a part of the e-mail.
    </EmptyState>
  );
}

function AnalysisExport({ type }: { type: QueueType }) {
  const [text, setText] = useState(String(DEFAULT_THRESHOLD));
  const [isBusy, setIsBusy] = useState(false);
  const percent = readThreshold(text);
  const below = useQuery(belowThresholdQuery(type, useDeferredValue(percent)));
  const save = async (limit: number) => {
    setIsBusy(true);
    try {
      const rows = await exportAnalysis(type, limit);
      toast({ title: `${countOf(rows, 'account')} downloaded` });
    } catch {
      toast({ title: TEXTS.loadError, tone: 'danger' });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <ThresholdExport
      label="Max AVG Ratio"
      value={text}
      onChange={setText}
      action={below.data ? `Download (${formatNumber(below.data)})` : 'Download'}
      blocked={blockedText(percent, below.data)}
      busy={isBusy}
      onExport={() => percent !== null && void save(percent)}
    />
  );
}

function blockedText(percent: number | null, matching: number | undefined): string | null {
  if (percent === null) return 'Enter a number from 0.1 to 100 in steps of 0.1.';
  return matching === 0 || matching === undefined ? 'No account is at or below this ratio.' : null;
}
