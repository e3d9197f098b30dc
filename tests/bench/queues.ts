import { measureQueues } from './harness/queue-bench.ts';
import type { Measure } from './harness/row.ts';

/** 1,000,000 positions of 100,000 accounts. */
export const measure: Measure = () =>
  measureQueues({
    files: 100,
    accounts: 100_000,
    categories: 20,
    loadTimes: 1.5,
    goals: { page: 60, search: 120, best: 200 },
  });
