import { useQuery } from '@tanstack/react-query';
import { Layers, PanelTopClose, PanelTopOpen } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { categoryKey } from '../../../shared/queues/keys.ts';
import type { CategorySummary, QueueType } from '../../../shared/queues/schema.ts';
import { TEXTS } from '../../../shared/queues/texts.ts';
import { GridSettingsMenu, useGridSettings } from '../../kit/data-grid/grid-settings.tsx';
import { useCommands } from '../../kit/keys/commands.ts';
import { RetryButton } from '../../kit/query-view.tsx';
import { saved, useSaved } from '../../kit/saved/saved.ts';
import { Screen } from '../../kit/screen.tsx';
import { useSearchView } from '../../lib/address-view.ts';
import { focusOnceThere } from '../../lib/focus.ts';
import { countOf, formatNumber } from '../../lib/format.ts';
import { Banner } from '../../ui/banner.tsx';
import { isBelow } from '../../ui/breakpoints.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/input.tsx';
import { late } from '../../ui/late.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { TabList } from '../../ui/tabs.tsx';
import { accountColumns } from './accounts/account-columns.tsx';
import { AccountList } from './accounts/account-list.tsx';
import { ListHead } from './accounts/list-head.tsx';
import { categoriesQuery } from './category-queries.ts';
import { countQuery, listOf, readSort, uploadedQueuesQuery, writeSort } from './queries.ts';
import type { QueuesSearch } from './search-state.ts';

const UploadDrawer = late(() => import('./uploads/upload-drawer.tsx'), 'UploadDrawer', DrawerSpace);
const HistoryPanel = late(() => import('./accounts/history-panel.tsx'), 'HistoryPanel');
const QueueCounting = late(() => import('./queue-counting.tsx'), 'QueueCounting');
const UploadedQueues = late(() => import('./uploads/uploaded-queues.tsx'), 'UploadedQueues');

interface QueuesScreenProps {
  type: QueueType;
  /** The page's heading and the title of the browser tab. */
  title: string;
  search: QueuesSearch;
  onSearch: (search: QueuesSearch) => void;
}

/** Whether the operator last opened or closed the drawer; null before the first choice. */
const savedDrawer = saved<boolean | null>({
  key: 'queues-uploads-open',
  schema: z.nullable(z.boolean()),
  fallback: null,
  owner: 'browser',
});

/**
 * Whether the drawer is open. Before the first choice it is open only where the tool is empty and the screen is wide.
 * @param isEmpty undefined until it is known. Only its first value counts: the first upload must not close the drawer.
 */
function useDrawer(isEmpty: boolean | undefined): [boolean, (isOpen: boolean) => void] {
  const [choice, choose] = useSaved(savedDrawer);
  const [startsOpen, setStartsOpen] = useState<boolean | null>(null);
  if (startsOpen === null && isEmpty !== undefined) {
    // On a telephone, an open drawer would leave room for four rows.
    setStartsOpen(isEmpty && !isBelow('md'));
  }
  return [choice ?? startsOpen ?? false, choose];
}

/** Names for the choice of columns; its cells are not rendered. */
const COLUMN_CHOICES = accountColumns(() => undefined);

/** The queue tool of one type: uploads in a drawer, and one table for all lists of accounts. */
export function QueuesScreen({ type, title, ...address }: QueuesScreenProps) {
  const [view, change] = useSearchView(address.search, address.onSearch);
  const [isListing, setIsListing] = useState(false);
  const uploaded = useQuery(uploadedQueuesQuery(type));
  const categories = useQuery(categoriesQuery(type));
  const list = categories.data ?? [];
  const isLoaded = uploaded.data !== undefined && categories.data !== undefined;
  const hasData = (uploaded.data?.length ?? 0) + list.length > 0;
  const [isDrawerOpen, setIsDrawerOpen] = useDrawer(isLoaded ? !hasData : undefined);
  const wanted = categoryKey(view.category ?? '');
  const category = list.find(({ name }) => categoryKey(name) === wanted);
  const of = category ? { category: category.name } : listOf(view);
  const sort = useMemo(() => readSort(view.sort), [view.sort]);
  const settings = useGridSettings('queue-accounts');
  const panelId = useId();
  const queues = uploaded.data?.length ?? 0;
  const uploadedIds = useMemo(
    () => new Set(uploaded.data?.map(({ queue_id }) => queue_id)),
    [uploaded.data],
  );
  const showAll = () => change({ category: undefined, list: undefined });
  const DrawerIcon = isDrawerOpen ? PanelTopClose : PanelTopOpen;
  const upload = () => {
    setIsDrawerOpen(true);
    // A closed drawer cannot have the focus yet.
    setTimeout(() =>
      focusOnceThere(() => {
        const button = document.querySelector<HTMLElement>('[data-upload-start] button');
        button?.focus();
        return button !== null && document.activeElement === button;
      }),
    );
  };
  useCommands([
    {
      id: type === 'standard' ? 'queues.upload' : 'vf-queues.upload',
      label: 'Upload queue files',
      keywords: ['csv', 'import', 'category'],
      run: upload,
    },
    {
      id: 'queues.uploads',
      label: isDrawerOpen ? 'Hide uploads' : 'Show uploads',
      run: () => setIsDrawerOpen(!isDrawerOpen),
    },
  ]);

  return (
    <Screen
      title={title}
      context={uploaded.data ? countOf(queues, 'uploaded queue') : undefined}
      layout="fixed"
      className="bg-surface"
      actions={
        <>
          <Button
            size="sm"
            icon={<Layers />}
            disabled={queues === 0}
            onClick={() => setIsListing(true)}
          >
            <span className="max-md:sr-only">Uploaded queues</span>
          </Button>
          <Button
            size="sm"
            icon={<DrawerIcon />}
            aria-expanded={isDrawerOpen}
            onClick={() => setIsDrawerOpen(!isDrawerOpen)}
          >
            <span className="max-md:sr-only">Uploads</span>
          </Button>
        </>
      }
      panel={
        view.account === undefined ? null : (
          <HistoryPanel
            key={view.account}
            type={type}
            account={view.account}
            onClose={() => change({ account: undefined })}
          />
        )
      }
    >
      <UploadDrawer type={type} categories={list} uploadedIds={uploadedIds} isOpen={isDrawerOpen} />
      <div className="flex flex-none items-center gap-2 border-b border-border pr-4 pl-3 max-md:flex-wrap max-md:px-3">
        <ListTabs type={type} view={view} categories={list} panelId={panelId} onChange={change} />
        <span className="ml-auto w-55 max-w-full flex-none max-md:w-full max-md:pb-2">
          <SearchInput
            label="Search accounts"
            value={view.search ?? ''}
            onChange={(search) => change({ search })}
          />
        </span>
        <GridSettingsMenu columns={COLUMN_CHOICES} settings={settings} />
      </div>
      <QueueCounting
        type={type}
        className="flex-none border-b border-border bg-surface-sunken px-5 py-2 max-md:px-3.5"
      />
      {categories.isError ? (
        <Banner
          tone="danger"
          title={TEXTS.categoriesFailed}
          className="m-3 flex-none"
          actions={<RetryButton query={categories} />}
        >
          {TEXTS.categoriesError}
        </Banner>
      ) : null}
      <div
        id={panelId}
        role="tabpanel"
        aria-label={category?.name ?? (of.isUntested ? 'Untested' : 'All')}
        className="flex min-h-0 flex-1 flex-col"
      >
        <ListHead
          type={type}
          of={of}
          category={category}
          onRenamed={(to) => change({ category: to })}
          onDeleted={showAll}
        />
        <AccountList
          key={`${type} ${of.category} ${of.isUntested}`}
          type={type}
          of={of}
          names={list.map(({ name }) => name)}
          search={view.search ?? ''}
          sort={sort}
          onSort={(next) => change({ sort: writeSort(next) })}
          onClearSearch={() => change({ search: undefined })}
          onShowAll={showAll}
          onUpload={isDrawerOpen ? null : () => setIsDrawerOpen(true)}
          onOpen={(account) => change({ account })}
          settings={settings}
        />
      </div>
      {isListing || view.queue !== undefined ? (
        <UploadedQueues
          type={type}
          start={view.queue}
          onClose={() => {
            setIsListing(false);
            change({ queue: undefined });
          }}
        />
      ) : null}
    </Screen>
  );
}

interface ListTabsProps {
  type: QueueType;
  view: QueuesSearch;
  categories: readonly CategorySummary[];
  panelId: string;
  onChange: (part: QueuesSearch) => void;
}

/** More categories than this can also be chosen from a select. */
const TABS_IN_VIEW = 8;

/** All, each category, Untested. */
function ListTabs({ type, view, categories, panelId, onChange }: ListTabsProps) {
  const all = useQuery(countQuery(type, {}));
  const untested = useQuery(countQuery(type, { isUntested: true }));
  const countText = (count: number | undefined) =>
    count === undefined ? undefined : formatNumber(count);
  const key = categoryKey(view.category ?? '');
  const current = key === '' ? (view.list ?? 'all') : (`of ${key}` as const);
  const choose = (value: string) => {
    const category = categories.find(({ name }) => `of ${categoryKey(name)}` === value)?.name;
    onChange({ category, list: value === 'untested' ? 'untested' : undefined });
  };
  return (
    <>
      <TabList
        label="Lists of accounts"
        panelId={panelId}
        value={current}
        onChange={choose}
        tabs={[
          { value: 'all', label: 'All', count: countText(all.data) },
          ...categories.map(({ name, total_accounts }) => ({
            value: `of ${categoryKey(name)}` as const,
            label: name,
            count: formatNumber(total_accounts),
          })),
          { value: 'untested', label: 'Untested', count: countText(untested.data) },
        ]}
      />
      {categories.length > TABS_IN_VIEW ? (
        <Select
          size="sm"
          className="w-36! flex-none"
          aria-label="Category"
          value={key === '' ? '' : current}
          options={[
            { value: '', label: 'All categories' },
            ...categories.map(({ name }) => ({ value: `of ${categoryKey(name)}`, label: name })),
          ]}
          onChange={(event) => choose(event.target.value)}
        />
      ) : null}
    </>
  );
}

/** As high as the empty drawer, so that the list does not move when it is loaded. */
function DrawerSpace({ isOpen }: { isOpen: boolean }) {
  return isOpen ? (
    <div className="h-57.5 flex-none border-b border-border max-lg:h-[42dvh]" />
  ) : null;
}
