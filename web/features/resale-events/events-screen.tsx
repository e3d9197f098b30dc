import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Globe, RefreshCw } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import type { FeedState } from '../../../shared/resale-events/schema.ts';
import { MOST_SEARCHED } from '../../../shared/resale-events/search-words.ts';
import { cut } from '../../../shared/text.ts';
import { countryName } from '../../../shared/ticketing/view/countries.ts';
import { DataGrid } from '../../kit/data-grid/data-grid.tsx';
import { useExpanded } from '../../kit/data-grid/use-expanded.ts';
import { useGridKeys, useGridSelection } from '../../kit/data-grid/use-grid-selection.ts';
import { useCommands } from '../../kit/keys/commands.ts';
import { QueryView, RetryButton } from '../../kit/query-view.tsx';
import { Screen } from '../../kit/screen.tsx';
import { Time } from '../../kit/time.tsx';
import { useAddressView } from '../../lib/address-view.ts';
import { useDebounced } from '../../lib/debounced.ts';
import { formatNumber } from '../../lib/format.ts';
import { Banner } from '../../ui/banner.tsx';
import { EmptyState, NoMatch } from '../../ui/empty-state.tsx';
import { Flag } from '../../ui/flag.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MultiSelect } from '../../ui/multi-select.tsx';
import { Toolbar, ToolbarStatus } from '../../ui/page.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { TableSkeleton } from '../../ui/skeleton.tsx';
import { Stat, StatReason, StatRow } from '../../ui/stat.tsx';
import { SwitchField } from '../../ui/switch.tsx';
import { TableFooter } from '../../ui/table.tsx';
import { monitoredArtistsQuery } from '../artist-monitor/monitored-artists.ts';
import { artistColumns, publishedColumns } from './artist-columns.tsx';
import { Concerts } from './concert-table.tsx';
import {
  artistsQuery,
  eventsPreferences,
  feedQuery,
  loadFailureText,
  matchesQuery,
} from './queries.ts';
import { type EventsSearch, SORT_FIELDS } from './search-state.ts';
import {
  type ArtistRow,
  countCountries,
  countTotals,
  type EventsView,
  filterArtists,
  preferencesOf,
  searchOf,
  sortArtists,
  viewOf,
} from './view.ts';

interface EventsScreenProps {
  search: EventsSearch;
  onSearch: (search: EventsSearch) => void;
}

/** Last Events: artists of the resale feed with their concerts and scores. */
export function EventsScreen({ search, onSearch }: EventsScreenProps) {
  const query = useQuery(artistsQuery);
  const { data: feed } = useQuery(feedQuery);
  const client = useQueryClient();
  return (
    <Screen
      title="Last Events"
      context={feed && <FeedText feed={feed} />}
      layout="fixed"
      actions={
        <IconButton
          label="Refresh"
          icon={<RefreshCw />}
          busy={query.isFetching && query.data !== undefined}
          onClick={() => void client.invalidateQueries({ queryKey: ['resale-events'] })}
        />
      }
    >
      <QueryView query={query} loadingLabel="Loading events" failure={loadFailureText}>
        {(rows) => (
          <>
            <Totals rows={rows} />
            {feed?.problems.length ? (
              <Banner tone="warning" className="m-3 mb-0 flex-none">
                {feed.problems.map((problem) => (
                  <p key={problem}>{problem}</p>
                ))}
              </Banner>
            ) : null}
            {rows.length > 0 ? (
              <Artists rows={rows} now={query.dataUpdatedAt} search={search} onSearch={onSearch} />
            ) : (
              <EmptyState title="No events yet" className="flex-1">
                The first artists appear here within a minute after SeatGeek has answered.
              </EmptyState>
            )}
          </>
        )}
      </QueryView>
    </Screen>
  );
}

function FeedText({
  feed: { refreshed_at: at, artists, artists_read: read },
}: {
  feed: FeedState;
}) {
  if (at === null) return 'Resale feed';
  const progress =
    read < artists ? `, ${formatNumber(read)} of ${formatNumber(artists)} artists read` : '';
  return (
    <>
      Resale feed, refreshed <Time at={at} />
      {progress}
    </>
  );
}

const figure = (value: number | null, reason: string) =>
  value === null ? <StatReason>{reason}</StatReason> : formatNumber(value);

function Totals({ rows }: { rows: readonly ArtistRow[] }) {
  const totals = useMemo(() => countTotals(rows), [rows]);
  // The values of a concert arrive with it; page views are read later, from another provider.
  const unpublished = rows.length === 0 ? 'Not read yet' : 'Not published';
  return (
    <StatRow label="Totals">
      <Stat label="Artists" value={formatNumber(totals.artists)} />
      <Stat label="Concerts" value={formatNumber(totals.concerts)} />
      <Stat label="Countries" value={figure(totals.countries, unpublished)} />
      <Stat label="Total Visits" value={figure(totals.visits, 'Not read yet')} />
      <Stat label="Upcoming Sales" value={figure(totals.upcomingSales, unpublished)} />
    </StatRow>
  );
}

interface ArtistsProps extends EventsScreenProps {
  rows: readonly ArtistRow[];
  /** When the rows were read, in milliseconds since the epoch. */
  now: number;
}

const idOf = ({ name }: ArtistRow): string => name;
const NO_MATCHES: ReadonlySet<number> = new Set<number>();
/** A text is sent to the server when typing has paused this long. */
const TYPING_MS = 150;
const NO_FILTERS = { text: '', countries: [], upcomingOnly: false };

/** Filters and list. Enter opens the concerts of the artist at the cursor. */
function Artists({ rows, now, search, onSearch }: ArtistsProps) {
  const [view, onView] = useView(search, onSearch);
  const text = useDeferredValue(view.text);
  const { countries, upcomingOnly, sort } = view;
  const sorted = useMemo(() => sortArtists(rows, sort), [rows, sort]);
  const places = usePlaces(text);
  const { matches } = places;
  const shown = useMemo(
    () => filterArtists(sorted, { text, countries, upcomingOnly }, matches),
    [sorted, text, countries, upcomingOnly, matches],
  );
  const [open, toggle] = useExpanded();
  const selection = useGridSelection({
    rows: shown,
    rowId: idOf,
    mode: 'none',
    onOpen: (row) => toggle(idOf(row)),
  });
  useGridKeys(selection, 'artist');
  useFilterCommands(view, onView);
  const { columns, fold } = useArtistColumns(rows, now);
  const isFiltered = view.text !== '' || countries.length > 0 || upcomingOnly;
  return (
    <>
      <Filters
        rows={rows}
        shownCount={shown.length}
        isFiltered={isFiltered}
        view={view}
        onView={onView}
      />
      {places.query.isError ? (
        <Banner
          tone="warning"
          className="m-3 mb-0 flex-none"
          actions={<RetryButton query={places.query} />}
        >
          Venues and cities could not be searched. The list shows the artists whose names match.
        </Banner>
      ) : null}
      {shown.length === 0 && places.isPending ? (
        <TableSkeleton label="Searching venues and cities" />
      ) : shown.length > 0 ? (
        <DataGrid
          label="Artists"
          rows={shown}
          rowId={idOf}
          rowName={idOf}
          columns={columns}
          fold={fold}
          rowHeight={48}
          selection={selection}
          sort={sort}
          onSort={({ column, order }) => {
            const field = SORT_FIELDS.find((one) => one === column);
            if (field !== undefined) onView({ ...view, sort: { column: field, order } });
          }}
          expansion={{ open, onToggle: toggle, render: renderConcerts }}
          listKey={JSON.stringify([text, countries, upcomingOnly, sort])}
        />
      ) : (
        <NoMatch title="No artist matches" onClear={() => onView({ ...view, ...NO_FILTERS })}>
          No artist, venue or city has this text under these filters.
        </NoMatch>
      )}
      <TableFooter>
        <span>Final = mean of known parts (0.5 Music, 0.3 Social, 0.2 Trend) × (1 + bonus)</span>
        <span className="ml-auto max-md:hidden">Visits: page views of the last 30 days</span>
      </TableFooter>
    </>
  );
}

/** The columns of the artists; monitored ones are marked. */
function useArtistColumns(rows: ArtistsProps['rows'], now: ArtistsProps['now']) {
  const navigate = useNavigate();
  const { data: artists } = useQuery(monitoredArtistsQuery);
  return useMemo(() => {
    const names = artists?.map(({ artist_name }) => artist_name.toLowerCase());
    return artistColumns(
      now,
      new Set(names),
      publishedColumns(rows),
      (href) => void navigate({ href }),
    );
  }, [now, rows, artists, navigate]);
}

const renderConcerts = (row: ArtistRow) => <Concerts row={row} />;

/**
 * The artists that the server has found for a text by their venues and cities; none if the text has
 * changed.
 */
function usePlaces(typed: string) {
  const text = cut(typed.trim().toLowerCase(), MOST_SEARCHED);
  const settled = useDebounced(text, TYPING_MS);
  const query = useQuery(matchesQuery(settled));
  const isOfText = settled !== '' && text.startsWith(settled);
  return {
    query,
    matches: (isOfText ? query.data : undefined) ?? NO_MATCHES,
    isPending: text !== '' && (text !== settled || query.isLoading || query.isPlaceholderData),
  };
}

function useView(search: EventsSearch, onSearch: EventsScreenProps['onSearch']) {
  const [view, setAddress] = useAddressView({
    search,
    onSearch,
    viewOf: (given) => viewOf(given, eventsPreferences.read()),
    searchOf,
  });
  const setView = (next: EventsView) => {
    eventsPreferences.write(preferencesOf(next));
    setAddress(next);
  };
  return [view, setView] as const;
}

/** The filters as commands of the palette. */
function useFilterCommands(view: EventsView, onView: (view: EventsView) => void): void {
  const { upcomingOnly } = view;
  useCommands([
    {
      id: 'events.upcoming',
      label: upcomingOnly ? 'Show all artists' : 'Only Upcoming Sales',
      keywords: ['on sale', 'filter'],
      run: () => onView({ ...view, upcomingOnly: !upcomingOnly }),
    },
    {
      id: 'events.clear',
      label: 'Clear filters of events',
      run: () => onView({ ...view, ...NO_FILTERS }),
    },
  ]);
}

interface FiltersProps {
  rows: readonly ArtistRow[];
  view: EventsView;
  onView: (view: EventsView) => void;
  shownCount: number;
  isFiltered: boolean;
}

function Filters({ rows, shownCount, isFiltered, view, onView }: FiltersProps) {
  const counts = useMemo(() => countCountries(rows), [rows]);
  const options = useMemo(
    () =>
      [...counts]
        .map(([code, count]) => ({
          value: code,
          label: countryName(code),
          keywords: [code],
          icon: <Flag code={code} />,
          aside: formatNumber(count),
        }))
        .sort((a, b) => a.label.localeCompare(b.label)),
    [counts],
  );
  return (
    <Toolbar className="max-md:flex-wrap">
      <div className="w-68 flex-none max-md:w-full">
        <SearchInput
          label="Search artists, venues, cities"
          value={view.text}
          onChange={(text) => onView({ ...view, text })}
        />
      </div>
      <MultiSelect
        label="Countries"
        icon={<Globe />}
        options={options}
        selected={view.countries}
        onChange={(countries) => onView({ ...view, countries })}
      />
      <SwitchField
        className="flex-none text-xs font-medium"
        checked={view.upcomingOnly}
        onChange={(upcomingOnly) => onView({ ...view, upcomingOnly })}
      >
        Only Upcoming Sales
      </SwitchField>
      <ToolbarStatus>
        {isFiltered ? `${formatNumber(shownCount)} of ${formatNumber(rows.length)} artists` : ''}
      </ToolbarStatus>
    </Toolbar>
  );
}
