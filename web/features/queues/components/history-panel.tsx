import { useQuery } from '@tanstack/react-query';
import { formatRatio } from '../../../../shared/queues/ratios.ts';
import type { QueueAccount, QueueType } from '../../../../shared/queues/schema.ts';
import { TEXTS } from '../../../../shared/queues/texts.ts';
import { formatDay, formatNumber } from '../../../lib/format.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { Table } from '../../../ui/table.tsx';
import { accountQuery } from '../queries.ts';
import { PerformanceBadge, Rank } from './ratio-cells.tsx';

interface HistoryPanelProps {
  type: QueueType;
  account: string;
  onClose: () => void;
}

/** All values of one account, in a panel beside the list. */
export function HistoryPanel({ type, account, onClose }: HistoryPanelProps) {
  const found = useQuery(accountQuery(type, account));
  return (
    <SidePanel title={account} onClose={onClose} className="max-[900px]:h-[60%]">
      {found.isPending ? <TableSkeleton label="Loading progress history" rows={4} /> : null}
      {found.isError ? (
        <ErrorState
          title={TEXTS.loadFailed}
          headingLevel={3}
          retrying={found.isFetching}
          onRetry={() => void found.refetch()}
        >
          {TEXTS.loadError}
        </ErrorState>
      ) : null}
      {found.data === null ? (
        <EmptyState title="No queues yet" headingLevel={3}>
          {account} is in no uploaded queue.
        </EmptyState>
      ) : null}
      {found.data ? <Details account={found.data} /> : null}
    </SidePanel>
  );
}

function Details({ account }: { account: QueueAccount }) {
  const history = account.progress_history;
  const facts = [
    ['Average ratio', formatRatio(account.avg_ratio)],
    ['Best ratio', formatRatio(account.best_ratio)],
    ['Worst ratio', formatRatio(account.worst_ratio)],
    ['Total queues', formatNumber(account.total_queues)],
  ] as const;
  return (
    <div className="flex flex-col gap-4 py-4">
      <div className="flex items-center gap-2 px-5">
        <Rank rank={account.rank ?? 0} />
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
      <Table label="Progress history" density="two-line" scrollClassName="flex-none!">
        <thead>
          <tr>
            <th scope="col">Queue</th>
            <th scope="col" data-align="right">
              Position
            </th>
            <th scope="col" data-align="right">
              Ratio
            </th>
          </tr>
        </thead>
        <tbody>
          {history.toReversed().map((entry) => (
            <tr key={entry.queue_id}>
              <td className="w-full max-w-0 truncate" title={entry.queue_id}>
                {formatDay(entry.queue_date)}
                <span className="block truncate text-2xs text-text-muted">{entry.queue_id}</span>
              </td>
              <td data-align="right" className="text-text-muted">
                {formatNumber(entry.position)} of {formatNumber(entry.queue_total)}
              </td>
              <td data-align="right">{formatRatio(entry.ratio)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
