import type { Sort } from '../../../shared/columns.ts';
import type { QueueSort, QueueSortField } from '../../../shared/queues/schema.ts';
import type { HeadSort } from '../../kit/data-grid/columns.ts';

/** What a list of accounts can be sorted by. */
export const SORTS: Record<QueueSortField, HeadSort> = {
  account: { column: 'account', first: 'asc' },
  total_queues: { column: 'total_queues', first: 'desc' },
  avg_ratio: { column: 'avg_ratio', first: 'asc' },
  best_ratio: { column: 'best_ratio', first: 'asc' },
  worst_ratio: { column: 'worst_ratio', first: 'asc' },
};

/** The order of a list as an address or a request names it; by average ratio for anything unknown. */
export function readSort(sort: string): Sort<QueueSortField> {
  const field = sort.replace(/^-/, '');
  const column = Object.values(SORTS).find((one) => one.column === field)?.column;
  if (column === undefined) return { column: 'avg_ratio', order: 'asc' };
  // The columns of SORTS are the fields.
  return { column: column as QueueSortField, order: sort.startsWith('-') ? 'desc' : 'asc' };
}

export const writeSort = ({ column, order }: Sort): QueueSort => {
  const { column: field } = readSort(column);
  return order === 'asc' ? field : `-${field}`;
};
