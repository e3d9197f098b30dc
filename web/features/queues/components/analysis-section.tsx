import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { DEFAULT_THRESHOLD, readThreshold } from '../../../../shared/queues/ratios.ts';
import type { QueueSort, QueueType } from '../../../../shared/queues/schema.ts';
import { SEARCH_MS, TEXTS } from '../../../../shared/queues/texts.ts';
import { useDebounced } from '../../../lib/debounced.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Toolbar } from '../../../ui/page.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { readSort, writeSort } from '../account-sort.ts';
import { blockedText } from '../blocked-text.ts';
import { analysisExport, exportAccounts, NONE_AT_OR_BELOW } from '../export-accounts.ts';
import { analysisQuery, belowThresholdQuery } from '../queries.ts';
import { AccountList, useAccountList } from './account-list.tsx';
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
  const sorting = useMemo(() => readSort(sort), [sort]);
  const wanted = useDebounced(search.trim(), SEARCH_MS);
  const list = useAccountList(
    analysisQuery(type, { search: wanted, sort: writeSort(sorting) }),
    onOpen,
  );
  const { pages, selection } = list;

  return (
    <section aria-label="Queue analysis" className="border-t border-border">
      <Toolbar className="flex-wrap">
        <h2 className="font-semibold">Queue analysis</h2>
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
        sort={sorting}
        onSort={(next) => onSort(writeSort(next))}
        onClearSearch={() => onSearch('')}
        headingLevel={2}
        loadingLabel="Loading queue data"
        failure={{ title: TEXTS.loadFailed, text: TEXTS.loadError }}
        empty={{
          title: 'No queue data yet',
          text: 'Upload queue files, and the accounts are ranked here by their average ratio.',
        }}
        className="max-h-[min(620px,70dvh)]"
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

const countText = (total: number, search: string): string =>
  search === '' ? countOf(total, 'account') : countOf(total, 'match', 'matches');

function AnalysisExport({ type }: { type: QueueType }) {
  const [text, setText] = useState(String(DEFAULT_THRESHOLD));
  const [isBusy, setIsBusy] = useState(false);
  const percent = readThreshold(text);
  const counted = useDebounced(percent, SEARCH_MS);
  const below = useQuery(belowThresholdQuery(type, counted));
  const count = counted === percent ? below.data : undefined;
  const save = async (limit: number) => {
    setIsBusy(true);
    await exportAccounts(analysisExport(type, limit));
    setIsBusy(false);
  };
  return (
    <ThresholdExport
      label="Max AVG Ratio"
      value={text}
      onChange={setText}
      action={count ? `Download (${formatNumber(count)})` : 'Download'}
      isValid={percent !== null}
      blocked={blockedText(
        { data: count, isError: below.isError },
        (accounts) => accounts > 0,
        NONE_AT_OR_BELOW,
      )}
      busy={isBusy}
      onExport={() => percent !== null && void save(percent)}
    />
  );
}
