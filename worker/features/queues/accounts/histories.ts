import { compare } from '../../../../shared/compare.ts';
import type { ProgressEntry } from '../../../../shared/queues/accounts/columns.ts';
import type { Ctx } from '../../../context/context.ts';
import { listQueuesById, type QueueRow } from './store.ts';

const QUEUES_AT_ONCE = 5_000;

/** The queues of histories, by row number. */
export type QueueIndex = Map<number, QueueRow>;

/** Reads the queues of these histories that are not in the index yet. */
export async function addQueues(
  ctx: Pick<Ctx, 'db'>,
  index: QueueIndex,
  rows: readonly { history: string | null }[],
): Promise<QueueIndex> {
  const missing = new Set<number>();
  for (const { history } of rows) {
    for (const [ref] of entriesOf(history)) if (!index.has(ref)) missing.add(ref);
  }
  const ids = [...missing];
  for (let from = 0; from < ids.length; from += QUEUES_AT_ONCE) {
    const queues = await listQueuesById(ctx.db, ids.slice(from, from + QUEUES_AT_ONCE));
    for (const queue of queues) index.set(queue.id, queue);
  }
  return index;
}

/** The row number of the queue and the position of each entry of a stored history. */
const entriesOf = (history: string | null): [number, number][] =>
  (history === null ? [] : history.split(',')).map((entry) => {
    const colon = entry.indexOf(':');
    return [Number(entry.slice(0, colon)), Number(entry.slice(colon + 1))];
  });

/** A stored history in the form of the API, ordered by the dates of the queues. */
export function spellHistoryOut(history: string | null, queues: QueueIndex): ProgressEntry[] {
  const entries = entriesOf(history).flatMap(([ref, position]) => {
    const queue = queues.get(ref);
    return queue === undefined ? [] : [{ queue, position }];
  });
  entries.sort(({ queue: a }, { queue: b }) => compare(a.queue_date, b.queue_date) || a.id - b.id);
  return entries.map(({ queue: { queue_id, queue_date, queue_total }, position }) => ({
    queue_id,
    queue_date,
    position,
    queue_total,
    ratio: position / queue_total,
  }));
}
