import { describeResult } from '../../../../shared/csv/file-result.ts';
import {
  type ColumnMeaning,
  chooseColumn,
  MEANINGS,
  meaningOf,
} from '../../../../shared/queues/choose-column.ts';
import { ReadAsFields } from '../../../kit/file-import/read-as.tsx';
import { countOf } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/input.tsx';
import type { ReadQueueAs } from './queue-files.worker.ts';
import { type QueueFile, severalQueues } from './use-queue-files.ts';

const NOT_READ = 'none';
const OPTIONS = [
  { value: NOT_READ, label: 'Not read' },
  ...MEANINGS.map(({ meaning, label }) => ({ value: meaning, label })),
];

interface FileReadingProps {
  file: QueueFile;
  isLocked: boolean;
  onRead: (as: Partial<ReadQueueAs>) => void;
}

/**
 * How a file is read: what became of its lines, its encoding and delimiter or its sheet, and its first rows under the
 * meaning of each column. All of it can be changed, and the file is read again.
 */
export function FileReading({ file, isLocked, onRead }: FileReadingProps) {
  const { content, name } = file;
  if (content === null) return null;
  const { summary, isPart } = content;
  const isFixed = isLocked || isPart || file.state === 'uploaded';
  const { columns, head } = summary;
  const width = head.reduce((most, cells) => Math.max(most, cells.length), 0);
  return (
    <section aria-label={`Reading of ${name}`} className="flex min-w-0 flex-col gap-2 text-xs">
      <p className="tn text-text-muted">
        {isPart ? 'The whole file has ' : ''}
        {describeResult(summary.result)}
      </p>
      <ReadAsFields form={summary.form} disabled={isFixed} onChange={onRead} />
      {columns === null ? null : (
        <div className="overflow-x-auto">
          <table aria-label={`First rows of ${name}`} className="w-full">
            <thead>
              <tr>
                {Array.from({ length: width }, (_, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
                  <th key={at} scope="col" className="min-w-24 py-1 pr-1 text-left font-medium">
                    <Select
                      size="sm"
                      aria-label={`Meaning of column ${at + 1}`}
                      disabled={isFixed}
                      value={meaningOf(columns, at) ?? NOT_READ}
                      options={OPTIONS}
                      onChange={({ target }) =>
                        onRead({ columns: chooseColumn(columns, at, readMeaning(target.value)) })
                      }
                    />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {head.map((cells, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its line
                <tr key={line} className="border-t border-border">
                  {Array.from({ length: width }, (_, at) => (
                    <td
                      // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its column
                      key={at}
                      title={cells[at]}
                      className="max-w-40 truncate py-0.5 pr-2"
                    >
                      {cells[at]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

const readMeaning = (value: string): ColumnMeaning =>
  MEANINGS.find(({ meaning }) => meaning === value)?.meaning ?? null;

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
