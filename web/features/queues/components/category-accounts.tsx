import { useQuery } from '@tanstack/react-query';
import { Download, Search } from 'lucide-react';
import { useState } from 'react';
import { DEFAULT_THRESHOLD, isBelow, readThreshold } from '../../../../shared/queues/ratios.ts';
import type { CategorySummary, QueueType } from '../../../../shared/queues/schema.ts';
import { CATEGORY_SEARCH_MS, TEXTS } from '../../../../shared/queues/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';
import { Toolbar } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { blockedText } from '../blocked-text.ts';
import { exportCategory, exportUntested } from '../export-files.ts';
import { useTransferAccounts } from '../mutations.ts';
import { bestOfCategoryQuery, categoryAccountsQuery } from '../queries.ts';
import { type ExportRun, runExport } from '../run-export.ts';
import { useAccountList } from '../use-account-list.ts';
import { useDebounced } from '../use-debounced.ts';
import { AccountList } from './account-list.tsx';
import { LateTransferDialog } from './late-parts.tsx';
import { ThresholdExport } from './threshold-export.tsx';

interface CategoryAccountsProps {
  type: QueueType;
  category: CategorySummary;
  names: readonly string[];
  onOpen: (account: string) => void;
}

const NONE_BELOW = 'No account is below this ratio.';
const NONE_UNTESTED = 'Every account stood in a queue.';

/** The accounts of an opened category: search, exports, moving and copying by selection. */
export function CategoryAccounts({ type, category, names, onOpen }: CategoryAccountsProps) {
  const { name } = category;
  const [search, setSearch] = useState('');
  const wanted = useDebounced(search.trim(), CATEGORY_SEARCH_MS);
  const [mode, setMode] = useState<'move' | 'copy' | null>(null);
  const list = useAccountList(categoryAccountsQuery(type, name, wanted), onOpen);
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
            prefix={<Search aria-hidden="true" strokeWidth={1.75} />}
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
        listKey={wanted}
        onClearSearch={() => setSearch('')}
        headingLevel={3}
        loadingLabel={`Loading ${name}`}
        failure={{ title: TEXTS.categoriesFailed, text: TEXTS.categoriesError }}
        empty={{ title: 'No accounts' }}
        hasHistory={false}
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
  const save = async (none: string, write: (run: ExportRun) => Promise<number>) => {
    setIsBusy(true);
    await runExport(write, { done: 'exported', none, failed: TEXTS.categoriesError });
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
          void save(NONE_BELOW, (run) => exportCategory(type, name, percent, run));
        }}
      />
      <Button
        size="sm"
        disabled={isBusy || untested === 0}
        title={untested === 0 ? NONE_UNTESTED : undefined}
        icon={<Download aria-hidden="true" strokeWidth={1.75} />}
        onClick={() => void save(NONE_UNTESTED, (run) => exportUntested(type, name, run))}
      >
        Export untested accounts
      </Button>
    </>
  );
}
