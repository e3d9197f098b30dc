import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { Plus, RefreshCw } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { PriceTarget } from '../../../shared/price-monitor/schema.ts';
import { CardSkeletons } from '../../kit/data-grid/card-grid.tsx';
import { failureText } from '../../kit/failure.ts';
import { QueryView } from '../../kit/query-view.tsx';
import { Screen } from '../../kit/screen.tsx';
import { useAddressView } from '../../lib/address-view.ts';
import { useCommands } from '../../lib/commands.ts';
import { useDebounced } from '../../lib/debounced.ts';
import { countOf } from '../../lib/format.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useIdleLoad } from '../../ui/load-overlays.tsx';
import { toast } from '../../ui/toast.tsx';
import { logActivity } from './activity.ts';
import { ActivityLog } from './activity-log.tsx';
import { exportEvents, reloadPrices, updateAll } from './changes.ts';
import { CARD_HEIGHT, CARD_WIDTH, PriceList } from './price-list.tsx';
import { DEFAULT_SORT, PricesToolbar } from './prices-toolbar.tsx';
import { overviewQuery, type PricesSearch, pagesQuery } from './queries.ts';
import { useEventActions } from './use-event-actions.ts';

const loadPanels = () => import('./panels.tsx');
const Panels = lazy(() => loadPanels().then((code) => ({ default: code.Panels })));

const LiveConnection = lazy(() =>
  import('./live-connection.tsx').then((code) => ({ default: code.LiveConnection })),
);

const LOAD_FAILED = {
  refused: 'Failed to load monitored events',
  thrown: 'Failed to load monitored events',
};
const UPDATE_FAILED = {
  refused: 'Failed to update price data',
  thrown: 'Failed to update price data',
};
const EXPORT_FAILED = {
  refused: 'The list could not be exported',
  thrown: 'The list could not be exported. Try again.',
};
const SEARCH_DELAY_MS = 300;
/** "Update Price Datas" is busy for at least this time. */
const UPDATE_BUSY_MS = 1_500;

interface PriceMonitorScreenProps {
  search: PricesSearch;
  onSearch: (search: PricesSearch) => void;
}

/** The address holds the view as it is. */
const same = (search: PricesSearch): PricesSearch => search;

/** Event Price Monitoring: live prices of watched events, their history and alerts. */
export function PriceMonitorScreen({ search, onSearch }: PriceMonitorScreenProps) {
  const [view, setView] = useAddressView({ search, onSearch, viewOf: same, searchOf: same });
  const client = useQueryClient();
  const change = (part: Partial<PricesSearch>) => setView({ ...view, ...part });
  const term = useDebounced(view.search?.trim() ?? '', SEARCH_DELAY_MS);
  const query = useInfiniteQuery({
    ...pagesQuery({ ...view, search: term }),
    placeholderData: keepPreviousData,
  });
  const { data: overview } = useQuery(overviewQuery);
  const [removed, setRemoved] = useState<readonly PriceTarget[] | null>(null);
  const [tagged, setTagged] = useState<readonly PriceTarget[] | null>(null);
  const update = useUpdate();
  useIdleLoad(loadPanels);
  useLoadLog(query);
  const openAdd = () => change({ panel: 'add', event: undefined });
  const actions = useEventActions({
    open: ({ url }) => change({ event: url, panel: undefined }),
    tag: setTagged,
    remove: setRemoved,
  });
  useScreenCommands({ onAdd: openAdd, onUpdate: update.mutate });
  const pages = query.data?.pages ?? [];
  const targets = pages.flatMap(({ data }) => data);
  const total = pages[0]?.total ?? 0;
  const isFiltered = Boolean(term || view.availability || view.tag || view.alert);
  const filter = {
    ...(term && { search: term }),
    ...(view.availability && { availability: view.availability }),
    ...(view.tag && { tag: view.tag }),
    ...(view.alert && { has_alert: 'true' as const }),
  };
  const isPanelsNeeded =
    view.event !== undefined || view.panel === 'add' || tagged !== null || removed !== null;
  return (
    <Screen
      title="Event Price Monitoring"
      context={overview ? countOf(overview.total, 'event') : undefined}
      layout="fixed"
      actions={
        <>
          <Suspense>
            <LiveConnection />
          </Suspense>
          <Button
            size="sm"
            busy={update.isPending}
            icon={<RefreshCw />}
            onClick={() => update.mutate()}
          >
            <span className="max-md:sr-only">Update Price Datas</span>
          </Button>
          <Button size="sm" variant="primary" icon={<Plus />} onClick={openAdd}>
            <span className="max-md:sr-only">Add events</span>
          </Button>
        </>
      }
    >
      <PricesToolbar
        view={view}
        onView={change}
        overview={overview}
        isReloading={query.isRefetching}
        onReload={() => void reloadPrices(client)}
        onExport={() => void saveList(filter)}
      />
      <div className="flex min-h-0 flex-1 max-[900px]:flex-col">
        <div className="relative flex min-h-0 min-w-0 flex-1 flex-col bg-bg">
          <QueryView
            query={query}
            loadingLabel="Loading monitored events"
            loading={
              <CardSkeletons
                label="Loading monitored events"
                minWidth={CARD_WIDTH}
                height={CARD_HEIGHT}
              />
            }
            failureText={(error) => failureText(error, LOAD_FAILED)}
          >
            {() =>
              targets.length > 0 ? (
                <PriceList
                  view={view.view ?? 'grid'}
                  targets={targets}
                  total={total}
                  openUrl={view.event}
                  listKey={JSON.stringify([filter, view.sort])}
                  sort={view.sort ?? DEFAULT_SORT}
                  onSort={(sort) => change({ sort: sort === DEFAULT_SORT ? undefined : sort })}
                  onMore={
                    query.hasNextPage && !query.isFetchingNextPage
                      ? () => void query.fetchNextPage()
                      : null
                  }
                  isLoadingMore={query.isFetchingNextPage}
                  actions={actions}
                />
              ) : (
                <NoEvents
                  isFiltered={isFiltered}
                  onClear={() =>
                    change({
                      search: undefined,
                      availability: undefined,
                      tag: undefined,
                      alert: undefined,
                    })
                  }
                  onAdd={openAdd}
                />
              )
            }
          </QueryView>
        </div>
        <ActivityLog
          isOpen={view.panel === 'log'}
          isHidden={view.event !== undefined || view.panel === 'add'}
          onClose={() => change({ panel: undefined })}
        />
        <Suspense>
          {isPanelsNeeded ? (
            <Panels
              view={view}
              onView={change}
              targets={targets}
              actions={actions}
              tagged={tagged}
              onTagged={() => setTagged(null)}
              removed={removed}
              onRemoved={() => setRemoved(null)}
            />
          ) : null}
        </Suspense>
      </div>
    </Screen>
  );
}

interface NoEventsProps {
  isFiltered: boolean;
  onClear: () => void;
  onAdd: () => void;
}

function NoEvents({ isFiltered, onClear, onAdd }: NoEventsProps) {
  return isFiltered ? (
    <EmptyState
      title="No event matches"
      className="flex-1"
      actions={<Button onClick={onClear}>Clear filters</Button>}
    >
      No monitored event has this text, availability, tag or alert.
    </EmptyState>
  ) : (
    <EmptyState
      title="No monitored events"
      className="flex-1"
      actions={
        <Button icon={<Plus />} onClick={onAdd}>
          Add events
        </Button>
      }
    >
      Add the addresses of event pages. Their prices appear here and change live.
    </EmptyState>
  );
}

/** Has all prices checked. Busy long enough to be seen. */
function useUpdate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const seen = new Promise((resolve) => setTimeout(resolve, UPDATE_BUSY_MS));
      const [result] = await Promise.allSettled([updateAll(), seen]);
      if (result.status === 'rejected') throw result.reason;
    },
    onSuccess: () => logActivity(client, 'success', 'Price data updated'),
    onError: (error) => {
      const reason = failureText(error, UPDATE_FAILED);
      logActivity(client, 'error', UPDATE_FAILED.thrown, reason);
      toast({ title: reason, tone: 'danger' });
    },
  });
}

interface Loading {
  data: { pages: readonly { total: number }[] } | undefined;
  error: Error | null;
  isRefetching: boolean;
}

/** Writes to the activity log when the list was loaded for the first time, and each time that loading failed. */
function useLoadLog({ data, error, isRefetching }: Loading): void {
  const client = useQueryClient();
  const total = data?.pages[0]?.total;
  const isLoaded = total !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: later loads say nothing new.
  useEffect(() => {
    if (isLoaded) logActivity(client, 'success', `${countOf(total ?? 0, 'event')} loaded`);
  }, [isLoaded, client]);
  useEffect(() => {
    if (error === null || isRefetching) return;
    logActivity(client, 'error', LOAD_FAILED.thrown, failureText(error, LOAD_FAILED));
  }, [error, isRefetching, client]);
}

function useScreenCommands({ onAdd, onUpdate }: { onAdd: () => void; onUpdate: () => void }): void {
  useShortcut('n', 'Add events', onAdd);
  useShortcut('u', 'Update price data', onUpdate);
  useCommands([
    { id: 'prices.add', label: 'Add events to monitor', shortcut: 'N', run: onAdd },
    { id: 'prices.update', label: 'Update price data', shortcut: 'U', run: onUpdate },
  ]);
}

async function saveList(filter: Parameters<typeof exportEvents>[0]): Promise<void> {
  try {
    await exportEvents(filter);
    toast({ title: 'List exported' });
  } catch (error) {
    toast({ title: failureText(error, EXPORT_FAILED), tone: 'danger' });
  }
}
