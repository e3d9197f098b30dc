import { Link } from '@tanstack/react-router';
import {
  ChevronLeft,
  ChevronRight,
  Clock,
  Download,
  Globe,
  List,
  Printer,
  Rows3,
  Tag,
} from 'lucide-react';
import { useEffect, useEffectEvent, useMemo } from 'react';
import type { Sale } from '../../../../shared/catalogues/schema.ts';
import { streamSpreadsheetCsv } from '../../../../shared/csv/spreadsheet-writer.ts';
import { groupByDay, placeSales, weekFrom } from '../../../../shared/sales/agenda.ts';
import { AGENDA_COLUMNS } from '../../../../shared/sales/columns.ts';
import { countryName } from '../../../../shared/ticketing/view/countries.ts';
import { tryAgain } from '../../../kit/failure.ts';
import { reportFile } from '../../../kit/file-report.ts';
import { FilterSegments } from '../../../kit/filter-segments.tsx';
import { usePages } from '../../../kit/pages.tsx';
import { QueryView } from '../../../kit/query-view.tsx';
import { Screen } from '../../../kit/screen.tsx';
import { ownZone } from '../../../kit/time.tsx';
import { useSearchView } from '../../../lib/address-view.ts';
import { useDebounced } from '../../../lib/debounced.ts';
import { downloadCsv } from '../../../lib/download.ts';
import { addDays, countOf, formatNumber, isoDay } from '../../../lib/format.ts';
import { useNow } from '../../../lib/now.ts';
import { loadNextPage, type PagesQuery } from '../../../lib/pages.ts';
import { useIsBelow } from '../../../ui/breakpoints.ts';
import { Button } from '../../../ui/button.tsx';
import { FilterMenu } from '../../../ui/chip.tsx';
import { EmptyState, NoMatch } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MultiSelect } from '../../../ui/multi-select.tsx';
import { Toolbar, ToolbarStrip } from '../../../ui/page.tsx';
import { ToolbarSearch } from '../../../ui/search-input.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { TableFooter } from '../../../ui/table.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { AgendaList } from './agenda-list.tsx';
import { AgendaWeek } from './agenda-week.tsx';
import { shortDay } from './day-title.ts';
import { PrintedAgenda } from './printed-agenda.tsx';
import { agendaQuery } from './queries.ts';
import type { AgendaSearch } from './search-state.ts';

const TYPING_MS = 300;
/** The maximum number of loaded sales of one week; a narrower filter shows the others. */
const MOST_LOADED = 5_000;

interface AgendaScreenProps {
  search: AgendaSearch;
  onSearch: (search: AgendaSearch) => void;
}

/** The sales of the week that the address names, and those that its filters show. */
function useAgenda(view: AgendaSearch) {
  const today = isoDay(new Date(useNow()));
  const from = view.from ?? today;
  const atVenue = view.zone === 'venue';
  const text = useDebounced((view.search ?? '').trim(), TYPING_MS);
  const whole = usePages(agendaQuery(from, text, atVenue));
  const { rows } = whole;
  useAllPages(whole.query, rows.length);
  // One country of a week that is not fully loaded; the week itself stays the source of the
  // filters.
  const country = view.country?.includes(',') ? '' : (view.country ?? '');
  const isOfCountry = isCut(whole.query, rows.length) && country !== '';
  const part = usePages({
    ...agendaQuery(from, text, atVenue, country),
    enabled: isOfCountry,
  });
  useAllPages(part.query, isOfCountry ? part.rows.length : MOST_LOADED);
  const { query, rows: queryRows } = isOfCountry && part.query.isSuccess ? part : whole;
  const week = useMemo(() => weekFrom(from), [from]);
  const placed = useMemo(
    () => placeSales(rows, atVenue).filter(({ day }) => week.includes(day)),
    [rows, atVenue, week],
  );
  const shown = useMemo(() => {
    const listed =
      queryRows === rows
        ? placed
        : placeSales(queryRows, atVenue).filter(({ day }) => week.includes(day));
    return listed.filter(({ sale }) => isShown(sale, view));
  }, [queryRows, rows, placed, atVenue, week, view]);
  const days = useMemo(() => groupByDay(shown), [shown]);
  return {
    from,
    atVenue,
    text,
    query,
    rest: describeRest(query, queryRows.length),
    week,
    placed,
    shown,
    days,
  };
}
type Agenda = ReturnType<typeof useAgenda>;

/** All sales that open in seven days, by day or as a week, with filters, reminders, export and print. */
export function AgendaScreen({ search, onSearch }: AgendaScreenProps) {
  const [view, change] = useSearchView(search, onSearch);
  const agenda = useAgenda(view);
  const { from, query, week, placed, shown, days } = agenda;
  const isRead = query.data !== undefined;
  const zone = agenda.atVenue ? 'of the venues' : `in ${ownZone()}`;
  return (
    <Screen
      title="Agenda"
      context="Sales of catalogues and monitored artists"
      layout="fixed"
      actions={
        <>
          <Button size="sm" icon={<Printer />} className="max-md:hidden" onClick={() => print()}>
            Print
          </Button>
          <Button
            size="sm"
            icon={<Download />}
            disabled={shown.length === 0}
            onClick={() => exportCsv(agenda)}
          >
            <span className="max-md:sr-only">Export to CSV</span>
          </Button>
        </>
      }
    >
      <AgendaToolbar
        view={view}
        change={change}
        from={from}
        sales={placed.map(({ sale }) => sale)}
        isRead={isRead}
      />
      <QueryView
        query={query}
        loadingLabel="Loading the agenda..."
        failure={tryAgain('The agenda could not be loaded')}
      >
        {() => <Sales agenda={agenda} view={view} change={change} />}
      </QueryView>
      <TableFooter>
        <span role="status">
          {isRead
            ? `${countOf(shown.length, 'sale')} from ${describeWeek(week)}${agenda.rest}`
            : null}
        </span>
        <span className="ml-auto">Times {zone}</span>
      </TableFooter>
      <PrintedAgenda days={days} title={`Sales from ${describeWeek(week)}, times ${zone}`} />
    </Screen>
  );
}

function exportCsv({ from, shown }: Agenda): void {
  const name = `agenda_${from}.csv`;
  const sales = shown.map(({ sale }) => sale);
  downloadCsv(name, streamSpreadsheetCsv(AGENDA_COLUMNS, sales));
  reportFile(name, countOf(sales.length, 'sale'));
}

interface SalesProps extends Pick<AgendaToolbarProps, 'view' | 'change'> {
  agenda: Agenda;
}

function Sales({ agenda, view, change }: SalesProps) {
  const { text, week, placed, shown, days, atVenue } = agenda;
  const isNarrow = useIsBelow('lg');
  const clear = () =>
    change({ search: undefined, country: undefined, kind: undefined, followed: undefined });
  if (placed.length === 0 && text === '') return <NoSales week={week} />;
  if (shown.length === 0)
    return (
      <NoMatch title="No sale matches" onClear={clear}>
        {text === ''
          ? `${describeWeek(week)} has ${countOf(placed.length, 'sale')} without the filters.`
          : `Nothing from ${describeWeek(week)} matches “${text}”${placed.length > 0 ? ' and the filters' : ''}.`}
      </NoMatch>
    );
  return view.view === 'week' && !isNarrow ? (
    <AgendaWeek sales={shown} week={week} onDay={(day) => change({ view: undefined, day })} />
  ) : (
    <AgendaList days={days} atVenue={atVenue} isFolded={isNarrow} day={view.day} />
  );
}

const describeWeek = (week: readonly string[]): string =>
  `${shortDay(week[0] ?? '')} to ${shortDay(week.at(-1) ?? '')}`;

const isShown = (sale: Sale, { country, kind, followed }: AgendaSearch): boolean =>
  (kind === undefined || sale.kind === kind) &&
  (followed === undefined || sale.is_followed) &&
  (country === undefined || country.split(',').includes(sale.country));

/** Whether a list has more rows than are loaded. */
const isCut = (query: PagesQuery, loaded: number): boolean =>
  query.hasNextPage && loaded >= MOST_LOADED;

function describeRest(query: PagesQuery, loaded: number): string {
  if (isCut(query, loaded))
    return `, the first ${formatNumber(MOST_LOADED)}; search or choose one country to see others`;
  return query.hasNextPage ? ', more are loading' : '';
}

/** Loads one page after the other, so that the counts cover the whole week. */
function useAllPages(query: PagesQuery, loaded: number): void {
  const next = useEffectEvent(() => void loadNextPage(query));
  const hasMore = query.hasNextPage && !query.isFetching && !query.isError && loaded < MOST_LOADED;
  useEffect(() => {
    if (hasMore) next();
  }, [hasMore]);
}

interface AgendaToolbarProps {
  view: AgendaSearch;
  change: (part: Partial<AgendaSearch>) => void;
  from: string;
  /** Counts for the week, regardless of the filters. */
  sales: readonly Sale[];
  /** Whether the sales were read; before that, counts are unknown. */
  isRead: boolean;
}

function AgendaToolbar({ view, change, from, sales, isRead }: AgendaToolbarProps) {
  return (
    <Toolbar className="flex-wrap">
      <ToolbarSearch
        label="Artist, event, venue"
        value={view.search}
        onChange={(search) => change({ search })}
      />
      <ToolbarStrip>
        <Segmented
          label="View"
          value={view.view ?? 'list'}
          onChange={(next) => change({ view: next === 'list' ? undefined : next })}
          className="max-lg:hidden"
          choices={[
            { value: 'list', label: 'List', icon: <List /> },
            { value: 'week', label: 'Week', icon: <Rows3 /> },
          ]}
        />
        <FilterSegments
          label="Followed"
          value={view.followed}
          allCount={isRead ? sales.length : undefined}
          choices={[
            {
              value: 'yes',
              label: 'Followed',
              count: isRead ? sales.filter(({ is_followed: is }) => is).length : undefined,
            },
          ]}
          onChange={(followed) => change({ followed })}
        />
        <FilterMenus view={view} change={change} sales={sales} />
        <Period view={view} change={change} from={from} />
      </ToolbarStrip>
    </Toolbar>
  );
}

function FilterMenus({ view, change, sales }: Omit<AgendaToolbarProps, 'from' | 'isRead'>) {
  const countries = useMemo(
    () =>
      [...Map.groupBy(sales, ({ country }) => country)]
        .map(([value, own]) => ({
          value,
          label: countryName(value),
          aside: formatNumber(own.length),
        }))
        .sort((a, b) => a.label.localeCompare(b.label)),
    [sales],
  );
  return (
    <>
      <MultiSelect
        label="Country"
        icon={<Globe />}
        options={countries}
        selected={view.country?.split(',') ?? []}
        onChange={(chosen) => change({ country: chosen.join(',') || undefined })}
      />
      <FilterMenu
        label="Kind"
        icon={<Tag />}
        allLabel="All kinds"
        value={view.kind}
        choices={[
          { value: 'presale', label: 'Presales' },
          { value: 'general', label: 'General sales' },
        ]}
        onChange={(kind) =>
          change({ kind: kind === 'presale' || kind === 'general' ? kind : undefined })
        }
      />
      <FilterMenu
        label="Times"
        icon={<Clock />}
        allLabel={`Your zone, ${ownZone()}`}
        value={view.zone}
        choices={[{ value: 'venue', label: 'Of the venues' }]}
        onChange={(zone) => change({ zone: zone === 'venue' ? zone : undefined })}
      />
    </>
  );
}

function Period({ view, change, from }: Omit<AgendaToolbarProps, 'sales' | 'isRead'>) {
  const move = (count: number) => change({ from: addDays(from, count), day: undefined });
  return (
    <span className="ml-auto flex flex-none items-center gap-1.5">
      <IconButton label="Week before" icon={<ChevronLeft />} onClick={() => move(-7)} />
      <span className="tn text-xs whitespace-nowrap">{describeWeek(weekFrom(from))}</span>
      <IconButton label="Week after" icon={<ChevronRight />} onClick={() => move(7)} />
      {view.from === undefined ? null : (
        <Button size="sm" onClick={() => change({ from: undefined, day: undefined })}>
          Today
        </Button>
      )}
    </span>
  );
}

const NoSales = ({ week }: { week: readonly string[] }) => (
  <EmptyState
    title="No sale is known in this week"
    className="flex-1"
    actions={
      <>
        <Link to="/settings" search={{ section: 'catalogues' }} className={textLinkClass}>
          Catalogues
        </Link>
        <Link to="/artist-monitor" className={textLinkClass}>
          Monitor an artist
        </Link>
      </>
    }
  >
    {describeWeek(week)}: sales come from monitored artists and from the catalogues that are on.
  </EmptyState>
);
