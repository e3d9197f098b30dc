import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { eventsByIdQuery, loadedEventsQuery } from '../../../lib/queries/events.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-styles.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageBody, PageHeader } from '../../../ui/page.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { TicketSkeleton } from '../../../ui/ticket-skeleton.tsx';
import { useDraft } from '../../site-generator/use-draft.ts';
import {
  type ChangeEventIds,
  type EncoreSettings,
  INITIAL_SETTINGS,
  settingsCache,
} from '../settings.ts';
import { useAccounts } from '../use-accounts.ts';
import { AddEventsPanel } from './add-events-panel.tsx';

// Loads with the events, while the placeholders show.
const workspaceCode = import('./encore-workspace.tsx');
const EncoreWorkspace = lazy(() =>
  workspaceCode.then((module) => ({ default: module.EncoreWorkspace })),
);

interface EncoreScreenProps {
  /** Path and query of the page: the settings are saved under it. */
  address: string;
  /** Ids of the chosen events in their order; null when the list of the address is not in this tab. */
  eventIds: readonly string[] | null;
  /** The same function on every render. */
  onEventIds: ChangeEventIds;
}

/** The Encore generator. The address holds the events, the browser their settings. */
export function EncoreScreen({ address, eventIds, onEventIds }: EncoreScreenProps) {
  const state = useDraft(settingsCache, encodeURIComponent(address), INITIAL_SETTINGS);
  const isEmpty = eventIds === null || eventIds.length === 0;
  const { takeAlong } = state;
  const changeEvents: ChangeEventIds = useCallback(
    (change) => {
      takeAlong();
      onEventIds(change);
    },
    [takeAlong, onEventIds],
  );
  return (
    <>
      <PageHeader title="Encore Tool" context={isEmpty ? undefined : 'CSV bot configuration'} />
      {isEmpty ? (
        <NoEvents isLost={eventIds === null} onAdd={changeEvents} />
      ) : (
        <ChosenEvents eventIds={eventIds} state={state} onEventIds={changeEvents} />
      )}
    </>
  );
}

interface ChosenEventsProps {
  eventIds: readonly string[];
  state: ReturnType<typeof useDraft<EncoreSettings>>;
  onEventIds: ChangeEventIds;
}

function ChosenEvents({ eventIds, state, onEventIds }: ChosenEventsProps) {
  const events = useQuery({ ...eventsByIdQuery(eventIds), placeholderData: (before) => before });
  const accounts = useAccounts(state.draft);
  const queries = [events, ...accounts.queries];
  const failed = queries.filter((query) => query.isLoadingError);
  if (failed[0]?.error) {
    return (
      <PageBody>
        <ErrorState
          title="Events and accounts could not be loaded"
          retrying={queries.some((query) => query.isFetching)}
          onRetry={() => {
            for (const query of failed) void query.refetch();
          }}
        >
          {failed[0].error.message}
        </ErrorState>
      </PageBody>
    );
  }
  if (events.data === undefined || queries.some((query) => query.isLoading)) {
    return <EncoreLoading eventIds={eventIds} />;
  }
  return (
    <Suspense fallback={<EncoreLoading eventIds={eventIds} />}>
      <PageBody layout="fixed">
        <EncoreWorkspace
          events={events.data.events}
          missing={events.data.missing}
          state={state}
          accounts={accounts}
          onEventIds={onEventIds}
        />
      </PageBody>
    </Suspense>
  );
}

function NoEvents({ isLost, onAdd }: { isLost: boolean; onAdd: ChangeEventIds }) {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <PageBody layout="canvas">
      <div className="mx-auto max-w-[640px] px-5 pt-8 pb-10 max-md:px-3.5">
        <EmptyState
          title="No Events Selected"
          actions={
            <>
              <Link to="/ticketmaster" className={buttonClass('primary')}>
                Go to TicketMaster Tool
              </Link>
              {isAdding ? null : (
                <Button onClick={() => setIsAdding(true)}>Add Events Manually</Button>
              )}
            </>
          }
        >
          {isLost
            ? 'The list of events in this address belongs to another tab. Select the events again.'
            : 'Select events in the ticketing tool, or add the addresses of their pages.'}
        </EmptyState>
        {isAdding ? (
          <AddEventsPanel
            chosen={[]}
            onAdd={(added) => onAdd(() => added)}
            onCancel={() => setIsAdding(false)}
          />
        ) : null}
      </div>
    </PageBody>
  );
}

const CARDS = ['a', 'b', 'c'];

/** Placeholders, with the progress of a long list. */
function EncoreLoading({ eventIds }: { eventIds: readonly string[] }) {
  const client = useQueryClient();
  const { data: loaded } = useQuery(loadedEventsQuery(eventIds));
  const total = eventIds.length;
  return (
    <PageBody layout="canvas">
      <div className="after-a-moment flex flex-col gap-3 p-5 max-md:p-3.5">
        <div className="flex flex-wrap items-center gap-2 text-text-muted">
          <Spinner className="text-accent-text" />
          <p role="status">Loading events and accounts...</p>
          {total > 100 ? (
            <>
              <Progress label="Events loaded" value={loaded} max={total} className="w-40" />
              <span className="tn text-xs">
                {formatNumber(loaded)} of {formatNumber(total)}
              </span>
              <Button
                size="xs"
                onClick={() => {
                  void client.cancelQueries(eventsByIdQuery(eventIds));
                  window.history.back();
                }}
              >
                Cancel
              </Button>
            </>
          ) : null}
        </div>
        {CARDS.map((card) => (
          <TicketSkeleton key={card} className="min-h-[132px] max-w-[880px]">
            <Skeleton className="mt-3 h-8 w-full" />
          </TicketSkeleton>
        ))}
      </div>
    </PageBody>
  );
}
