import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { FirstUse } from '../../kit/first-use.tsx';
import { useSaved } from '../../kit/saved/saved.ts';
import { countOf, formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-styles.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { PageBody, PageHeader } from '../../ui/page.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TicketSkeleton } from '../../ui/ticket-skeleton.tsx';
import { RecentWork } from '../recent-work/recent-work.tsx';
import { ResumeWork } from '../recent-work/resume-work.tsx';
import { type OpenWork, useWork } from '../recent-work/session/use-work.ts';
import type { WorkPlace } from '../recent-work/work-tool.ts';
import { WorkView } from '../recent-work/work-view.tsx';
import { eventsByIdQuery, loadedEventsQuery } from '../ticketing/event-queries.ts';
import { savedSelection } from '../ticketing/selection/selection.ts';
import { useAccounts } from './accounts/use-accounts.ts';
import { AddEventsPanel } from './events/add-events-panel.tsx';
import { useUnlisted, withUnlisted } from './events/unlisted-events.ts';
import { useAddedEvents } from './events/use-added-events.ts';
import {
  type ChangeEventIds,
  type EncoreSettings,
  encoreWork,
  savedCategories,
} from './settings.ts';

const EncoreWorkspace = latePart(
  () => import('./encore-workspace.tsx'),
  'EncoreWorkspace',
  ({ events }) => <EncoreLoading eventIds={events.map(({ id }) => id)} />,
);
// Loads with the events, while the placeholders show.
void EncoreWorkspace.load();

interface EncoreScreenProps {
  /** Path and query of the page: unsaved changes are stored under it. */
  address: string;
  /** The work that the address names. */
  workId: WorkPlace['id'];
  /** Ids of the chosen events in order; null if the list in the address is not in this tab. */
  eventIds: readonly string[] | null;
  /** The same function on every render. */
  onEventIds: ChangeEventIds;
}

/** The Encore generator. The address contains the events, and the database their settings. */
export function EncoreScreen({ address, workId, eventIds, onEventIds }: EncoreScreenProps) {
  const isEmpty = eventIds === null || eventIds.length === 0;
  const key = eventIds?.join(',') ?? '';
  const place = key === '' ? null : { key, id: workId, unsentName: encodeURIComponent(address) };
  const work = useWork(encoreWork, place);
  const takeAlong = work?.takeAlong;
  const changeEvents: ChangeEventIds = useCallback(
    (change) => {
      takeAlong?.();
      onEventIds(change);
    },
    [takeAlong, onEventIds],
  );
  useAddedEvents({ address, eventIds, isReady: work !== null, onEventIds: changeEvents });
  return (
    <>
      <PageHeader title="Encore Tool" context={isEmpty ? undefined : 'CSV bot configuration'} />
      {!isEmpty ? (
        <WorkView work={work} loading={<EncoreLoading eventIds={eventIds} />}>
          {(opened) => <ChosenEvents eventIds={eventIds} work={opened} onEventIds={changeEvents} />}
        </WorkView>
      ) : typeof workId === 'number' ? (
        <PageBody layout="canvas">
          <ResumeWork id={workId} onWork={({ key: ids }) => onEventIds(() => ids.split(','))} />
        </PageBody>
      ) : (
        <NoEvents isLost={eventIds === null} onAdd={changeEvents} />
      )}
    </>
  );
}

interface ChosenEventsProps {
  eventIds: readonly string[];
  work: OpenWork<EncoreSettings>;
  onEventIds: ChangeEventIds;
}

function ChosenEvents({ eventIds, work, onEventIds }: ChosenEventsProps) {
  const events = useQuery({ ...eventsByIdQuery(eventIds), placeholderData: (before) => before });
  const accounts = useAccounts(work.draft);
  useLastCategories(work);
  useUnlisted(work, eventIds);
  const { unlisted } = work.draft;
  const chosen = useMemo(
    () => events.data && withUnlisted(eventIds, events.data, unlisted),
    [eventIds, events.data, unlisted],
  );
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
  if (chosen === undefined || queries.some((query) => query.isLoading)) {
    return <EncoreLoading eventIds={eventIds} />;
  }
  return (
    <PageBody layout="fixed">
      <EncoreWorkspace
        events={chosen.events}
        missing={chosen.missing}
        readAt={chosen.readAt}
        work={work}
        accounts={accounts}
        onEventIds={onEventIds}
      />
    </PageBody>
  );
}

/** A new configuration starts with the categories of the last one. */
function useLastCategories({ draft, saving, isRestored, change }: OpenWork<EncoreSettings>): void {
  const isNew = saving.id === null && !isRestored && draft.categories.length === 0;
  const start = useEffectEvent(() => {
    const categories = [...savedCategories.read()];
    if (isNew && categories.length > 0) change({ categories });
  });
  useEffect(() => start(), []);
}

function NoEvents({ isLost, onAdd }: { isLost: boolean; onAdd: ChangeEventIds }) {
  const [isAdding, setIsAdding] = useState(false);
  const [selected] = useSaved(savedSelection);
  return (
    <PageBody layout="canvas">
      <div className="mx-auto max-w-160 px-5 pt-8 pb-10 max-md:px-3.5">
        <FirstUse
          title="No Events Selected"
          actions={
            <>
              {selected.length === 0 ? null : (
                <Button variant="primary" onClick={() => onAdd(() => selected.map(({ id }) => id))}>
                  Use {countOf(selected.length, 'selected event')}
                </Button>
              )}
              <Link
                to="/ticketmaster"
                className={buttonClass(selected.length === 0 ? 'primary' : 'secondary')}
              >
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
        </FirstUse>
        {isAdding ? (
          <AddEventsPanel
            chosen={[]}
            onAdd={(added) => onAdd(() => added)}
            onCancel={() => setIsAdding(false)}
          />
        ) : null}
        <RecentWork kind="encore" className="mt-4 rounded-lg border bg-surface" />
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
          <TicketSkeleton key={card} className="min-h-33 max-w-220">
            <Skeleton className="mt-3 h-8 w-full" />
          </TicketSkeleton>
        ))}
      </div>
    </PageBody>
  );
}
