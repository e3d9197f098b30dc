import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ArtistResult } from '../../../../shared/ticketing/schema.ts';
import { requestIdOf } from '../../../kit/failure.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { latePart } from '../../../ui/late-part.tsx';
import { artistSearchQuery } from '../artist-queries.ts';
import { artistEventsQuery } from '../queries.ts';
import { describeTicketingFailure, NO_EVENTS_TEXT } from '../search/failure-text.ts';
import { LoadingPanel } from '../search/loading-panel.tsx';
import type { EventsPaneProps } from './events-pane.tsx';

const EventsPane = latePart(
  () => import('./events-pane.tsx'),
  'EventsPane',
  ({ onNewSearch, ...props }) => <LoadingEvents {...props} onCancel={onNewSearch} />,
);
// This does not run in an effect, because a link to an artist starts its request at the same time.
void EventsPane.load();

interface ArtistEventsProps
  extends Omit<EventsPaneProps, 'answer' | 'artist' | 'isRefreshing' | 'onRefresh'> {
  /** The search term in the address, or ''. */
  term: string;
  onCancel: () => void;
}

/** An artist's events: loading, failed, none, or the events. */
export function ArtistEvents(props: ArtistEventsProps) {
  const { artistId, term, onNewSearch } = props;
  const query = useQuery(artistEventsQuery(artistId));
  const artist = usePickedArtist(term, artistId);
  const retry = () => void query.refetch();

  if (query.data === undefined && (query.isPending || query.isFetching)) {
    return <LoadingEvents {...props} artist={artist} />;
  }
  const failure = query.error === null ? null : describeTicketingFailure(query.error);
  const isRetryOffered = failure?.isWorthRetrying ?? true;
  if (query.data === undefined || query.data.events.length === 0) {
    return (
      <ErrorState
        title={failure?.text ?? NO_EVENTS_TEXT}
        onRetry={isRetryOffered ? retry : undefined}
        retrying={query.isFetching}
        requestId={requestIdOf(query.error)}
        actions={<Button onClick={onNewSearch}>New Search</Button>}
        className="mt-2 flex-1 border-t border-border bg-bg"
      >
        {failure?.reason}
      </ErrorState>
    );
  }
  return (
    <>
      {failure === null ? null : (
        <Banner
          tone="warning"
          className="mx-5 mt-2 max-md:mx-3"
          actions={
            isRetryOffered ? (
              <Button size="sm" onClick={retry}>
                Retry
              </Button>
            ) : null
          }
        >
          {failure.text} {failure.reason} The events below may be out of date.
        </Banner>
      )}
      <EventsPane
        {...props}
        answer={query.data}
        artist={artist}
        isRefreshing={query.isFetching}
        onRefresh={retry}
      />
    </>
  );
}

interface LoadingEventsProps extends Pick<ArtistEventsProps, 'artistId' | 'choice' | 'onCancel'> {
  artist: ArtistResult | undefined;
}

function LoadingEvents({ artistId, artist, choice, onCancel }: LoadingEventsProps) {
  return (
    <LoadingPanel
      key={artistId}
      title={artist === undefined ? 'Loading events' : `Loading events of ${artist.name}`}
      shape={choice.view === 'grid' ? 'cards' : 'rows'}
      onCancel={onCancel}
    />
  );
}

/** The artist as the search returned it, while that answer is cached. */
function usePickedArtist(term: string, artistId: string): ArtistResult | undefined {
  const matches = useQueryClient().getQueryData(artistSearchQuery(term).queryKey);
  return matches?.artists.find(({ id }) => id === artistId);
}
