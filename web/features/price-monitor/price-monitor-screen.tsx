import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, RefreshCw } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { AddButton } from '../../kit/add-button.tsx';
import { CardSkeletons } from '../../kit/data-grid/card-grid.tsx';
import { attempt, failureText, tryAgain } from '../../kit/failure.ts';
import { FirstUse } from '../../kit/first-use.tsx';
import { useKeyCommand } from '../../kit/keys/key-command.ts';
import { usePages } from '../../kit/pages.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { useQuestion } from '../../kit/question.tsx';
import { Screen } from '../../kit/screen.tsx';
import { useSearchView } from '../../lib/address-view.ts';
import { useDebounced } from '../../lib/debounced.ts';
import { isFocusLost } from '../../lib/focus.ts';
import { countOf } from '../../lib/format.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { NoMatch } from '../../ui/empty-state.tsx';
import { latePart, useIdleLoad } from '../../ui/late-part.tsx';
import { toast } from '../../ui/toast.tsx';
import { exportEvents, updateAll } from './actions/changes.ts';
import type { EventDialog } from './actions/panels.tsx';
import { removal } from './actions/removal.tsx';
import { useEventActions } from './actions/use-event-actions.ts';
import { CARD, PriceList } from './list/price-list.tsx';
import { DEFAULT_SORT, PricesToolbar } from './list/prices-toolbar.tsx';
import { LOAD_FAILED, logActivity, useLoadLog } from './live/activity.ts';
import { ActivityLog } from './live/activity-log.tsx';
import { LiveConnection } from './live/live-connection.tsx';
import { filterOf, overviewQuery, pricesQuery } from './queries.ts';
import type { PricesSearch } from './search-state.ts';
import { reloadPrices } from './watched-events.ts';

const Panels = latePart(() => import('./actions/panels.tsx'), 'Panels');

const UPDATE_FAILED = 'Failed to update price data';
const EXPORT_FAILED = tryAgain('The list could not be exported');
const SEARCH_DELAY_MS = 300;
/** "Update Price Datas" is busy for at least this time. */
const UPDATE_BUSY_MS = 1_500;

const NO_FILTERS = { search: undefined, availability: undefined, tag: undefined, alert: undefined };

interface PriceMonitorScreenProps {
  search: PricesSearch;
  onSearch: (search: PricesSearch) => void;
}

/** Event Price Monitoring: live prices of watched events, their history and alerts. */
export function PriceMonitorScreen({ search, onSearch }: PriceMonitorScreenProps) {
  const [view, change] = useSearchView(search, onSearch);
  const client = useQueryClient();
  const term = useDebounced(view.search?.trim() ?? '', SEARCH_DELAY_MS);
  const filter = filterOf({ ...view, search: term });
  const pages = usePages({
    ...pricesQuery({ ...view, search: term }),
    placeholderData: keepPreviousData,
  });
  const { query, rows } = pages;
  const { data: overview } = useQuery(overviewQuery);
  const [question, ask] = useQuestion();
  const [dialog, setDialog] = useState<EventDialog | null>(null);
  useIdleLoad(Panels.load);
  useLoadLog(query);
  const openAdd = () => {
    focusPage();
    change({ panel: 'add', event: undefined });
  };
  const actions = useEventActions({
    open: ({ url }) => change({ event: url, panel: undefined }),
    alert: (alerted) => setDialog({ alerted }),
    tag: (tagged) => setDialog({ tagged }),
    paste: (pasted) => setDialog({ pasted }),
    remove: (events) =>
      ask(
        removal(client, events, () => {
          if (events.some(({ url }) => url === view.event)) change({ event: undefined });
        }),
      ),
  });
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const hasPanel = view.event !== undefined || (view.panel !== undefined && view.panel !== 'log');
  const isPanelsNeeded = hasPanel || dialog !== null;
  return (
    <Screen
      title="Event Price Monitoring"
      context={overview ? countOf(overview.total, 'event') : undefined}
      layout="fixed"
      actions={<Actions onAdd={openAdd} />}
    >
      <PricesToolbar
        view={view}
        onView={change}
        overview={overview}
        isReloading={query.isRefetching}
        onReload={() => void reloadPrices(client)}
        onExport={() => saveList(filter)}
      />
      <div className="flex min-h-0 flex-1 max-lg:flex-col">
        <div className="relative flex min-h-0 min-w-0 flex-1 flex-col bg-bg">
          {isFiltered || query.isFetching || !overview ? null : (
            <AddedNote count={overview.total - pages.total} />
          )}
          <EventList
            {...{ view, change, pages, filter, actions }}
            isFiltered={isFiltered}
            onAdd={openAdd}
          />
        </div>
        <ActivityLog
          isOpen={view.panel === 'log'}
          isHidden={hasPanel}
          onClose={() => change({ panel: undefined })}
        />
        {isPanelsNeeded ? (
          <Panels
            view={view}
            onView={change}
            events={rows}
            actions={actions}
            dialog={dialog}
            onDialogClose={() => setDialog(null)}
          />
        ) : null}
        {question}
      </div>
    </Screen>
  );
}

/**
 * The panel takes the focus only from an element: on a page that opens with the panel, the focus
 * does not move.
 */
function focusPage(): void {
  if (isFocusLost()) document.getElementById('main')?.focus({ preventScroll: true });
}

function Actions({ onAdd }: { onAdd: () => void }) {
  return (
    <>
      <LiveConnection />
      <UpdateButton />
      <AddButton id="prices.add" label="Add events to monitor" run={onAdd}>
        Add events
      </AddButton>
    </>
  );
}

interface EventListProps extends Pick<ComponentProps<typeof PriceList>, 'pages' | 'actions'> {
  view: PricesSearch;
  change: (part: Partial<PricesSearch>) => void;
  filter: ReturnType<typeof filterOf>;
  isFiltered: boolean;
  onAdd: () => void;
}

function EventList(props: EventListProps) {
  const { view, change, pages, filter, isFiltered, onAdd, actions } = props;
  const { query, rows } = pages;
  return (
    <QueryView
      query={query}
      loading={<CardSkeletons label="Loading monitored events" {...CARD} />}
      failure={LOAD_FAILED}
    >
      {() => {
        if (rows.length > 0)
          return (
            <PriceList
              view={view.view ?? 'grid'}
              pages={pages}
              openUrl={view.event}
              listKey={JSON.stringify([filter, view.sort])}
              sort={view.sort ?? DEFAULT_SORT}
              onSort={(sort) => change({ sort: sort === DEFAULT_SORT ? undefined : sort })}
              actions={actions}
            />
          );
        if (isFiltered)
          return (
            <NoMatch title="No event matches" onClear={() => change(NO_FILTERS)}>
              No monitored event has this text, availability, tag or alert.
            </NoMatch>
          );
        return <NoEvents onAdd={onAdd} />;
      }}
    </QueryView>
  );
}

function AddedNote({ count }: { count: number }) {
  const client = useQueryClient();
  if (count <= 0) return null;
  return (
    <Banner
      className="m-3 mb-0"
      actions={
        <Button size="xs" onClick={() => void reloadPrices(client)}>
          Show
        </Button>
      }
    >
      {countOf(count, 'new event')} since this list was loaded.
    </Banner>
  );
}

function NoEvents({ onAdd }: { onAdd: () => void }) {
  return (
    <FirstUse
      title="No monitored events"
      className="flex-1"
      actions={
        <Button icon={<Plus />} onClick={onAdd}>
          Add events
        </Button>
      }
    >
      Add the addresses of event pages. Their prices appear here and change live.
    </FirstUse>
  );
}

function UpdateButton() {
  const update = useUpdate();
  useKeyCommand('u', { id: 'prices.update', label: 'Update price data', run: update.mutate });
  return (
    <Button size="sm" busy={update.isPending} icon={<RefreshCw />} onClick={() => update.mutate()}>
      <span className="max-lg:sr-only">Update Price Datas</span>
    </Button>
  );
}

/**
 * Requests a check of all prices. It is busy for at least {@link UPDATE_BUSY_MS}, so that an
 * operator notices it.
 */
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
      logActivity(client, 'error', UPDATE_FAILED, reason);
      toast({ title: reason, tone: 'danger' });
    },
  });
}

const saveList = (filter: Parameters<typeof exportEvents>[0]): void =>
  attempt(EXPORT_FAILED, async () => {
    await exportEvents(filter);
  });
