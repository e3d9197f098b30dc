import { clsx } from 'clsx';
import { Medal } from 'lucide-react';
import {
  ACCOUNT_COLUMNS,
  type ProgressEntry,
  type QueueAccount,
} from '../../../../shared/queues/accounts/columns.ts';
import {
  formatRatio,
  medalOf,
  type Performance,
  performanceOf,
} from '../../../../shared/queues/accounts/ratios.ts';
import { type GridColumn, gridColumns } from '../../../kit/data-grid/columns.ts';
import { countOf, formatDay, formatNumber } from '../../../lib/format.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Email } from '../../../ui/email.tsx';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { Missing } from '../../../ui/table.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';

/** Gold, silver, bronze. */
const MEDAL_COLOURS = ['text-warning', 'text-text-subtle', 'text-warning-text'];

const TONES: Record<Performance, Tone> = {
  Excellent: 'success',
  Good: 'accent',
  Average: 'neutral',
  Poor: 'warning',
};

/** The columns of every list of accounts. `onOpen` shows the history of an account. */
export function accountColumns(onOpen: (account: string) => void): GridColumn<QueueAccount>[] {
  return gridColumns(ACCOUNT_COLUMNS, {
    rank: { width: '56px', cell: (row, index) => <Rank row={row} index={index} /> },
    account: {
      width: 'minmax(200px, 1fr)',
      isFixed: true,
      cell: ({ account }) => <AccountButton account={account} onOpen={onOpen} />,
    },
    total_queues: {
      width: '92px',
      align: 'right',
      cell: ({ total_queues }) => (
        <span className="text-text-muted">{formatNumber(total_queues)}</span>
      ),
    },
    avg_ratio: {
      width: '150px',
      align: 'right',
      cell: ({ avg_ratio }) => <Average ratio={avg_ratio} />,
    },
    best_ratio: {
      width: '84px',
      align: 'right',
      from: 760,
      cell: ({ best_ratio }) => <Ratio ratio={best_ratio} />,
    },
    worst_ratio: {
      width: '84px',
      align: 'right',
      from: 760,
      cell: ({ worst_ratio }) => <Ratio ratio={worst_ratio} />,
    },
    history: {
      label: 'Progress history',
      width: '120px',
      from: 960,
      cell: (row) => <HistoryLine row={row} onOpen={onOpen} />,
    },
  });
}

/** Two lines in place of the cells: rank, account and average, the number of queues below. */
export const foldedAccount = (onOpen: (account: string) => void) => ({
  below: 520,
  height: 48,
  render: (row: QueueAccount, index: number) => (
    <span className="flex items-center gap-2.5">
      {/** The width of a medal with its number, so that the accounts are aligned. */}
      <span className="min-w-7 flex-none">
        <Rank row={row} index={index} />
      </span>
      <span className="min-w-0 flex-1">
        <AccountButton account={row.account} onOpen={onOpen} />
        <span className="block text-xs text-text-muted">{countOf(row.total_queues, 'queue')}</span>
      </span>
      <Average ratio={row.avg_ratio} />
    </span>
  ),
});

/** Ranks 1 to 3 as medals, the others as numbers. An account without a queue has no medal. */
export function Rank({ row, index = 0 }: { row: QueueAccount; index?: number }) {
  const rank = row.rank ?? index + 1;
  const medal = row.total_queues > 0 ? medalOf(rank) : null;
  if (medal === null) return <span className="tn text-text-muted">{formatNumber(rank)}</span>;
  return (
    <span
      role="img"
      aria-label={`Rank ${rank}`}
      className={`tn inline-flex items-center gap-0.5 align-middle ${MEDAL_COLOURS[rank - 1]}`}
    >
      {/* Drawn as a shape, because not every machine has a font with medals. */}
      <Medal className="size-4.5" />
      <span aria-hidden="true">{rank}</span>
      <span className="sr-only">{medal}</span>
    </span>
  );
}

function AccountButton({
  account,
  onOpen,
}: {
  account: string;
  onOpen: (account: string) => void;
}) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className="block max-w-full text-left font-medium hover:underline"
      onClick={() => onOpen(account)}
    >
      <Email address={account} />
    </button>
  );
}

/** The performance label of an average ratio; nothing without one. */
export function PerformanceBadge({ ratio }: { ratio: number | null }) {
  if (ratio === null) return null;
  const performance = performanceOf(ratio);
  return <Badge tone={TONES[performance]}>{performance}</Badge>;
}

function Average({ ratio }: { ratio: number | null }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <PerformanceBadge ratio={ratio} />
      <span className={clsx('tn min-w-14 text-right', ratio !== null && 'font-semibold')}>
        <Ratio ratio={ratio} />
      </span>
    </span>
  );
}

/** A ratio, or Untested. */
export function Ratio({ ratio }: { ratio: number | null }) {
  return ratio === null ? <Missing>Untested</Missing> : formatRatio(ratio);
}

/** The ratios over time as a line; hover and focus show the exact values, a click opens them all. */
function HistoryLine({
  row: { account, progress_history: history = [] },
  onOpen,
}: {
  row: QueueAccount;
  onOpen: (account: string) => void;
}) {
  const values = history.map(({ ratio }) => ratio);
  const latest = history.at(-1);
  if (latest === undefined) return <Missing>None</Missing>;
  const queues = countOf(values.length, 'queue');
  const label = `Progress history of ${account}: ${queues}, latest ${formatRatio(latest.ratio)}`;
  return (
    <Tooltip label={<ExactValues history={history} />}>
      <button
        type="button"
        aria-label={label}
        onClick={() => onOpen(account)}
        className="inline-flex h-6 min-w-24 items-center rounded-sm text-xs text-text-muted hover:text-text"
      >
        {values.length < 2 ? (
          formatRatio(latest.ratio)
        ) : (
          <Sparkline values={values} label={`Ratio over ${queues}`} width={96} height={20} />
        )}
      </button>
    </Tooltip>
  );
}

const VALUES_SHOWN = 10;

function ExactValues({ history }: { history: readonly ProgressEntry[] }) {
  const latest = history.slice(-VALUES_SHOWN);
  return (
    <span className="tn block">
      {history.length > latest.length ? (
        <span className="block">The last {latest.length} queues</span>
      ) : null}
      {latest.map((entry) => (
        <span key={`${entry.queue_date} ${entry.queue_id}`} className="block whitespace-nowrap">
          {formatDay(entry.queue_date)}: {formatRatio(entry.ratio)} ({formatNumber(entry.position)}{' '}
          of {formatNumber(entry.queue_total)})
        </span>
      ))}
    </span>
  );
}
