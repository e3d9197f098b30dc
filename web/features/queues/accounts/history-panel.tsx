import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ProgressEntry, QueueAccount } from '../../../../shared/queues/accounts/columns.ts';
import { formatRatio } from '../../../../shared/queues/accounts/ratios.ts';
import type { QueueType } from '../../../../shared/queues/schema.ts';
import { TEXTS } from '../../../../shared/queues/texts.ts';
import { gridColumns } from '../../../kit/data-grid/columns.ts';
import { DataGrid } from '../../../kit/data-grid/data-grid.tsx';
import { requestIdOf } from '../../../kit/failure.ts';
import { formatDay, formatNumber } from '../../../lib/format.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { accountQuery } from '../queries.ts';
import { PerformanceBadge, Rank, Ratio } from './account-columns.tsx';

interface HistoryPanelProps {
  type: QueueType;
  account: string;
  onClose: () => void;
}

/** All values of one account, in a panel beside the list. */
export function HistoryPanel({ type, account, onClose }: HistoryPanelProps) {
  const query = useQuery(accountQuery(type, account));
  return (
    <SidePanel size="details" className="lg:w-(--size-panel)!" title={account} onClose={onClose}>
      {query.isPending ? <TableSkeleton label="Loading progress history" rows={4} /> : null}
      {query.isError ? (
        <ErrorState
          title={TEXTS.loadFailed}
          headingLevel={3}
          retrying={query.isFetching}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
        >
          {TEXTS.loadError}
        </ErrorState>
      ) : null}
      {query.data === null ? (
        <EmptyState title="No queues yet" headingLevel={3}>
          {account} is in no uploaded queue.
        </EmptyState>
      ) : null}
      {query.data ? <Details account={query.data} /> : null}
    </SidePanel>
  );
}

const queueOf = ({ queue_id }: ProgressEntry): string => queue_id;

const HISTORY_COLUMNS = gridColumns<ProgressEntry>({
  queue: {
    label: 'Queue',
    width: 'minmax(90px, 1fr)',
    title: queueOf,
    cell: ({ queue_date, queue_id }) => (
      <>
        {formatDay(queue_date)}
        <span className="block truncate text-2xs text-text-muted">{queue_id}</span>
      </>
    ),
  },
  position: {
    label: 'Position',
    width: '110px',
    align: 'right',
    cell: ({ position, queue_total }) => (
      <span className="text-text-muted">
        {formatNumber(position)} of {formatNumber(queue_total)}
      </span>
    ),
  },
  ratio: { label: 'Ratio', width: '56px', align: 'right', cell: ({ ratio }) => formatRatio(ratio) },
});

function Details({ account }: { account: QueueAccount }) {
  const { progress_history: history = [] } = account;
  const newestFirst = useMemo(() => history.toReversed(), [history]);
  const facts = [
    ['Average ratio', <Ratio key="avg" ratio={account.avg_ratio} />],
    ['Best ratio', <Ratio key="best" ratio={account.best_ratio} />],
    ['Worst ratio', <Ratio key="worst" ratio={account.worst_ratio} />],
    ['Total queues', formatNumber(account.total_queues)],
  ] as const;
  return (
    <div className="flex h-full min-h-105 flex-col gap-4 pt-4">
      <div className="flex items-center gap-2 px-5">
        <Rank row={account} />
        <PerformanceBadge ratio={account.avg_ratio} />
        <span className="ml-auto">
          <CopyButton text={account.account} label="Copy account" />
        </span>
      </div>
      <dl className="m-0 grid grid-cols-2 gap-x-4 gap-y-2 px-5">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-2xs text-text-muted">{name}</dt>
            <dd className="tn m-0 font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {history.length > 1 ? (
        <div className="px-5">
          <Sparkline
            area
            values={history.map(({ ratio }) => ratio)}
            width={290}
            height={64}
            label={`Ratio over ${history.length} queues, from ${formatRatio(history[0]?.ratio ?? 0)} to ${formatRatio(history.at(-1)?.ratio ?? 0)}`}
          />
        </div>
      ) : null}
      <DataGrid
        label="Progress history"
        rows={newestFirst}
        rowId={queueOf}
        rowName={queueOf}
        columns={HISTORY_COLUMNS}
        rowHeight={48}
        className="border-t border-border"
      />
    </div>
  );
}
