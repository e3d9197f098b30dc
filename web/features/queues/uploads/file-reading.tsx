import { describeResult } from '../../../../shared/csv/file-result.ts';
import { QUEUE_MEANINGS } from '../../../../shared/queues/uploads/file-columns.ts';
import { TableReading } from '../../../kit/file-import/table-reading.tsx';
import { countOf } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import type { ReadQueueAs } from './queue-files.worker.ts';
import { type QueueFile, severalQueues } from './use-queue-files.ts';

interface FileReadingProps {
  file: QueueFile;
  isLocked: boolean;
  onRead: (as: Partial<ReadQueueAs>) => void;
}

/** How a file is read. A queue of a divided file cannot be read again. */
export function FileReading({ file, isLocked, onRead }: FileReadingProps) {
  const { content, name, state } = file;
  if (content === null) return null;
  const { summary, isPart } = content;
  return (
    <TableReading
      name={name}
      read={summary}
      meanings={QUEUE_MEANINGS}
      optional={['queueId']}
      resultText={`${isPart ? 'The whole file has ' : ''}${describeResult(summary.result)}`}
      disabled={isLocked || isPart || state === 'uploaded'}
      onRead={onRead}
    />
  );
}

interface SeveralQueuesProps {
  file: QueueFile;
  isLocked: boolean;
  onDivide: () => void;
}

/** The question about a file with several queues. */
export function SeveralQueues({ file, isLocked, onDivide }: SeveralQueuesProps) {
  const ids = severalQueues(file);
  if (ids.length === 0) return null;
  const named = ids.slice(0, 3).join(', ') + (ids.length > 3 ? ' and others' : '');
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 text-xs text-warning-text">
      <span>
        Its rows belong to {countOf(ids.length, 'queue')} ({named}). Each needs a total of its own.
      </span>
      <Button size="xs" disabled={isLocked} onClick={onDivide}>
        Upload as {countOf(ids.length, 'queue')}
      </Button>
    </div>
  );
}
