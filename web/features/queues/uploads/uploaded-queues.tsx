import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import type { QueueType, UploadedQueue } from '../../../../shared/queues/schema.ts';
import { TEXTS } from '../../../../shared/queues/texts.ts';
import { gridColumns } from '../../../kit/data-grid/columns.ts';
import { DataGrid } from '../../../kit/data-grid/data-grid.tsx';
import { tryAgain } from '../../../kit/failure.ts';
import { QueryDialog } from '../../../kit/query-dialog.tsx';
import { useQuestion } from '../../../kit/question.tsx';
import { Time } from '../../../kit/time.tsx';
import { countOf, formatDay, formatNumber } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { HistoryButton } from '../../audit/history-button.tsx';
import { uploadedQueuesQuery, useQueueChanges } from '../queries.ts';

const idOf = ({ queue_id }: UploadedQueue): string => queue_id;

const queueColumns = (type: QueueType, onDelete: (queue: UploadedQueue) => void) =>
  gridColumns<UploadedQueue>({
    queue: { label: 'Queue', width: 'minmax(160px, 1fr)', title: idOf, cell: idOf },
    date: { label: 'Date', width: '80px', cell: ({ queue_date }) => formatDay(queue_date) },
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
      cell: ({ uploaded_at }) => <Time at={uploaded_at} />,
    },
    actions: {
      width: '52px',
      buttons: (queue) => (
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
  });

const HEAD_PX = 40;
const ROW_PX = 36;
const MOST_ROWS_IN_VIEW = 13;
const NO_QUEUES: readonly UploadedQueue[] = [];

interface UploadedQueuesProps {
  type: QueueType;
  /** The id of the queue that the cursor starts at. */
  start: string | undefined;
  onClose: () => void;
}

/** The uploaded queues, with a button that deletes each. */
export function UploadedQueues({ type, start, onClose }: UploadedQueuesProps) {
  const queues = useQuery(uploadedQueuesQuery(type));
  const { deleteQueue } = useQueueChanges(type);
  const [question, ask] = useQuestion();
  const columns = useMemo(() => {
    const remove = ({ queue_id, accounts }: UploadedQueue) =>
      ask({
        title: `Delete queue “${queue_id}”?`,
        text: `Its ${countOf(accounts, 'position')} leave the analysis. Categories stay.`,
        confirmLabel: 'Delete queue',
        cancelLabel: 'Keep queue',
        run: () => deleteQueue(queue_id),
        done: 'Queue deleted',
        failure: tryAgain('The queue was not deleted'),
      });
    return queueColumns(type, remove);
  }, [type, ask, deleteQueue]);
  const rows = queues.data ?? NO_QUEUES;
  return (
    <>
      <QueryDialog
        size="xl"
        title="Uploaded queues"
        description="Uploading the same queue id again replaces that queue’s positions."
        onClose={onClose}
        query={queues}
        loadingLabel="Loading uploaded queues"
        failure={() => TEXTS.loadError}
      >
        {() =>
          rows.length === 0 ? (
            <EmptyState headingLevel={3} title="No queues yet" />
          ) : (
            <div
              className="-mx-5 flex max-h-[60dvh] flex-col"
              style={{ height: HEAD_PX + Math.min(rows.length, MOST_ROWS_IN_VIEW) * ROW_PX }}
            >
              <DataGrid
                label="Uploaded queues"
                rows={rows}
                rowId={idOf}
                rowName={idOf}
                columns={columns}
                start={start}
              />
            </div>
          )
        }
      </QueryDialog>
      {question}
    </>
  );
}
