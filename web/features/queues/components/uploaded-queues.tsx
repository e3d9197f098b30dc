import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { QueueType, UploadedQueue } from '../../../../shared/queues/schema.ts';
import { TEXTS } from '../../../../shared/queues/texts.ts';
import { countOf, formatDateTime, formatDay, formatNumber } from '../../../lib/format.ts';
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { Table } from '../../../ui/table.tsx';
import { useDeleteQueue } from '../mutations.ts';
import { uploadedQueuesQuery } from '../queries.ts';

/** The uploaded queues, with a button that deletes each. */
export function UploadedQueues({ type, onClose }: { type: QueueType; onClose: () => void }) {
  const queues = useQuery(uploadedQueuesQuery(type));
  const [queueToDelete, setQueueToDelete] = useState<UploadedQueue | null>(null);
  const remove = useDeleteQueue(type);
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Uploaded queues"
      description="Uploading the same queue id again replaces that queue’s positions."
    >
      {queues.isPending ? <TableSkeleton label="Loading uploaded queues" rows={4} /> : null}
      {queues.isError ? (
        <ErrorState title={TEXTS.loadFailed} headingLevel={3} onRetry={() => void queues.refetch()}>
          {TEXTS.loadError}
        </ErrorState>
      ) : null}
      {queues.data?.length === 0 ? <EmptyState headingLevel={3} title="No queues yet" /> : null}
      {queues.data && queues.data.length > 0 ? (
        <Table label="Uploaded queues" scrollClassName="-mx-5 max-h-[60dvh]">
          <thead>
            <tr>
              <th scope="col">Queue</th>
              <th scope="col">Date</th>
              <th scope="col" data-align="right">
                Total
              </th>
              <th scope="col" data-align="right">
                Accounts
              </th>
              <th scope="col" className="max-md:hidden">
                Uploaded
              </th>
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {queues.data.map((queue) => (
              <tr key={queue.queue_id}>
                <td className="w-full max-w-0 truncate" title={queue.queue_id}>
                  {queue.queue_id}
                </td>
                <td>{formatDay(queue.queue_date)}</td>
                <td data-align="right">{formatNumber(queue.queue_total)}</td>
                <td data-align="right">{formatNumber(queue.accounts)}</td>
                <td className="text-text-muted max-md:hidden">
                  {formatDateTime(queue.uploaded_at)}
                </td>
                <td>
                  <IconButton
                    size="xs"
                    label={`Delete ${queue.queue_id}`}
                    icon={<Trash2 />}
                    onClick={() => setQueueToDelete(queue)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : null}
      {queueToDelete ? (
        <ConfirmDialog
          open
          onOpenChange={(isOpen) => !isOpen && setQueueToDelete(null)}
          title={`Delete queue “${queueToDelete.queue_id}”?`}
          confirmLabel="Delete queue"
          cancelLabel="Keep queue"
          busy={remove.isPending}
          error={remove.error?.message ?? null}
          onConfirm={() =>
            remove.mutate(queueToDelete.queue_id, { onSuccess: () => setQueueToDelete(null) })
          }
        >
          Its {countOf(queueToDelete.accounts, 'position')} leave the analysis. Categories stay.
        </ConfirmDialog>
      ) : null}
    </Dialog>
  );
}
