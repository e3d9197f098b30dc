import * as z from 'zod/mini';
import type { Column } from '../../columns.ts';

/** One queue of an account. `ratio` = position / queue_total. */
const progressEntry = z.object({
  queue_id: z.string(),
  queue_date: z.string(),
  position: z.int(),
  queue_total: z.int(),
  ratio: z.number(),
});
export type ProgressEntry = z.infer<typeof progressEntry>;

/** An account of the analysis or of a category. Ratios are fractions; all three are null without a queue. */
export const queueAccount = z.object({
  account: z.string(),
  total_queues: z.int(),
  avg_ratio: z.nullable(z.number()),
  best_ratio: z.nullable(z.number()),
  worst_ratio: z.nullable(z.number()),
  /** Present in the analysis; for a category only if a page was requested. */
  progress_history: z.optional(z.array(progressEntry)),
  /**
   * Rank by average ratio, among all accounts or within the category; only if a page was requested.
   */
  rank: z.optional(z.int()),
});
export type QueueAccount = z.infer<typeof queueAccount>;

/** The columns of a list of accounts. The database has a column of the same name for each that sorts. */
export const ACCOUNT_COLUMNS = [
  { key: 'rank', header: 'Rank', value: ({ rank }) => rank },
  { key: 'account', header: 'Account', sort: 'asc', value: ({ account }) => account },
  {
    key: 'total_queues',
    header: 'Total queues',
    sort: 'desc',
    value: ({ total_queues }) => total_queues,
  },
  { key: 'avg_ratio', header: 'Average ratio', sort: 'asc', value: ({ avg_ratio }) => avg_ratio },
  { key: 'best_ratio', header: 'Best ratio', sort: 'asc', value: ({ best_ratio }) => best_ratio },
  {
    key: 'worst_ratio',
    header: 'Worst ratio',
    sort: 'asc',
    value: ({ worst_ratio }) => worst_ratio,
  },
] as const satisfies readonly Column<QueueAccount>[];

type AccountColumn = (typeof ACCOUNT_COLUMNS)[number];
export type QueueSortField = Extract<AccountColumn, { sort: string }>['key'];
/** A leading minus reverses the order. */
export type QueueSort = QueueSortField | `-${QueueSortField}`;

/** The columns that lists of accounts can be sorted by. */
export const SORT_FIELDS = ACCOUNT_COLUMNS.flatMap((column): QueueSortField[] =>
  'sort' in column ? [column.key] : [],
);
