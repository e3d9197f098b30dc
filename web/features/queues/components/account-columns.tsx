import { clsx } from 'clsx';
import { type GridColumn, gridColumns } from '../../../kit/data-grid/columns.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { SORTS } from '../account-sort.ts';
import type { AccountRow } from '../queries.ts';
import { HistoryLine, PerformanceBadge, Rank, Ratio } from './ratio-cells.tsx';

/** Below this width of the list a row has two lines. */
const FOLDED_BELOW = 520;
const FOLDED_HEIGHT = 48;

/** The columns of the analysis and of each category. `onOpen` shows the history of an account. */
export function accountColumns(onOpen: (account: string) => void): GridColumn<AccountRow>[] {
  return gridColumns<AccountRow, never>(
    [],
    {},
    {
      rank: {
        label: 'Rank',
        width: '56px',
        cell: (row, index) => <RankCell row={row} index={index} />,
      },
      account: {
        label: 'Account',
        width: 'minmax(140px, 1fr)',
        isFixed: true,
        sorts: [SORTS.account],
        title: ({ account }) => account,
        cell: ({ account }) => <AccountButton account={account} onOpen={onOpen} />,
      },
      total_queues: {
        label: 'Total queues',
        width: '92px',
        align: 'right',
        sorts: [SORTS.total_queues],
        cell: ({ total_queues }) => (
          <span className="text-text-muted">{formatNumber(total_queues)}</span>
        ),
      },
      avg_ratio: {
        label: 'Average ratio',
        width: '150px',
        align: 'right',
        sorts: [SORTS.avg_ratio],
        cell: ({ avg_ratio }) => <AverageCell ratio={avg_ratio} />,
      },
      best_ratio: {
        label: 'Best ratio',
        width: '84px',
        align: 'right',
        from: 760,
        sorts: [SORTS.best_ratio],
        cell: ({ best_ratio }) => <Ratio ratio={best_ratio} />,
      },
      worst_ratio: {
        label: 'Worst ratio',
        width: '84px',
        align: 'right',
        from: 760,
        sorts: [SORTS.worst_ratio],
        cell: ({ worst_ratio }) => <Ratio ratio={worst_ratio} />,
      },
      history: {
        label: 'Progress history',
        width: '120px',
        from: 860,
        cell: ({ account, progress_history = [] }) => (
          <HistoryLine
            account={account}
            history={progress_history}
            onOpen={() => onOpen(account)}
          />
        ),
      },
    },
  );
}

/** Two lines in place of the cells: rank, account and average, the number of queues below. */
export const foldedAccount = (onOpen: (account: string) => void) => ({
  below: FOLDED_BELOW,
  height: FOLDED_HEIGHT,
  render: (row: AccountRow, index: number) => (
    <span className="flex items-center gap-2.5">
      <RankCell row={row} index={index} />
      <span className="min-w-0 flex-1">
        <AccountButton account={row.account} onOpen={onOpen} />
        <span className="block text-xs text-text-muted">{countOf(row.total_queues, 'queue')}</span>
      </span>
      <AverageCell ratio={row.avg_ratio} />
    </span>
  ),
});

function RankCell({ row, index }: { row: AccountRow; index: number }) {
  return <Rank rank={row.rank ?? index + 1} hasMedal={row.total_queues > 0} />;
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
      className="block max-w-full truncate text-left font-medium hover:underline"
      onClick={() => onOpen(account)}
    >
      {account}
    </button>
  );
}

function AverageCell({ ratio }: { ratio: number | null }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      {ratio === null ? null : <PerformanceBadge ratio={ratio} />}
      <span className={clsx('tn min-w-14 text-right', ratio !== null && 'font-semibold')}>
        <Ratio ratio={ratio} />
      </span>
    </span>
  );
}
