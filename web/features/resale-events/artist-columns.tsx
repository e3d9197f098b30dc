import { clsx } from 'clsx';
import { Radar, Ticket } from 'lucide-react';
import type { ReactNode } from 'react';
import { countryName } from '../../../shared/ticketing/view/countries.ts';
import { formatInstant } from '../../../shared/ticketing/view/dates.ts';
import { gridColumns } from '../../kit/data-grid/columns.ts';
import { Time } from '../../kit/time.tsx';
import { formatNumber } from '../../lib/format.ts';
import { stringifySearch } from '../../lib/search-params.ts';
import { StatusDot } from '../../ui/badge.tsx';
import { iconButtonClass } from '../../ui/button-styles.ts';
import { Flag } from '../../ui/flag.tsx';
import { Missing } from '../../ui/table.tsx';
import { BonusBadge, FinalScore, formatCategoryScore, formatScore } from './score-card.tsx';
import { type ArtistRow, COLUMNS, onSaleDays, onSaleText } from './view.ts';

/** The number of dates and flags before "+N more". */
const MOST_DATES = 3;
const MOST_FLAGS = 4;
// Elements that are the same in every row and every render.
const TICKET_ICON = <Ticket />;
const RADAR_ICON = <Radar />;
const NOT_PUBLISHED = <Missing>Not published</Missing>;
const MISSING_SCORE = (
  <Missing>
    <span aria-hidden="true" title="Not read yet, or not published">
      –
    </span>
    <span className="sr-only">Not read yet, or not published</span>
  </Missing>
);
const STATE_DOTS = {
  upcoming: <StatusDot tone="info">Upcoming</StatusDot>,
  mixed: <StatusDot tone="neutral">Mixed</StatusDot>,
};

const score = (value: (row: ArtistRow) => number | null) => (row: ArtistRow) => {
  const number = value(row);
  return number === null ? (
    MISSING_SCORE
  ) : (
    <span className="text-text-muted">{formatScore(number)}</span>
  );
};

/** The columns of values that a provider may not publish. A column is hidden while no artist has a value. */
const PUBLISHED = {
  visits: (row: ArtistRow) => row.number_of_visits,
  score: (row: ArtistRow) => row.category_score,
  music: ({ ranking }: ArtistRow) => ranking.music_ranking_score,
  social: ({ ranking }: ArtistRow) => ranking.social_score,
  trend: ({ ranking }: ArtistRow) => ranking.trend_score,
};
type PublishedColumn = keyof typeof PUBLISHED;
const isPublishedColumn = (key: string): key is PublishedColumn => key in PUBLISHED;

/** The columns for which some artist has a value. */
export const publishedColumns = (rows: readonly ArtistRow[]): ReadonlySet<PublishedColumn> =>
  new Set(
    Object.keys(PUBLISHED)
      .filter(isPublishedColumn)
      .filter((key) => rows.some((row) => PUBLISHED[key](row) !== null)),
  );

/** The day of the next on-sale, or of the last one. */
const foldedDay = ({ nextOnSale, onSales }: ArtistRow): string | undefined => {
  const at = nextOnSale ?? onSales.at(-1);
  return at === undefined ? undefined : formatInstant(onSaleText(at)).slice(0, 10);
};

/** A row of a narrow grid. */
const foldedArtist = (now: number) => ({
  below: 600,
  height: 56,
  render: (row: ArtistRow): ReactNode => (
    <div className="grid grid-cols-fill-end items-center gap-x-2 py-1">
      <Name row={row} />
      <span className="row-span-2">
        <FinalScore row={row} now={now} />
      </span>
      <span className="flex min-w-0 items-center gap-2">
        <Flags row={row} />
        <span className="tn truncate text-xs text-text-muted">{foldedDay(row)}</span>
      </span>
    </div>
  ),
});

/**
 * The columns of the artists, and their fold on small screens. `now` decides which reasons of a
 * bonus apply; `monitored` contains names in lower case; `published` the columns for which some
 * artist has a value; `go` opens an address of the product.
 */
export function artistColumns(
  now: number,
  monitored: ReadonlySet<string>,
  published: ReadonlySet<PublishedColumn>,
  go: (address: string) => void,
) {
  const columns = gridColumns(COLUMNS, {
    name: {
      width: 'minmax(180px, 1fr)',
      isFixed: true,
      title: ({ name }) => name,
      cell: (row) => (
        <>
          <Name row={row} />
          <Flags row={row} />
        </>
      ),
    },
    onSaleDate: {
      width: 'minmax(210px, 286px)',
      from: 700,
      cell: (row) => <OnSales row={row} now={now} />,
    },
    concerts: {
      width: '68px',
      align: 'right',
      from: 620,
      cell: ({ concerts }) => formatNumber(concerts),
    },
    visits: {
      width: '84px',
      align: 'right',
      from: 820,
      cell: ({ number_of_visits: visits }) =>
        visits === null ? MISSING_SCORE : formatNumber(visits),
    },
    score: {
      width: '54px',
      align: 'right',
      from: 880,
      cell: (row) => formatCategoryScore(row.category_score) ?? MISSING_SCORE,
    },
    music: {
      label: 'Music',
      width: '46px',
      align: 'right',
      from: 1060,
      cell: score(({ ranking }) => ranking.music_ranking_score),
    },
    social: {
      label: 'Social',
      width: '46px',
      align: 'right',
      from: 1060,
      cell: score(({ ranking }) => ranking.social_score),
    },
    trend: {
      label: 'Trend',
      width: '46px',
      align: 'right',
      from: 1060,
      cell: score(({ ranking }) => ranking.trend_score),
    },
    finalScore: {
      width: '124px',
      align: 'right',
      isFixed: true,
      cell: (row) => <FinalScore row={row} now={now} />,
    },
    actions: {
      width: '62px',
      buttons: ({ name }) => (
        <Actions name={name} isMonitored={monitored.has(name.toLowerCase())} go={go} />
      ),
    },
  });
  const isShown = ({ key }: { key: string }) => !isPublishedColumn(key) || published.has(key);
  return { columns: columns.filter(isShown), fold: foldedArtist(now) };
}

interface RowProps {
  row: ArtistRow;
}

function Name({ row: { name, ranking } }: RowProps) {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <span className="truncate font-medium">{name}</span>
      <BonusBadge ratio={ranking.bonus_percentage} />
    </span>
  );
}

function Flags({ row: { countries } }: RowProps) {
  const names = countries.map(countryName).join(', ');
  const more = countries.length - MOST_FLAGS;
  return (
    <span className="flex h-4.5 flex-none items-center gap-1" title={names}>
      {countries.slice(0, MOST_FLAGS).map((code, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: another sort changes elements instead of creating new ones.
        <Flag key={at} code={code} />
      ))}
      <span className="sr-only">{names}</span>
      {more > 0 ? (
        <span aria-hidden="true" className="text-xs text-text-muted">
          +{more}
        </span>
      ) : null}
    </span>
  );
}

function OnSales({ row: { onSales, onSaleCount, state }, now }: RowProps & { now: number }) {
  if (onSales.length === 0) return NOT_PUBLISHED;
  const days = onSaleDays(onSales.slice(0, MOST_DATES), now);
  const more = onSaleCount - MOST_DATES;
  return (
    <>
      <span className="tn flex gap-2.5 whitespace-nowrap">
        {days.map(({ day, at, isComing }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <span key={index} className={clsx(!isComing && 'text-text-muted')}>
            <Time at={at} text={day} />
          </span>
        ))}
        {more > 0 ? <span className="text-text-muted">+{more} more</span> : null}
      </span>
      {state === null ? null : <span className="text-xs text-text-muted">{STATE_DOTS[state]}</span>}
    </>
  );
}

interface ActionsProps {
  name: string;
  isMonitored: boolean;
  go: (address: string) => void;
}

function Actions({ name, isMonitored, go }: ActionsProps) {
  const searchByName = stringifySearch({ searchByName: name });
  const search = stringifySearch({ search: name });
  return (
    <span className="flex justify-end gap-0.5">
      <IconLink
        address={`/ticketmaster${searchByName}`}
        label={`Search ${name} in Ticketing`}
        icon={TICKET_ICON}
        go={go}
      />
      <IconLink
        address={`/artist-monitor${search}`}
        label={isMonitored ? `${name} is monitored` : `Monitor ${name}`}
        icon={RADAR_ICON}
        isOn={isMonitored}
        go={go}
      />
    </span>
  );
}

interface IconLinkProps extends Pick<ActionsProps, 'go'> {
  address: string;
  label: string;
  icon: ReactNode;
  isOn?: boolean;
}

/**
 * A plain link: another sort renders sixty of them at once, and the router's links do more than
 * these need.
 */
function IconLink({ address, label, icon, isOn, go }: IconLinkProps) {
  return (
    <a
      href={address}
      title={label}
      aria-label={label}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        go(address);
      }}
      className={clsx(
        iconButtonClass('ghost', 'sm'),
        isOn && 'bg-accent-subtle! text-accent-text!',
      )}
    >
      {icon}
    </a>
  );
}
