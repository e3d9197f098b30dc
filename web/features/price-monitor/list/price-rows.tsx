import { Bell } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { TARGET_COLUMNS } from '../../../../shared/price-monitor/columns.ts';
import { formatPrice, sectionsOf } from '../../../../shared/price-monitor/prices.ts';
import type { PriceTarget } from '../../../../shared/price-monitor/schema.ts';
import { gridColumns } from '../../../kit/data-grid/columns.ts';
import { DataGrid, type DataGridProps } from '../../../kit/data-grid/data-grid.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useNow } from '../../../lib/now.ts';
import { Availability } from '../../../ui/availability.tsx';
import { TagBadges } from '../../../ui/badge.tsx';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { Missing } from '../../../ui/table.tsx';
import { type EventActions, EventMenu } from '../actions/event-menu.tsx';
import { useLiveEvent } from '../live/use-live-event.ts';
import { alertsText, dayOf, placeOf, sparkValues, titleOf } from '../view.ts';
import { CheckTime, LivePrice, Note } from './price-card.tsx';

type PriceRowsProps = Omit<DataGridProps<PriceTarget>, 'columns' | 'rowName'> & {
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
  target: PriceTarget;
  cell: (target: PriceTarget) => ReactNode;
}

/** A cell that follows the live channel by itself, because the grid draws a row again only if its list changes. */
const LiveCell = ({ target, cell }: LiveCellProps) => cell(useLiveEvent(target));

const live = (cell: LiveCellProps['cell']) => (target: PriceTarget) => (
  <LiveCell target={target} cell={cell} />
);

/** The columns, and the rows of a narrow grid. */
function priceColumns(actions: EventActions) {
  const columns = gridColumns(TARGET_COLUMNS, {
    title: {
      width: 'minmax(196px, 1fr)',
      sort: 'asc',
      isFixed: true,
      cell: live((target) => <Identity target={target} actions={actions} />),
    },
    available: {
      width: '98px',
      sort: 'desc',
      cell: live(({ availability, available }) => (
        <Availability level={availability} count={formatNumber(available)} />
      )),
    },
    low: {
      width: '100px',
      align: 'right',
      sort: 'asc',
      cell: live((target) => <LivePrice target={target} size="row" />),
    },
    highest: {
      label: 'Highest',
      width: '92px',
      align: 'right',
      from: 1180,
      cell: live((target) => highestOf(target) ?? <Missing />),
    },
    move: {
      label: 'In 1 h',
      width: 'minmax(112px, 0.4fr)',
      from: 620,
      sort: 'desc',
      cell: live((target) => <RowNote target={target} />),
    },
    day: {
      label: '24 h',
      width: '80px',
      from: 780,
      cell: live((target) => (
        <Sparkline
          width={80}
          values={sparkValues(target)}
          label={`Lowest price of ${titleOf(target)} over a day`}
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
      cell: (target) =>
        target.alerts.length === 0 ? <Missing /> : alertsText(target).replace(/^Alert /, ''),
    },
    checked: {
      label: 'Checked',
      width: '112px',
      align: 'right',
      from: 760,
      sort: 'desc',
      cell: live((target) => <RowCheckTime target={target} />),
    },
    actions: {
      width: '24px',
      buttons: live((target) => <EventMenu target={target} actions={actions} />),
    },
  });
  const fold = {
    below: 520,
    height: 64,
    render: live((target) => (
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <Identity target={target} actions={actions} />
          <div className="flex items-center gap-1 text-xs [&_svg]:size-3.5 [&_svg]:flex-none">
            <RowNote target={target} />
          </div>
        </div>
        <div className="flex flex-none flex-col items-end gap-0.5">
          <LivePrice target={target} size="row" />
          <Availability level={target.availability} count={formatNumber(target.available)} />
        </div>
        <EventMenu target={target} actions={actions} />
      </div>
    )),
  };
  return { columns, fold };
}

interface IdentityProps {
  target: PriceTarget;
  actions: EventActions;
}

function Identity({ target, actions }: IdentityProps) {
  const day = dayOf(target);
  const title = titleOf(target);
  return (
    <>
      <span className="flex min-w-0 items-center gap-1.5">
        <button
          type="button"
          title={title}
          className="truncate rounded-sm text-left font-medium hover:underline"
          onClick={() => actions.open(target)}
        >
          {title}
        </button>
        {target.alerts.length === 0 ? null : (
          <span className="flex-none text-text-subtle" title={alertsText(target)}>
            <Bell className="size-3" strokeWidth={2} />
            <span className="sr-only">{alertsText(target)}</span>
          </span>
        )}
      </span>
      <span className="tn block truncate text-xs text-text-muted">
        {[day, placeOf(target) || new URL(target.url).host].filter(Boolean).join(', ')}
      </span>
    </>
  );
}

const RowNote = ({ target }: { target: PriceTarget }) => (
  <span className="flex min-w-0 items-center gap-1 text-xs [&_svg]:size-3.5 [&_svg]:flex-none">
    <Note target={target} now={useNow()} lines={2} />
  </span>
);

const RowCheckTime = ({ target }: { target: PriceTarget }) => (
  <span className="inline-flex text-xs text-text-muted">
    <CheckTime target={target} now={useNow()} />
  </span>
);

function highestOf({ prices, currency }: PriceTarget): string | null {
  const highest = sectionsOf(prices).findLast(({ available }) => available > 0);
  return highest === undefined ? null : formatPrice(highest.price, currency);
}
