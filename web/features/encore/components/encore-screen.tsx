import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageBody, PageHeader } from '../../../ui/page.tsx';
import { selectedEventsQuery } from '../queries.ts';
import { useAccounts } from '../use-accounts.ts';
import { useEncoreSettings } from '../use-encore-settings.ts';
import { EncoreLoading } from './encore-loading.tsx';
import { EncoreWorkspace } from './encore-workspace.tsx';
import { NoEvents } from './no-events.tsx';

interface EncoreScreenProps {
  /** Ids of the chosen events, in the order of the address. */
  eventIds: readonly string[];
  onEventIds: (ids: string[]) => void;
}

/** The Encore generator (part 3, "Encore CSV bot generator"). The address holds the events, the browser their settings. */
export function EncoreScreen({ eventIds, onEventIds }: EncoreScreenProps) {
  const [isAdding, setIsAdding] = useState(false);
  const state = useEncoreSettings(eventIds.join(','));
  const events = useQuery(selectedEventsQuery(eventIds));
  const accounts = useAccounts(state.settings);
  const { categoriesQuery } = accounts;
  const changeEvents = (ids: string[]) => {
    state.takeAlong();
    onEventIds(ids);
  };

  const isEmpty = eventIds.length === 0;
  const isLoading = !isEmpty && (events.isLoading || categoriesQuery.isLoading);
  const failed = !isEmpty ? [events, categoriesQuery].filter((query) => query.isLoadingError) : [];
  const error = failed[0]?.error;
  const isReady = !isEmpty && !isLoading && events.data !== undefined && !error;
  return (
    <>
      <PageHeader
        title="Encore Tool"
        context={isReady ? 'CSV bot configuration' : undefined}
        actions={
          isReady ? (
            <>
              {state.isRestored ? <Badge tone="info">Saved configuration loaded</Badge> : null}
              <Button
                size="sm"
                aria-expanded={isAdding}
                icon={<Plus aria-hidden="true" strokeWidth={1.75} />}
                onClick={() => setIsAdding(!isAdding)}
              >
                Add Events Manually
              </Button>
            </>
          ) : undefined
        }
      />
      <PageBody layout={isReady ? 'fixed' : 'canvas'}>
        {isEmpty ? <NoEvents onAdd={changeEvents} /> : null}
        {isLoading ? <EncoreLoading /> : null}
        {error ? (
          <ErrorState
            title="Events and accounts could not be loaded"
            retrying={events.isFetching || categoriesQuery.isFetching}
            onRetry={() => {
              for (const query of failed) void query.refetch();
            }}
          >
            {error.message}
          </ErrorState>
        ) : null}
        {isReady ? (
          <EncoreWorkspace
            events={events.data.events}
            missing={events.data.missing}
            state={state}
            accounts={accounts}
            isAdding={isAdding}
            onAddingEnd={() => setIsAdding(false)}
            onEventIds={changeEvents}
          />
        ) : null}
      </PageBody>
    </>
  );
}
