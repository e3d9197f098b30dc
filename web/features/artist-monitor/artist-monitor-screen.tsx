import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { History, Search } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { FirstUse } from '../../kit/first-use.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { useSaved } from '../../kit/saved/saved.ts';
import { Screen } from '../../kit/screen.tsx';
import { useSearchView } from '../../lib/address-view.ts';
import { useChannel } from '../../lib/channel/index.ts';
import { focusSearch } from '../../lib/focus.ts';
import { countOf, formatNumber } from '../../lib/format.ts';
import { useGathered } from '../../lib/gathered.ts';
import { useNow } from '../../lib/now.ts';
import { Button } from '../../ui/button.tsx';
import { ArtistSearch } from './adding/artist-search.tsx';
import { type MonitorRow, monitorRows } from './artist-columns.tsx';
import { monitoredArtistsQuery, reloadMonitor } from './monitored-artists.ts';
import { MonitoredList } from './monitored-list.tsx';
import { artistChecksQuery, seenChange } from './queries.ts';
import type { MonitorSearch } from './search-state.ts';
import { TimelinePanel } from './timeline-panel.tsx';

const LOAD_FAILED = 'Failed to load monitored artists';
/** Messages within this time cause one reload. */
const GATHER_MS = 250;

interface ArtistMonitorScreenProps {
  search: MonitorSearch;
  onSearch: (search: MonitorSearch) => void;
  /** Further buttons of the top bar. */
  actions: ReactNode;
}

/** Artist Monitor: a search for artists, the monitored artists, and their news. */
export function ArtistMonitorScreen({ search, onSearch, actions }: ArtistMonitorScreenProps) {
  const [view, change] = useSearchView(search, onSearch);
  const [seen] = useSaved(seenChange);
  const artists = useQuery(monitoredArtistsQuery);
  const checks = useQuery(artistChecksQuery(seen));
  const now = useNow();
  const rows = useMemo(
    () => monitorRows(artists.data ?? [], checks.data?.data ?? [], now),
    [artists.data, checks.data, now],
  );
  const ids = useMemo(() => new Set(rows.map(idOf)), [rows]);
  const opened = rows.find((row) => idOf(row) === view.artist);
  const plan = checks.data?.plan;
  const client = useQueryClient();
  const reload = useGathered(() => void reloadMonitor(client), GATHER_MS);
  useChannel('monitor', ({ target }) => {
    if (target === 'artist') reload();
  });
  const newCount = rows.reduce((sum, { check }) => sum + (check?.new_count ?? 0), 0);
  const isEmpty = artists.data?.length === 0;
  const isPanelOpen = opened !== undefined || (view.news !== 'closed' && !isEmpty);
  // Below 900 px the panel covers the list, so it opens only on request.
  const isOnRequest = opened === undefined && view.news !== 'open';
  return (
    <Screen
      title="Artist Monitor"
      context={
        rows.length === 0 || plan === undefined
          ? 'New events, presales and changes of the artists you follow'
          : `${countOf(rows.length, 'artist')}, ${countOf(plan.checks_per_day, 'check')} a day`
      }
      layout="fixed"
      className={clsx(isPanelOpen && !isOnRequest && 'max-lg:hidden')}
      actions={
        <>
          {isEmpty || (isPanelOpen && !isOnRequest) ? null : (
            <Button
              size="sm"
              icon={<History />}
              className={clsx(isPanelOpen && 'lg:hidden')}
              onClick={() => change({ news: 'open' })}
            >
              <span className="max-md:sr-only">What is new</span>
              {newCount > 0 ? ` (${formatNumber(newCount)})` : null}
            </Button>
          )}
          {actions}
        </>
      }
      panel={
        isPanelOpen ? (
          <TimelinePanel
            row={opened}
            onAll={() => change({ artist: undefined, news: 'open' })}
            onClose={() => change({ artist: undefined, news: 'closed' })}
            className={isOnRequest ? 'max-lg:hidden' : 'max-lg:flex-1'}
          />
        ) : undefined
      }
    >
      <ArtistSearch
        term={view.search ?? ''}
        onTerm={(term) => change({ search: term || undefined })}
        monitoredIds={ids}
      />
      <QueryView query={artists} loadingLabel="Loading monitored artists" failure={LOAD_FAILED}>
        {() =>
          isEmpty ? (
            <NoArtists />
          ) : (
            <MonitoredList rows={rows} view={view} onView={change} plan={plan} />
          )
        }
      </QueryView>
    </Screen>
  );
}

const idOf = ({ artist }: MonitorRow): string => artist.artist_id;

function NoArtists() {
  return (
    <FirstUse
      title="No Artists Monitored"
      className="pt-20!"
      actions={
        <Button icon={<Search />} onClick={focusSearch}>
          Search for an artist
        </Button>
      }
    >
      Search for an artist and choose the dates. New events, presales and changes of date, venue or
      status appear here.
    </FirstUse>
  );
}
