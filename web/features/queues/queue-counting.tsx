import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { QueueType } from '../../../shared/queues/schema.ts';
import { useChannel } from '../../lib/channel/index.ts';
import { countOf, formatNumber } from '../../lib/format.ts';
import { reloadQueries } from '../../lib/query-client.ts';
import { Progress } from '../../ui/progress.tsx';
import { countingQuery } from './category-queries.ts';

/**
 * Shows the progress with which uploaded files are counted in the averages and ranks; nothing if all are. Loads the
 * lists of accounts again when new averages are published. It is loaded late, because it needs the live channel.
 */
export function QueueCounting({ type, className }: { type: QueueType; className?: string }) {
  const client = useQueryClient();
  const { data: counting } = useQuery(countingQuery(type));
  const seen = useRef<number | null>(null);
  useChannel('queues', ({ published, counting: next }) => {
    const isNew = seen.current !== null && seen.current !== published;
    seen.current = published;
    // A count that starts or ends changes the lists; a running one changes only its own numbers.
    if (isNew || (next === null) !== !counting) {
      void reloadQueries(client, { queryKey: ['queues'] });
    } else if (next !== null) {
      client.setQueryData(countingQuery(type).queryKey, (old) => old && { ...old, counting: next });
    }
  });
  if (!counting) return null;
  const { files, files_left } = counting;
  const done = files - files_left;
  return (
    <div role="status" className={className}>
      <p className="mb-1.5 text-xs text-text-muted">
        Counting {formatNumber(done)} of {countOf(files, 'file')}. Averages and ranks change when
        all are counted.
      </p>
      <Progress label="Counted files" value={done} max={files} />
    </div>
  );
}
