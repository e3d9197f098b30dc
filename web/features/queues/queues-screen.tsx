import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Layers, PanelTopClose, PanelTopOpen } from 'lucide-react';
import { type ComponentProps, useId, useMemo, useState } from 'react';
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
import { latePart } from '../../ui/late-part.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { TabList } from '../../ui/tabs.tsx';
import { accountColumns } from './accounts/account-columns.tsx';
import { AccountList } from './accounts/account-list.tsx';
import { HistoryPanel } from './accounts/history-panel.tsx';
import { ListHead } from './accounts/list-head.tsx';
import { categoriesQuery } from './category-queries.ts';
import { countQuery, listOf, readSort, uploadedQueuesQuery, writeSort } from './queries.ts';
import { QueueCounting } from './queue-counting.tsx';
import type { QueuesSearch } from './search-state.ts';
import { UploadedQueues } from './uploads/uploaded-queues.tsx';

const UploadDrawer = latePart(
  () => import('./uploads/upload-drawer.tsx'),
  'UploadDrawer',
  DrawerSpace,
);

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
 * Whether the drawer is open. Before the first choice it is open only if the tool is empty and the
 * screen is wide.
 * @param isEmpty undefined until it is known. Only its first value counts, because the first upload
 * must not close the drawer.
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

/** Names for the choice of columns; their cells are not rendered. */
const COLUMN_CHOICES = accountColumns(() => undefined);

/** The content of the tool. `isEmpty` is undefined until both lists are loaded. */
function useQueueData(type: QueueType) {
  const uploaded = useQuery(uploadedQueuesQuery(type));
  const categories = useQuery(categoriesQuery(type));
  const uploadedIds = useMemo(
    () => new Set(uploaded.data?.map(({ queue_id }) => queue_id)),
    [uploaded.data],
  );
  const list = categories.data ?? [];
  const isLoaded = uploaded.data !== undefined && categories.data !== undefined;
  const isEmpty = (uploaded.data?.length ?? 0) + list.length === 0;
  return { uploaded, uploadedIds, categories, list, isEmpty: isLoaded ? isEmpty : undefined };
}

/** The queue tool of one type: uploads in a drawer, and one table for all lists of accounts. */
export function QueuesScreen({ type, title, ...address }: QueuesScreenProps) {
  const [view, change] = useSearchView(address.search, address.onSearch);
  const [isListing, setIsListing] = useState(false);
  const { uploaded, uploadedIds, categories, list, isEmpty } = useQueueData(type);
  const [isDrawerOpen, setIsDrawerOpen] = useDrawer(isEmpty);
  const category = list.find(({ name }) => categoryKey(name) === categoryKey(view.category ?? ''));
  const of = category ? { category: category.name } : listOf(view);
  const settings = useGridSettings('queue-accounts');
  const panelId = useId();
  const queues = uploaded.data?.length ?? 0;
  const showAll = () => change({ category: undefined, list: undefined });
  return (
    <Screen
      title={title}
      context={uploaded.data ? countOf(queues, 'uploaded queue') : undefined}
      layout="fixed"
      className="bg-surface"
      actions={
        <UploadActions
          {...{ type, queues, isDrawerOpen }}
          onList={() => setIsListing(true)}
          onDrawer={setIsDrawerOpen}
        />
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
        <AccountSearch value={view.search} onChange={(search) => change({ search })} />
        <GridSettingsMenu columns={COLUMN_CHOICES} settings={settings} />
      </div>
      <QueueCounting
        type={type}
        className="flex-none border-b border-border bg-surface-sunken px-5 py-2 max-md:px-3.5"
      />
      <CategoriesFailure query={categories} />
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
        <Accounts
          {...{ type, of, view, change, settings }}
          names={list.map(({ name }) => name)}
          onShowAll={showAll}
          onUpload={isDrawerOpen ? null : () => setIsDrawerOpen(true)}
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

interface AccountsProps
  extends Pick<
    ComponentProps<typeof AccountList>,
    'type' | 'of' | 'names' | 'settings' | 'onShowAll' | 'onUpload'
  > {
  view: QueuesSearch;
  change: (part: QueuesSearch) => void;
}

/** The accounts of the displayed list, sorted and searched as in the address. */
function Accounts({ view, change, ...props }: AccountsProps) {
  const sort = useMemo(() => readSort(view.sort), [view.sort]);
  return (
    <AccountList
      {...props}
      key={`${props.type} ${props.of.category} ${props.of.isUntested}`}
      search={view.search ?? ''}
      sort={sort}
      onSort={(next) => change({ sort: writeSort(next) })}
      onClearSearch={() => change({ search: undefined })}
      onOpen={(account) => change({ account })}
    />
  );
}

interface AccountSearchProps {
  value: string | undefined;
  onChange: (search: string) => void;
}

function AccountSearch({ value = '', onChange }: AccountSearchProps) {
  return (
    <span className="ml-auto w-55 max-w-full flex-none max-md:w-full max-md:pb-2">
      <SearchInput label="Search accounts" value={value} onChange={onChange} />
    </span>
  );
}

interface UploadActionsProps {
  type: QueueType;
  /** The number of uploaded queues. */
  queues: number;
  /** Opens the list of uploaded queues. */
  onList: () => void;
  isDrawerOpen: boolean;
  onDrawer: (isOpen: boolean) => void;
}

/** The buttons of the top bar: the uploaded queues, and the drawer that uploads more. */
function UploadActions({ type, queues, onList, isDrawerOpen, onDrawer }: UploadActionsProps) {
  const DrawerIcon = isDrawerOpen ? PanelTopClose : PanelTopOpen;
  const upload = () => {
    onDrawer(true);
    // A closed drawer cannot receive the focus yet.
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
      run: () => onDrawer(!isDrawerOpen),
    },
  ]);
  return (
    <>
      <Button size="sm" icon={<Layers />} disabled={queues === 0} onClick={onList}>
        <span className="max-md:sr-only">Uploaded queues</span>
      </Button>
      <Button
        size="sm"
        icon={<DrawerIcon />}
        aria-expanded={isDrawerOpen}
        onClick={() => onDrawer(!isDrawerOpen)}
      >
        <span className="max-md:sr-only">Uploads</span>
      </Button>
    </>
  );
}

function CategoriesFailure({ query }: { query: UseQueryResult<CategorySummary[]> }) {
  if (!query.isError) return null;
  return (
    <Banner
      tone="danger"
      title={TEXTS.categoriesFailed}
      className="m-3 flex-none"
      actions={<RetryButton query={query} />}
    >
      {TEXTS.categoriesError}
    </Banner>
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

/** The height of the empty drawer, so that the list does not move when it is loaded. */
function DrawerSpace({ isOpen }: { isOpen: boolean }) {
  return isOpen ? (
    <div className="h-57.5 flex-none border-b border-border max-lg:h-[42dvh]" />
  ) : null;
}
