import { useQuery } from '@tanstack/react-query';
import { Download, Search } from 'lucide-react';
import { useState } from 'react';
import { DEFAULT_THRESHOLD, isBelow, readThreshold } from '../../../../shared/queues/ratios.ts';
import type { CategorySummary, QueueType } from '../../../../shared/queues/schema.ts';
import { CATEGORY_SEARCH_MS, TEXTS } from '../../../../shared/queues/texts.ts';
import { countOf } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';
import { Toolbar } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { exportCategory, exportUntested } from '../export-files.ts';
import { useTransferAccounts } from '../mutations.ts';
import { bestOfCategoryQuery, categoryAccountsQuery } from '../queries.ts';
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

/** The accounts of an opened category: search, exports, moving and copying by selection. */
export function CategoryAccounts({ type, category, names, onOpen }: CategoryAccountsProps) {
  const { name } = category;
  const [search, setSearch] = useState('');
  const wanted = useDebounced(search.trim(), CATEGORY_SEARCH_MS);
  const [mode, setMode] = useState<'move' | 'copy' | null>(null);
  const list = useAccountList(categoryAccountsQuery(type, name, wanted), onOpen);
  const { selection } = list;
  const transfer = useTransferAccounts(type);
  const move = (to: string) => {
    if (mode === null) return;
    transfer.mutate(
      { mode, from: name, to, accounts: [...selection.selected] },
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
          busy={transfer.isPending}
          error={transfer.error?.message ?? null}
          onSubmit={move}
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
  const { data: best } = useQuery(bestOfCategoryQuery(type, name));
  const hasMatch = percent !== null && !!best && isBelow(best, percent);
  const untested = category.total_accounts - category.tested_accounts;
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
        label={`Max AVG Ratio of ${name}`}
        value={text}
        onChange={setText}
        action="Export accounts"
        isValid={percent !== null}
        blocked={hasMatch ? null : 'No account is below this ratio.'}
        busy={isBusy}
        onExport={() => percent !== null && void save(() => exportCategory(type, name, percent))}
      />
      <Button
        size="sm"
        disabled={isBusy || untested === 0}
        title={untested === 0 ? 'Every account stood in a queue.' : undefined}
        icon={<Download aria-hidden="true" strokeWidth={1.75} />}
        onClick={() => void save(() => exportUntested(type, name))}
      >
        Export untested accounts
      </Button>
    </>
  );
}
