import { Bell } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { EVENT_COLUMNS } from '../../../../shared/price-monitor/event-files/columns.ts';
import { formatPrice, sectionsOf } from '../../../../shared/price-monitor/prices.ts';
import type { WatchedEvent } from '../../../../shared/price-monitor/schema.ts';
import { gridColumns } from '../../../kit/data-grid/columns.ts';
import { DataGrid, type DataGridProps } from '../../../kit/data-grid/data-grid.tsx';
import { PriceOrigin } from '../../../kit/price-origin.tsx';
import { useNow } from '../../../lib/now.ts';
import { TagBadges } from '../../../ui/badge.tsx';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { Missing } from '../../../ui/table.tsx';
import { type EventActions, EventMenu } from '../actions/event-menu.tsx';
import { useLiveEvent } from '../live/live-event.ts';
import { alertsText, dayOf, placeOf, sparkValues, titleOf } from '../view.ts';
import { CheckTime, LivePrice, Note } from './price-card.tsx';
import { SaleBadge } from './sale-badge.tsx';

type PriceRowsProps = Omit<DataGridProps<WatchedEvent>, 'columns' | 'rowName'> & {
  /** The address of the event whose details are open. */
  openUrl: string | undefined;
  /** The same on every render. */
  actions: EventActions;
};

/** Monitored events as rows. */
export function PriceRows({ openUrl, actions, ...grid }: PriceRowsProps) {
  const { columns, fold } = useMemo(() => priceColumns(actions), [actions]);
  return (
    <DataGrid
      {...grid}
      rowName={titleOf}
      columns={columns}
      fold={fold}
      rowHeight={48}
      selectAllLabel="Select all loaded events"
      rowClass={({ url }) => (url === openUrl ? 'bg-accent-subtle' : undefined)}
    />
  );
}

interface LiveCellProps {
  event: WatchedEvent;
  cell: (event: WatchedEvent) => ReactNode;
}

/**
 * A cell that follows the live channel itself, because the grid renders a row again only if its
 * list changes.
 */
const LiveCell = ({ event, cell }: LiveCellProps) => cell(useLiveEvent(event));

const live = (cell: LiveCellProps['cell']) => (event: WatchedEvent) => (
  <LiveCell event={event} cell={cell} />
);

/** Below this width there is no column for the reason of a failed check: the rows fold. */
const FOLD_PX = 640;

/** A row of a narrow grid. */
const foldedEvent = (actions: EventActions) => ({
  below: FOLD_PX,
  height: 80,
  render: live((event) => (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <Identity event={event} actions={actions} />
        <div className="flex items-center gap-1 text-xs [&_svg]:size-3.5 [&_svg]:flex-none">
          <RowNote event={event} lines={1} />
        </div>
        <FoldedOrigin event={event} />
      </div>
      <div className="flex flex-none flex-col items-end gap-0.5">
        <LivePrice event={event} size="row" />
        <SaleBadge event={event} />
      </div>
      <EventMenu event={event} actions={actions} />
    </div>
  )),
});

/** A narrow grid has no column for it. */
const FoldedOrigin = ({ event }: { event: WatchedEvent }) => (
  <span className="block truncate text-xs text-text-subtle">
    <PriceOrigin source={event.source} at={event.read_at} now={useNow()} />
  </span>
);

/** The columns, and the rows of a narrow grid. */
function priceColumns(actions: EventActions) {
  const columns = gridColumns(EVENT_COLUMNS, {
    title: {
      width: 'minmax(160px, 1fr)',
      sort: 'asc',
      isFixed: true,
      cell: live((event) => <Identity event={event} actions={actions} />),
    },
    available: {
      width: '112px',
      sort: 'desc',
      cell: live((event) => <SaleBadge event={event} />),
    },
    low: {
      width: '100px',
      align: 'right',
      sort: 'asc',
      cell: live((event) => <LivePrice event={event} size="row" />),
    },
    highest: {
      label: 'Highest',
      width: '92px',
      align: 'right',
      from: 1180,
      cell: live((event) => highestOf(event) ?? <Missing />),
    },
    move: {
      label: 'In 1 h',
      width: 'minmax(118px, 0.3fr)',
      from: FOLD_PX,
      sort: 'desc',
      cell: live((event) => <RowNote event={event} />),
    },
    day: {
      label: '24 h',
      width: '80px',
      from: 780,
      cell: live((event) => (
        <Sparkline
          width={80}
          values={sparkValues(event)}
          label={`Lowest price of ${titleOf(event)} over a day`}
        />
      )),
    },
    tags: {
      width: 'minmax(70px, 140px)',
      from: 1200,
      title: ({ tags }) => tags.join(', '),
      cell: ({ tags }) => (tags.length === 0 ? <Missing /> : <TagBadges tags={tags} />),
    },
    alerts: {
      label: 'Alerts',
      width: '150px',
      from: 1040,
      cell: (event) =>
        event.alerts.length === 0 ? <Missing /> : alertsText(event).replace(/^Alert /, ''),
    },
    checked: {
      label: 'Price read',
      width: '92px',
      align: 'right',
      from: 760,
      sort: 'desc',
      cell: live((event) => <RowCheckTime event={event} />),
    },
    actions: {
      width: '24px',
      buttons: live((event) => <EventMenu event={event} actions={actions} />),
    },
  });
  return { columns, fold: foldedEvent(actions) };
}

interface IdentityProps {
  event: WatchedEvent;
  actions: EventActions;
}

function Identity({ event, actions }: IdentityProps) {
  const day = dayOf(event);
  const title = titleOf(event);
  return (
    <>
      <span className="flex min-w-0 items-center gap-1.5">
        <button
          type="button"
          title={title}
          className="truncate rounded-sm text-left font-medium hover:underline"
          onClick={() => actions.open(event)}
        >
          {title}
        </button>
        {event.alerts.length === 0 ? null : (
          <span className="flex-none text-text-subtle" title={alertsText(event)}>
            <Bell className="size-3" strokeWidth={2} />
            <span className="sr-only">{alertsText(event)}</span>
          </span>
        )}
      </span>
      <span className="tn block truncate text-xs text-text-muted">
        {[day, placeOf(event) || new URL(event.url).host].filter(Boolean).join(', ')}
      </span>
    </>
  );
}

const RowNote = ({ event, lines = 2 }: { event: WatchedEvent; lines?: 1 | 2 }) => (
  <span className="flex min-w-0 items-center gap-1 text-xs [&_svg]:size-3.5 [&_svg]:flex-none">
    <Note event={event} now={useNow()} lines={lines} />
  </span>
);

/** Where and when the price was read; below it the next check or the pause. */
function RowCheckTime({ event }: { event: WatchedEvent }) {
  const now = useNow();
  const isOld = event.is_paused || event.failure !== null;
  return (
    <span className="flex flex-col items-end text-xs leading-4 text-text-muted">
      {isOld ? (
        <span className="max-w-full truncate">
          <PriceOrigin source={event.source} at={event.read_at} now={now} />
        </span>
      ) : null}
      <CheckTime event={event} now={now} />
    </span>
  );
}

function highestOf({ prices, currency }: WatchedEvent): string | null {
  const highest = sectionsOf(prices).findLast(({ available }) => available > 0);
  return highest === undefined ? null : formatPrice(highest.price, currency);
}
