import { clsx } from 'clsx';
import { CircleSlash, Clock, Pencil, RadioTower, RefreshCw, Tag, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ArtistCheck, MonitoredArtist } from '../../../shared/artist-monitor/schema.ts';
import { type MonitorStatus, monitorStatus } from '../../../shared/artist-monitor/status.ts';
import type { Column } from '../../../shared/columns.ts';
import { gridColumns } from '../../kit/data-grid/columns.ts';
import { Time } from '../../kit/time.tsx';
import { formatDay, formatNumber, isoDay } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { textLinkClass } from '../../ui/text-link.ts';
import { ArtistImage } from '../ticketing/artist-image.tsx';
import type { SortKey } from './search-state.ts';

/** An artist with its checks. */
export interface MonitorRow {
  artist: MonitoredArtist;
  /** Undefined until it is loaded. */
  check: ArtistCheck | undefined;
  status: MonitorStatus;
}

export const STATUS_LOOKS = {
  active: { label: 'Active', tone: 'success', icon: <RadioTower /> },
  scheduled: { label: 'Scheduled', tone: 'info', icon: <Clock /> },
  expired: { label: 'Expired', tone: 'neutral', icon: <CircleSlash /> },
} as const;

export function StatusBadge({ status }: { status: MonitorStatus }) {
  const { label, tone, icon } = STATUS_LOOKS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}

/** The rows of the list. `now`: milliseconds since the epoch. */
export function monitorRows(
  artists: readonly MonitoredArtist[],
  checks: readonly ArtistCheck[],
  now: number,
): MonitorRow[] {
  const today = isoDay(new Date(now));
  const byId = new Map(checks.map((check) => [check.artist_id, check]));
  return artists.map((artist) => ({
    artist,
    check: byId.get(artist.artist_id),
    status: monitorStatus(artist, today),
  }));
}

const COLUMNS = [
  { key: 'artist', header: 'Artist', sort: 'asc', value: ({ artist }) => artist.artist_name },
  { key: 'status', header: 'Status', sort: 'asc', value: ({ status }) => status },
  { key: 'start', header: 'Start', sort: 'asc', value: ({ artist }) => artist.start_monitoring },
  { key: 'end', header: 'End', sort: 'asc', value: ({ artist }) => artist.end_monitoring },
  { key: 'events', header: 'Events', sort: 'desc', value: ({ check }) => check?.event_count },
  { key: 'news', header: 'What is new', sort: 'desc', value: ({ check }) => check?.new_count },
  { key: 'checked', header: 'Last check', sort: 'desc', value: ({ check }) => check?.checked_at },
] as const satisfies (Column<MonitorRow> & { key: SortKey })[];

export const SORTABLE: readonly Column<MonitorRow>[] = COLUMNS;

/** The actions of a row. The same functions on every render. */
export interface RowActions {
  onOpen: (row: MonitorRow) => void;
  onCheck: (row: MonitorRow) => void;
  onEdit: (row: MonitorRow) => void;
  onRemove: (row: MonitorRow) => void;
}

/** The columns of the list, and its fold on small screens. */
export function artistColumns(actions: RowActions) {
  const columns = gridColumns(COLUMNS, {
    artist: {
      width: 'minmax(190px, 1fr)',
      isFixed: true,
      title: ({ artist }) => artist.artist_name,
      cell: (row) => <Artist row={row} onOpen={actions.onOpen} />,
    },
    status: { width: '90px', cell: ({ status }) => <StatusBadge status={status} /> },
    start: { width: '76px', from: 800, cell: ({ artist }) => <Start artist={artist} /> },
    end: { width: '76px', cell: ({ artist }) => <End artist={artist} /> },
    events: {
      width: '54px',
      align: 'right',
      from: 860,
      cell: ({ check }) => (check?.checked_at ? formatNumber(check.event_count) : ''),
    },
    news: {
      width: '66px',
      align: 'right',
      cell: (row) => <News row={row} onOpen={actions.onOpen} />,
    },
    checked: { width: '156px', align: 'right', from: 640, cell: (row) => <Checked row={row} /> },
    actions: { width: '80px', buttons: (row) => <Buttons row={row} {...actions} /> },
  });
  const fold = {
    below: 560,
    height: 76,
    render: (row: MonitorRow): ReactNode => (
      <div className="grid grid-cols-fill-end items-center gap-x-2 gap-y-1 py-1.5">
        <Artist row={row} onOpen={actions.onOpen} />
        <Buttons row={row} {...actions} />
        <span className="flex items-center gap-2 text-xs">
          <StatusBadge status={row.status} />
          <span className="tn text-text-muted">
            <span className="sr-only">Monitored </span>
            {row.artist.end_monitoring === null ? '' : 'to '}
            <End artist={row.artist} />
          </span>
        </span>
        <span className="text-right text-xs">
          <News row={row} onOpen={actions.onOpen} none="Nothing new" />
        </span>
      </div>
    ),
  };
  return { columns, fold };
}

interface PartProps extends Pick<RowActions, 'onOpen'> {
  row: MonitorRow;
}

/** The name opens the timeline; the next sale is below it. */
function Artist({ row, onOpen }: PartProps) {
  const { artist, check } = row;
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <ArtistImage name={artist.artist_name} address={artist.artist_image} className="size-8" />
      <span className="min-w-0">
        <button
          type="button"
          className="block max-w-full truncate text-left font-medium hover:underline"
          onClick={() => onOpen(row)}
        >
          {artist.artist_name}
        </button>
        {check?.next_sale_at ? (
          <span
            className="tn flex items-center gap-1 text-xs text-text-muted"
            title="The next opening of a sale"
          >
            <Tag className="size-3 flex-none" strokeWidth={2} />
            <span className="truncate">
              <span className="sr-only">Next </span>Sale <Time at={check.next_sale_at} />
            </span>
          </span>
        ) : null}
      </span>
    </span>
  );
}

function Start({ artist: { start_monitoring: start } }: Pick<MonitorRow, 'artist'>) {
  if (start === null) return <span className="text-text-muted">Not set</span>;
  return <span className="tn">{formatDay(start)}</span>;
}

function End({ artist: { end_monitoring: end } }: Pick<MonitorRow, 'artist'>) {
  if (end === null) return <span className="text-text-muted">Ongoing</span>;
  return <span className="tn">{formatDay(end)}</span>;
}

function News({ row, onOpen, none = 'None' }: PartProps & { none?: string }) {
  const count = row.check?.new_count ?? 0;
  if (count === 0) return <span className="text-text-subtle">{none}</span>;
  return (
    <button type="button" className={textLinkClass} onClick={() => onOpen(row)}>
      {formatNumber(count)} new
      <span className="sr-only"> of {row.artist.artist_name}</span>
    </button>
  );
}

/** An artist that was never checked: an expired or active entry has started all the same. */
const UNCHECKED: Record<MonitorStatus, string> = {
  scheduled: 'Not started',
  active: 'No check yet',
  expired: 'Never checked',
};

/** When the last check was and when the next one is. */
function Checked({ row }: { row: MonitorRow }) {
  const now = useNow();
  const { artist, check, status } = row;
  if (check === undefined) return null;
  const hasFailed = status === 'active' && check.failure !== null;
  return (
    <span className="tn block leading-4" title={check.failure ?? undefined}>
      <span className="block truncate text-text-muted">
        {check.checked_at === null ? (
          UNCHECKED[status]
        ) : (
          <Time at={check.checked_at} as="ago" now={now} />
        )}
      </span>
      <span
        className={clsx(
          'block truncate text-xs',
          hasFailed ? 'font-medium text-warning-text' : 'text-text-subtle',
        )}
      >
        {status === 'scheduled' && artist.start_monitoring
          ? `next ${formatDay(artist.start_monitoring)}`
          : null}
        {status === 'active' ? (
          <>
            {hasFailed
              ? 'Failed, retry '
              : check.source === 'catalogues'
                ? 'Catalogues, next '
                : 'next '}
            <Time at={check.next_check_at} text={describeWait(check, now)} />
          </>
        ) : null}
      </span>
    </span>
  );
}

/** `now`, `in 13 min`, `in 3 h`. */
export function describeWait({ next_check_at }: ArtistCheck, now: number): string {
  const minutes = Math.max(0, Math.ceil((Date.parse(next_check_at) - now) / 60_000));
  if (minutes === 0) return 'now';
  return minutes < 120 ? `in ${minutes} min` : `in ${Math.round(minutes / 60)} h`;
}

function Buttons({ row, onCheck, onEdit, onRemove }: RowActions & { row: MonitorRow }) {
  const name = row.artist.artist_name;
  return (
    <span className="flex justify-end gap-0.5">
      {row.status === 'active' ? (
        <IconButton
          size="xs"
          label={`Check ${name} now`}
          icon={<RefreshCw />}
          onClick={() => onCheck(row)}
        />
      ) : null}
      <IconButton size="xs" label={`Edit ${name}`} icon={<Pencil />} onClick={() => onEdit(row)} />
      <IconButton
        size="xs"
        label={`Remove ${name} from monitoring`}
        icon={<Trash2 />}
        onClick={() => onRemove(row)}
      />
    </span>
  );
}
