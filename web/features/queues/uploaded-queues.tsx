import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { QueueType, UploadedQueue } from '../../../shared/queues/schema.ts';
import { TEXTS } from '../../../shared/queues/texts.ts';
import { ConfirmDelete } from '../../kit/confirm-delete.tsx';
import { gridColumns } from '../../kit/data-grid/columns.ts';
import { DataGrid } from '../../kit/data-grid/data-grid.tsx';
import { useGridSelection } from '../../kit/data-grid/use-grid-selection.ts';
import { HistoryButton } from '../../kit/history.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { countOf, formatDateTime, formatDay, formatNumber } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { uploadedQueuesQuery, useQueueChanges } from './queries.ts';

const idOf = ({ queue_id }: UploadedQueue): string => queue_id;

const queueColumns = (type: QueueType, onDelete: (queue: UploadedQueue) => void) =>
  gridColumns<UploadedQueue, never>(
    [],
    {},
    {
      queue: { label: 'Queue', width: 'minmax(90px, 1fr)', title: idOf, cell: idOf },
      date: {
        label: 'Date',
        width: '80px',
        cell: ({ queue_date }) => formatDay(queue_date),
      },
      total: {
        label: 'Total',
        width: '70px',
        align: 'right',
        cell: ({ queue_total }) => formatNumber(queue_total),
      },
      accounts: {
        label: 'Accounts',
        width: '70px',
        align: 'right',
        from: 400,
        cell: ({ accounts }) => formatNumber(accounts),
      },
      uploaded: {
        label: 'Uploaded',
        width: '120px',
        from: 520,
        cell: ({ uploaded_at }) => formatDateTime(uploaded_at),
      },
      actions: {
        label: 'Actions',
        header: 'hidden',
        width: '52px',
        cell: (queue) => (
          <span className="flex gap-1">
            <HistoryButton
              size="xs"
              kind="queue"
              id={`${type}:${queue.queue_id}`}
              name={queue.queue_id}
            />
            <IconButton
              size="xs"
              label={`Delete ${queue.queue_id}`}
              icon={<Trash2 />}
              onClick={() => onDelete(queue)}
            />
          </span>
        ),
      },
    },
  );

/** The uploaded queues, with a button that deletes each. */
export function UploadedQueues({ type, onClose }: { type: QueueType; onClose: () => void }) {
  const queues = useQuery(uploadedQueuesQuery(type));
  const { deleteQueue } = useQueueChanges(type);
  const [queueToDelete, setQueueToDelete] = useState<UploadedQueue | null>(null);
  const columns = useMemo(() => queueColumns(type, setQueueToDelete), [type]);
  const ids = useMemo(() => queues.data?.map(idOf) ?? [], [queues.data]);
  const selection = useGridSelection({ ids, mode: 'none' });
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Uploaded queues"
      description="Uploading the same queue id again replaces that queue’s positions."
    >
      <QueryView
        query={queues}
        loadingLabel="Loading uploaded queues"
        failureText={() => TEXTS.loadError}
        headingLevel={3}
      >
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState headingLevel={3} title="No queues yet" />
          ) : (
            <div className="-mx-5 flex h-[min(60dvh,520px)] flex-col">
              <DataGrid
                label="Uploaded queues"
                rows={rows}
                rowId={idOf}
                rowName={idOf}
                columns={columns}
                selection={selection}
              />
            </div>
          )
        }
      </QueryView>
      {queueToDelete ? (
        <ConfirmDelete
          title={`Delete queue “${queueToDelete.queue_id}”?`}
          confirmLabel="Delete queue"
          cancelLabel="Keep queue"
          remove={() => deleteQueue(queueToDelete.queue_id)}
          done="Queue deleted"
          failure={{
            refused: 'The queue was not deleted.',
            thrown: 'The queue was not deleted. Try again.',
          }}
          onClose={() => setQueueToDelete(null)}
        >
          Its {countOf(queueToDelete.accounts, 'position')} leave the analysis. Categories stay.
        </ConfirmDelete>
      ) : null}
    </Dialog>
  );
}
