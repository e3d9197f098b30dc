import { useQuery } from '@tanstack/react-query';
import { Download, Search } from 'lucide-react';
import { useState } from 'react';
import type { Sort } from '../../../../shared/columns.ts';
import { DEFAULT_THRESHOLD, isBelow, readThreshold } from '../../../../shared/queues/ratios.ts';
import type { CategorySummary, QueueType } from '../../../../shared/queues/schema.ts';
import { SEARCH_MS, TEXTS } from '../../../../shared/queues/texts.ts';
import { useDebounced } from '../../../lib/debounced.ts';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';
import { Toolbar } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { writeSort } from '../account-sort.ts';
import { blockedText } from '../blocked-text.ts';
import {
  categoryExport,
  exportAccounts,
  NONE_BELOW,
  NONE_UNTESTED,
  untestedExport,
} from '../export-accounts.ts';
import { useTransferAccounts } from '../mutations.ts';
import { bestOfCategoryQuery, categoryAccountsQuery } from '../queries.ts';
import { AccountList, useAccountList } from './account-list.tsx';
import { LateTransferDialog } from './late-parts.tsx';
import { ThresholdExport } from './threshold-export.tsx';

interface CategoryAccountsProps {
  type: QueueType;
  category: CategorySummary;
  names: readonly string[];
  onOpen: (account: string) => void;
}

/** The accounts of an opened category: search, exports, moving and copying by selection. */
export function CategoryAccounts({ type, category, names, onOpen }: CategoryAccountsProps) {
  const { name } = category;
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<Sort>({ column: 'avg_ratio', order: 'asc' });
  const wanted = useDebounced(search.trim(), SEARCH_MS);
  const [mode, setMode] = useState<'move' | 'copy' | null>(null);
  const list = useAccountList(
    categoryAccountsQuery(type, name, { search: wanted, sort: writeSort(sort) }),
    onOpen,
  );
  const { selection } = list;
  const transfer = useTransferAccounts(type);
  const move = async (to: string) => {
    if (mode === null) return;
    const accounts = [...selection.selected];
    const { message } = await transfer.mutateAsync({ mode, from: name, to, accounts });
    toast({ title: message });
    selection.clear();
  };

  return (
    <>
      <Toolbar className="flex-wrap border-t">
        <span className="w-[220px] max-md:w-full">
          <Input
            size="sm"
            type="search"
            aria-label={`Search in ${name}`}
            placeholder="Search accounts"
            autoComplete="off"
            prefix={<Search />}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </span>
        <span className="ml-auto flex flex-wrap items-center gap-2 max-md:ml-0 max-md:w-full">
          <CategoryExports type={type} category={category} />
        </span>
      </Toolbar>
      <AccountList
        list={list}
        label={`Accounts of ${name}`}
        search={wanted}
        sort={sort}
        onSort={setSort}
        onClearSearch={() => setSearch('')}
        headingLevel={3}
        loadingLabel={`Loading ${name}`}
        failure={{ title: TEXTS.categoriesFailed, text: TEXTS.categoriesError }}
        empty={{ title: 'No accounts' }}
        className="max-h-[min(480px,60dvh)]"
        actions={
          <>
            <Button size="xs" onClick={() => setMode('copy')}>
              Copy to category
            </Button>
            <Button size="xs" onClick={() => setMode('move')}>
              Move to category
            </Button>
          </>
        }
      />
      {mode !== null ? (
        <LateTransferDialog
          verb={mode === 'move' ? 'Move' : 'Copy'}
          accounts={selection.selected.size}
          names={names.filter((other) => other !== name)}
          onSubmit={move}
          onDone={() => setMode(null)}
          onClose={() => setMode(null)}
        />
      ) : null}
    </>
  );
}

function CategoryExports({ type, category }: Pick<CategoryAccountsProps, 'type' | 'category'>) {
  const { name } = category;
  const [text, setText] = useState(String(DEFAULT_THRESHOLD));
  const [isBusy, setIsBusy] = useState(false);
  const percent = readThreshold(text);
  const best = useQuery(bestOfCategoryQuery(type, name));
  const untested = category.total_accounts - category.tested_accounts;
  const save = async (request: Parameters<typeof exportAccounts>[0]) => {
    setIsBusy(true);
    await exportAccounts(request);
    setIsBusy(false);
  };
  return (
    <>
      <ThresholdExport
        label={`Max AVG Ratio of ${name}`}
        value={text}
        onChange={setText}
        action="Export accounts"
        isValid={percent !== null}
        blocked={blockedText(
          best,
          (first) => percent !== null && first !== null && isBelow(first, percent),
          NONE_BELOW,
        )}
        busy={isBusy}
        onExport={() => {
          if (percent === null) return;
          void save(categoryExport(type, name, percent));
        }}
      />
      <Button
        size="sm"
        disabled={isBusy || untested === 0}
        title={untested === 0 ? NONE_UNTESTED : undefined}
        icon={<Download />}
        onClick={() => void save(untestedExport(type, name))}
      >
        Export untested accounts
      </Button>
    </>
  );
}
