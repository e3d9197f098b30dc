import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ArtistResult } from '../../../../shared/ticketing/schema.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import type { EventsChoice } from '../events-choice.ts';
import { describeTicketingFailure, NO_EVENTS_TEXT } from '../failure-text.ts';
import { artistEventsQuery, artistSearchQuery } from '../queries.ts';
import { LoadingPanel } from './loading-panel.tsx';

interface ArtistEventsProps {
  artistId: string;
  /** The search that led here, or ''. */
  term: string;
  choice: EventsChoice;
  onChoice: (change: Partial<EventsChoice>) => void;
  onCancel: () => void;
  onNewSearch: () => void;
  /** True after a choice from the artist list: the focus goes on to the events. */
  takesFocus: boolean;
}

/**
 * The largest part of the screen, fetched while the operator still searches and the provider still answers. A query
 * and not a lazy component: that would show its waiting state for 300 ms at least, though the code is there.
 */
export const eventsPaneQuery = queryOptions({
  queryKey: ['ticketing', 'events-pane'],
  queryFn: () => import('./events-pane.tsx'),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
});

/** Loads an artist's events: waiting, failed with Retry, none, or the events themselves. */
export function ArtistEvents(props: ArtistEventsProps) {
  const { artistId, term, onNewSearch } = props;
  const query = useQuery(artistEventsQuery(artistId));
  const pane = useQuery(eventsPaneQuery);
  const artist = usePickedArtist(term, artistId);
  const retry = () => {
    void query.refetch();
    if (pane.isError) void pane.refetch();
  };

  const isWaiting = query.data === undefined && (query.isPending || query.isFetching);
  if (isWaiting || pane.isPending) {
    const title = artist === undefined ? 'Loading events' : `Loading events of ${artist.name}`;
    return <LoadingPanel key={artistId} title={title} onCancel={props.onCancel} />;
  }
  const error = query.error ?? pane.error;
  const failure = error === null ? null : describeTicketingFailure(error);
  if (query.data === undefined || query.data.events.length === 0 || pane.data === undefined) {
    return (
      <ErrorState
        title={failure?.text ?? NO_EVENTS_TEXT}
        onRetry={retry}
        retrying={query.isFetching}
        requestId={failure?.requestId ?? undefined}
        actions={<Button onClick={onNewSearch}>New Search</Button>}
        className="mt-2 flex-1 border-t border-border bg-bg"
      >
        {failure?.reason}
      </ErrorState>
    );
  }
  const { EventsPane } = pane.data;
  return (
    <>
      {failure === null ? null : (
        <Banner
          tone="warning"
          className="mx-5 mt-2 max-md:mx-3"
          actions={
            <Button size="sm" onClick={retry}>
              Retry
            </Button>
          }
        >
          {failure.text} {failure.reason} The events below are older.
        </Banner>
      )}
      <EventsPane
        answer={query.data}
        artist={artist}
        choice={props.choice}
        onChoice={props.onChoice}
        isRefreshing={query.isFetching}
        onRefresh={retry}
        onNewSearch={onNewSearch}
        takesFocus={props.takesFocus}
      />
    </>
  );
}

/** The artist as the search found it, while that answer is still at hand. */
function usePickedArtist(term: string, artistId: string): ArtistResult | undefined {
  const artists = useQueryClient().getQueryData(artistSearchQuery(term).queryKey);
  return artists?.find(({ id }) => id === artistId);
}
