import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { DEFAULT_THRESHOLD, readThreshold } from '../../../../shared/queues/ratios.ts';
import type { QueueSort, QueueSortField, QueueType } from '../../../../shared/queues/schema.ts';
import { TEXTS } from '../../../../shared/queues/texts.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Toolbar } from '../../../ui/page.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { SortHeadCell, type SortOrder } from '../../../ui/table.tsx';
import { blockedText } from '../blocked-text.ts';
import { exportAnalysis } from '../export-files.ts';
import { analysisQuery, belowThresholdQuery } from '../queries.ts';
import { runExport } from '../run-export.ts';
import { useAccountList } from '../use-account-list.ts';
import { AccountList } from './account-list.tsx';
import { loadTable } from './late-parts.tsx';
import { ThresholdExport } from './threshold-export.tsx';

interface AnalysisSectionProps {
  type: QueueType;
  search: string;
  /** As the address has it. */
  sort: string;
  onSearch: (search: string) => void;
  onSort: (sort: QueueSort) => void;
  onOpen: (account: string) => void;
  onAddToCategory: (accounts: string[], done: () => void) => void;
}

interface Sorting {
  column: QueueSortField;
  order: SortOrder;
}

/** `className`: below which width the column is left out, as in the rows; the account's history tells them all. */
const HEADS: readonly { column: QueueSortField; label: string; className: string }[] = [
  { column: 'account', label: 'Account', className: '' },
  { column: 'total_queues', label: 'Total queues', className: 'max-md:hidden' },
  { column: 'avg_ratio', label: 'Average ratio', className: '' },
  { column: 'best_ratio', label: 'Best ratio', className: 'max-[899px]:hidden' },
  { column: 'worst_ratio', label: 'Worst ratio', className: 'max-[899px]:hidden' },
];

const NONE_BELOW = 'No account is at or below this ratio.';

/** The analysis: accounts ranked by average ratio, with search, threshold and download. */
export function AnalysisSection({
  type,
  search,
  sort,
  onSearch,
  onSort,
  onOpen,
  onAddToCategory,
}: AnalysisSectionProps) {
  const sorting = useMemo(() => readSorting(sort), [sort]);
  useEffect(loadTable, []);
  const wanted = useDeferredValue(search.trim());
  const list = useAccountList(
    analysisQuery(type, { search: wanted, sort: writeSorting(sorting) }),
    onOpen,
  );
  const { pages, selection } = list;

  return (
    <section aria-label="Queue analysis" className="border-t border-border">
      <Toolbar className="flex-wrap">
        <h2 className="font-[620]">Queue analysis</h2>
        {pages.isFetching && !pages.isPending ? <Spinner /> : null}
        <span role="status" className="tn text-xs text-text-muted">
          {list.total === null ? '' : countText(list.total, wanted)}
        </span>
        <span className="ml-auto flex flex-wrap items-center gap-2 max-md:ml-0 max-md:w-full">
          <span className="w-[220px] max-md:w-full">
            <SearchInput label="Search accounts" value={search} onChange={onSearch} />
          </span>
          <AnalysisExport type={type} />
        </span>
      </Toolbar>
      <AccountList
        list={list}
        label="Ranked accounts"
        search={wanted}
        listKey={`${writeSorting(sorting)} ${wanted}`}
        onClearSearch={() => onSearch('')}
        headingLevel={2}
        loadingLabel="Loading queue data"
        failure={{ title: TEXTS.loadFailed, text: TEXTS.loadError }}
        empty={{
          title: 'No queue data yet',
          text: 'Upload queue files, and the accounts are ranked here by their average ratio.',
        }}
        hasHistory
        className="max-h-[min(620px,70dvh)]"
        heads={HEADS.map(({ column, label, className }, index) => (
          <SortHeadCell
            key={column}
            column={column}
            sort={sorting}
            onSort={(next) => onSort(writeSorting(next))}
            align={index === 0 ? 'left' : 'right'}
            className={className}
          >
            {label}
          </SortHeadCell>
        ))}
        actions={
          <Button
            size="xs"
            onClick={() => onAddToCategory([...selection.selected], selection.clear)}
          >
            Add to category
          </Button>
        }
        note="Ratio is position divided by queue total. Lower is better."
      />
    </section>
  );
}

function readSorting(sort: string): Sorting {
  const order = sort.startsWith('-') ? 'desc' : 'asc';
  const found = HEADS.find(({ column }) => column === sort.replace(/^-/, ''));
  return found ? { column: found.column, order } : { column: 'avg_ratio', order: 'asc' };
}

const writeSorting = ({ column, order }: Sorting): QueueSort =>
  order === 'asc' ? column : `-${column}`;

const countText = (total: number, search: string): string =>
  search === '' ? countOf(total, 'account') : countOf(total, 'match', 'matches');

function AnalysisExport({ type }: { type: QueueType }) {
  const [text, setText] = useState(String(DEFAULT_THRESHOLD));
  const [isBusy, setIsBusy] = useState(false);
  const percent = readThreshold(text);
  const below = useQuery(belowThresholdQuery(type, useDeferredValue(percent)));
  const save = async (limit: number) => {
    setIsBusy(true);
    await runExport((run) => exportAnalysis(type, limit, run), {
      done: 'downloaded',
      none: NONE_BELOW,
      failed: TEXTS.loadError,
    });
    setIsBusy(false);
  };
  return (
    <ThresholdExport
      label="Max AVG Ratio"
      value={text}
      onChange={setText}
      action={below.data ? `Download (${formatNumber(below.data)})` : 'Download'}
      isValid={percent !== null}
      blocked={blockedText(below, (count) => count > 0, NONE_BELOW)}
      busy={isBusy}
      onExport={() => percent !== null && void save(percent)}
    />
  );
}
