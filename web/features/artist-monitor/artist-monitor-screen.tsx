import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Bell, Search } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { failureText, fixedText } from '../../kit/failure.ts';
import { QueryView } from '../../kit/query-view.tsx';
import { useSaved } from '../../kit/saved/saved.ts';
import { Screen } from '../../kit/screen.tsx';
import { useAddressView } from '../../lib/address-view.ts';
import { useChannel } from '../../lib/channel/index.ts';
import { countOf, formatNumber } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { monitoredArtistsQuery } from '../../lib/queries/monitored-artists.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type MonitorRow, monitorRows } from './artist-columns.tsx';
import { ArtistSearch } from './artist-search.tsx';
import { MonitoredList } from './monitored-list.tsx';
import { artistChecksQuery, type MonitorSearch, reloadMonitor, seenChange } from './queries.ts';

const TimelinePanel = lazy(() =>
  import('./timeline-panel.tsx').then((module) => ({ default: module.TimelinePanel })),
);

const LOAD_FAILED = fixedText('Failed to load monitored artists');
/** The live channel reports checks at once; this finds what it missed. */
const REFRESH_MS = 60_000;

/** The address holds the view as it is. */
const same = (search: MonitorSearch): MonitorSearch => search;

interface ArtistMonitorScreenProps {
  search: MonitorSearch;
  onSearch: (search: MonitorSearch) => void;
  /** Further buttons of the top bar. */
  actions: ReactNode;
}

/** Artist Monitor: a search for artists, the monitored ones, and what is new of them. */
export function ArtistMonitorScreen({ search, onSearch, actions }: ArtistMonitorScreenProps) {
  const [view, setView] = useAddressView({ search, onSearch, viewOf: same, searchOf: same });
  const change = (part: Partial<MonitorSearch>) => setView({ ...view, ...part });
  const [seen] = useSaved(seenChange);
  const artists = useQuery(monitoredArtistsQuery);
  const checks = useQuery({ ...artistChecksQuery(seen), refetchInterval: REFRESH_MS });
  const now = useNow();
  const rows = useMemo(
    () => monitorRows(artists.data ?? [], checks.data?.data ?? [], now),
    [artists.data, checks.data, now],
  );
  const ids = useMemo(() => new Set(rows.map(idOf)), [rows]);
  const opened = rows.find((row) => idOf(row) === view.artist);
  const plan = checks.data?.plan;
  const client = useQueryClient();
  useChannel('monitor', ({ target, id, next_check_at }) => {
    const isKnown = checks.data?.data.some(
      (check) => check.artist_id === id && check.next_check_at === next_check_at,
    );
    if (target === 'artist' && checks.data && !isKnown) void reloadMonitor(client);
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
      className={clsx(isPanelOpen && !isOnRequest && 'max-[900px]:hidden')}
      actions={
        <>
          {isEmpty || (isPanelOpen && !isOnRequest) ? null : (
            <Button
              size="sm"
              icon={<Bell />}
              className={clsx(isPanelOpen && 'min-[901px]:hidden')}
              onClick={() => change({ news: 'open' })}
            >
              What is new{newCount > 0 ? ` (${formatNumber(newCount)})` : ''}
            </Button>
          )}
          {actions}
        </>
      }
      panel={
        isPanelOpen ? (
          <Suspense
            fallback={
              <div className="w-[326px] flex-none border-l border-border max-[900px]:hidden" />
            }
          >
            <TimelinePanel
              row={opened}
              onAll={() => change({ artist: undefined, news: 'open' })}
              onClose={() => change({ artist: undefined, news: 'closed' })}
              className={isOnRequest ? 'max-[900px]:hidden' : 'max-[900px]:flex-1'}
            />
          </Suspense>
        ) : undefined
      }
    >
      <ArtistSearch
        term={view.search ?? ''}
        onTerm={(term) => change({ search: term || undefined })}
        monitoredIds={ids}
      />
      <QueryView
        query={artists}
        loadingLabel="Loading monitored artists"
        failureText={(error) => failureText(error, LOAD_FAILED)}
      >
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
  const focusSearch = () => document.querySelector<HTMLElement>('[data-page-search]')?.focus();
  return (
    <EmptyState
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
    </EmptyState>
  );
}
