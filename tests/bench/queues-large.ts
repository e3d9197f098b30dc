/**
 * `npm run bench queues-large`: 10,000,000 positions of 1,000,000 accounts. QUEUE_FILES=300 measures a smaller desk.
 */
import { measureQueues } from './harness/queue-bench.ts';
import type { Measure } from './harness/row.ts';

const files = Number(process.env.QUEUE_FILES ?? 1_000);

export const measure: Measure = () =>
  measureQueues({
    files,
    accounts: 1_000 * files,
    categories: 200,
    loadTimes: 1.2,
    goals: { page: 1_000, search: 1_000, best: 1_000 },
  });
