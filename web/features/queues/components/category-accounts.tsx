import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, Search } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { DEFAULT_THRESHOLD, readThreshold } from '../../../../shared/queues/ratios.ts';
import type { QueueType } from '../../../../shared/queues/schema.ts';
import { CATEGORY_SEARCH_MS, TEXTS } from '../../../../shared/queues/texts.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Input } from '../../../ui/input.tsx';
import { Toolbar } from '../../../ui/page.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { TableFooter } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';
import { exportCategory, exportUntested } from '../export-files.ts';
import { useTransferAccounts } from '../mutations.ts';
import { categoryAccountsQuery } from '../queries.ts';
import { useAccountSelection } from '../use-account-selection.ts';
import { useDebounced } from '../use-debounced.ts';
import { LateAccountTable, LateTransferDialog } from './late-parts.tsx';
import { ThresholdExport } from './threshold-export.tsx';

interface CategoryAccountsProps {
  type: QueueType;
  category: string;
  names: readonly string[];
  onOpen: (account: string) => void;
}

/** The accounts of an opened category: search, exports, moving and copying by selection. */
export function CategoryAccounts({ type, category, names, onOpen }: CategoryAccountsProps) {
  const [search, setSearch] = useState('');
  const wanted = useDebounced(search.trim(), CATEGORY_SEARCH_MS);
  const [mode, setMode] = useState<'move' | 'copy' | null>(null);
  const pages = useInfiniteQuery({
    ...categoryAccountsQuery(type, category, wanted),
    placeholderData: (before) => before,
  });
  const rows = useMemo(
    () => pages.data?.pages.flatMap(({ accounts }) => accounts) ?? [],
    [pages.data],
  );
  const ids = useMemo(() => rows.map(({ account }) => account), [rows]);
  const selection = useAccountSelection(ids, onOpen);
  const total = pages.data?.pages[0]?.total ?? 0;
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = pages;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage]);
  const transfer = useTransferAccounts(type);
  const move = (to: string) => {
    if (mode === null) return;
    transfer.mutate(
      { mode, from: category, to, accounts: [...selection.selected] },
      {
        onSuccess: ({ message }) => {
          toast({ title: message });
          selection.clear();
          setMode(null);
        },
      },
    );
  };

  return (
    <>
      <Toolbar className="flex-wrap border-t">
        <span className="w-[220px]">
          <Input
            size="sm"
            type="search"
            aria-label={`Search in ${category}`}
            placeholder="Search accounts"
            autoComplete="off"
            prefix={<Search aria-hidden="true" strokeWidth={1.75} />}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </span>
        <span className="ml-auto flex flex-wrap items-center gap-2 max-md:ml-0">
          <CategoryExports type={type} category={category} />
        </span>
      </Toolbar>
      {pages.isPending ? <TableSkeleton label={`Loading ${category}`} rows={4} /> : null}
      {pages.isError && rows.length === 0 ? (
        <ErrorState
          title={TEXTS.categoriesFailed}
          headingLevel={3}
          retrying={pages.isFetching}
          onRetry={() => void pages.refetch()}
        >
          {TEXTS.categoriesError}
        </ErrorState>
      ) : null}
      {pages.isSuccess && rows.length === 0 ? (
        <EmptyState
          headingLevel={3}
          title={wanted === '' ? 'No accounts' : `No account matches “${wanted}”`}
        />
      ) : null}
      {rows.length > 0 ? (
        <>
          <LateAccountTable
            label={`Accounts of ${category}`}
            rows={rows}
            total={total}
            hasHistory={false}
            selection={selection}
            onOpen={onOpen}
            onEnd={wanted === '' ? undefined : loadMore}
            className="max-h-[min(480px,60dvh)]"
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
                <Button size="xs" onClick={() => setMode('copy')}>
                  Copy to category
                </Button>
                <Button size="xs" onClick={() => setMode('move')}>
                  Move to category
                </Button>
              </span>
            ) : null}
          </TableFooter>
        </>
      ) : null}
      {mode !== null ? (
        <LateTransferDialog
          verb={mode === 'move' ? 'Move' : 'Copy'}
          accounts={selection.selected.size}
          names={names.filter((name) => name !== category)}
          busy={transfer.isPending}
          error={transfer.error?.message ?? null}
          onSubmit={move}
          onClose={() => setMode(null)}
        />
      ) : null}
    </>
  );
}

function CategoryExports({ type, category }: { type: QueueType; category: string }) {
  const [text, setText] = useState(String(DEFAULT_THRESHOLD));
  const [isBusy, setIsBusy] = useState(false);
  const percent = readThreshold(text);
  const save = async (write: () => Promise<number>) => {
    setIsBusy(true);
    try {
      const rows = await write();
      toast({ title: `${countOf(rows, 'account')} exported` });
    } catch {
      toast({ title: TEXTS.categoriesError, tone: 'danger' });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <>
      <ThresholdExport
        label={`Max AVG Ratio of ${category}`}
        value={text}
        onChange={setText}
        action="Export accounts"
        blocked={percent === null ? 'Enter a number from 0.1 to 100 in steps of 0.1.' : null}
        busy={isBusy}
        onExport={() =>
          percent !== null && void save(() => exportCategory(type, category, percent))
        }
      />
      <Button
        size="sm"
        disabled={isBusy}
        icon={<Download aria-hidden="true" strokeWidth={1.75} />}
        onClick={() => void save(() => exportUntested(type, category))}
      >
        Export untested accounts
      </Button>
    </>
  );
}
