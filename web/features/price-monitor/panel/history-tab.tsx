import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useMemo } from 'react';
import { PRICE_SOURCE_NAMES } from '../../../../shared/price-monitor/price-source.ts';
import { availabilityOf, formatPrice } from '../../../../shared/price-monitor/prices.ts';
import type { HistoryPoint, WatchedEvent } from '../../../../shared/price-monitor/schema.ts';
import { gridColumns } from '../../../kit/data-grid/columns.ts';
import { DataGrid } from '../../../kit/data-grid/data-grid.tsx';
import { useGridSelection } from '../../../kit/data-grid/use-grid-selection.ts';
import { tryAgain } from '../../../kit/failure.ts';
import { QueryView } from '../../../kit/query-view.tsx';
import { ownZone, Time } from '../../../kit/time.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { Availability } from '../../../ui/availability.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { latePart } from '../../../ui/late-part.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Missing } from '../../../ui/table.tsx';
import { signedPrice } from '../view.ts';
import { historyQuery } from '../watched-events.ts';
import { describeHistory } from './history.ts';

const HistoryChart = latePart(() => import('./history-chart.tsx'), 'HistoryChart');
/** The height of the chart, so that the table does not move when the chart's code has loaded. */
const CHART_HEIGHT = 'h-76';
const DAYS = { '1': '24 h', '7': '7 days', '30': '30 days' } as const;
export type Days = keyof typeof DAYS;

/** A step of the history with its change from the previous step; null unless both have a price. */
type HistoryRow = HistoryPoint & { change: number | null; currency: string | null };

const rowId = ({ at }: HistoryRow): string => at;
const price = (value: number | null, currency: string | null) =>
  value === null ? <Missing /> : formatPrice(value, currency);

const COLUMNS = gridColumns<HistoryRow>({
  at: {
    label: 'Exact values',
    width: 'minmax(88px, 1.4fr)',
    cell: ({ at }) => <Time at={at} as="point" />,
  },
  low: {
    label: 'Lowest',
    width: 'minmax(52px, 76px)',
    align: 'right',
    cell: ({ low, currency }) => <span className="font-medium">{price(low, currency)}</span>,
  },
  change: {
    label: 'Change',
    width: 'minmax(48px, 76px)',
    align: 'right',
    cell: ({ change, currency }) => <Change amount={change} currency={currency} />,
  },
  high: {
    label: 'Highest',
    width: '72px',
    align: 'right',
    from: 440,
    cell: ({ high, currency }) => <span className="text-text-muted">{price(high, currency)}</span>,
  },
  available: {
    label: 'Available',
    width: '50px',
    align: 'right',
    cell: ({ available }) => formatNumber(available),
  },
  class: {
    label: 'Class',
    width: '68px',
    cell: ({ available }) => <Availability level={availabilityOf(available)} />,
  },
  source: {
    label: 'Source',
    width: '80px',
    cell: ({ source }) =>
      source === null ? <Missing>Not recorded</Missing> : PRICE_SOURCE_NAMES[source],
  },
});

interface HistoryTabProps {
  event: WatchedEvent;
  days: Days;
  onDays: (days: Days) => void;
}

/** Price bands and available tickets over time, with their exact values below. */
export function HistoryTab({ event, days, onDays }: HistoryTabProps) {
  const query = useQuery({
    ...historyQuery(event.url, Number(days)),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <div className="flex flex-none flex-wrap items-center gap-x-4 gap-y-1 px-4 pt-2.5 pb-1 max-md:px-3.5">
        <Segmented
          label="Period"
          value={days}
          onChange={onDays}
          choices={[
            { value: '1', label: DAYS['1'] },
            { value: '7', label: DAYS['7'] },
            { value: '30', label: DAYS['30'] },
          ]}
        />
        <span className="text-xs text-text-muted">Times in {ownZone()}</span>
        <Legend event={event} />
      </div>
      <QueryView
        query={query}
        loadingLabel="Loading the price history"
        failure={tryAgain('The price history could not be loaded')}
        headingLevel={3}
      >
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="No history yet" headingLevel={3}>
              The first check writes the first step.
            </EmptyState>
          ) : (
            <History event={event} points={data} />
          )
        }
      </QueryView>
    </>
  );
}

function Legend({ event }: { event: WatchedEvent }) {
  const alert = alertPriceOf(event);
  const line = (className: string) => (
    <span aria-hidden="true" className={clsx('w-3.5 border-t', className)} />
  );
  return (
    <span className="ml-auto flex items-center gap-3 text-xs max-md:hidden">
      <span className="flex items-center gap-1.5">{line('border-t-2 border-chart-1')}Lowest</span>
      <span className="flex items-center gap-1.5">{line('border-chart-1')}Highest</span>
      {alert === null ? null : (
        <span className="tn flex items-center gap-1.5">
          {line('border-dashed border-text-muted')}Alert {formatPrice(alert, event.currency)}
        </span>
      )}
    </span>
  );
}

const alertPriceOf = ({ alerts }: WatchedEvent): number | null =>
  alerts.find(({ kind }) => kind === 'below' || kind === 'above')?.value ?? null;

interface HistoryProps {
  event: WatchedEvent;
  /** Oldest first, at least one. */
  points: readonly HistoryPoint[];
}

function History({ event, points }: HistoryProps) {
  const { currency } = event;
  const rows = useMemo(() => rowsOf(points, currency), [points, currency]);
  const selection = useGridSelection({ rows, rowId, mode: 'none' });
  const format = useMemo(() => (value: number) => formatPrice(value, currency), [currency]);
  const index = points.findIndex(({ at }) => at === selection.cursor);
  return (
    <>
      <div className={`flex-none px-4 pb-2 max-md:px-3.5 ${CHART_HEIGHT}`}>
        <HistoryChart
          points={points}
          alertPrice={alertPriceOf(event)}
          formatPrice={format}
          label={describeHistory(points, format)}
          index={index < 0 ? null : index}
          onIndex={(next) => selection.moveTo(points[next]?.at ?? '')}
        />
      </div>
      <DataGrid
        label="Exact values"
        rows={rows}
        rowId={rowId}
        rowName={rowId}
        columns={COLUMNS}
        rowHeight={30}
        selection={selection}
        className="border-t border-border"
      />
    </>
  );
}

/** Newest first. */
function rowsOf(points: readonly HistoryPoint[], currency: string | null): HistoryRow[] {
  return points
    .map((point, index) => {
      const before = points[index - 1]?.low ?? null;
      const isKnown = point.low !== null && before !== null;
      return { ...point, currency, change: isKnown ? (point.low ?? 0) - (before ?? 0) : null };
    })
    .reverse();
}

function Change({ amount, currency }: { amount: number | null; currency: string | null }) {
  if (amount === null) return <Missing />;
  return (
    <span
      className={clsx(
        amount === 0 && 'text-text-muted',
        amount > 0 && 'text-danger-text',
        amount < 0 && 'text-success-text',
      )}
    >
      {signedPrice(amount, currency)}
    </span>
  );
}
