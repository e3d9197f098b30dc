import type { QueueColumns } from './queue-sheet.ts';

/** The meaning of a column of a queue file; null for one that is not read. */
export type ColumnMeaning = keyof QueueColumns | null;

/** The meanings and their names in a queue file. */
export const MEANINGS: readonly { meaning: keyof QueueColumns; label: string }[] = [
  { meaning: 'account', label: 'Id' },
  { meaning: 'queueId', label: 'QueueId' },
  { meaning: 'position', label: 'Place' },
];

export const meaningOf = (columns: QueueColumns, at: number): ColumnMeaning =>
  MEANINGS.find(({ meaning }) => columns[meaning] === at)?.meaning ?? null;

/**
 * The columns after an operator has chosen the meaning of one. The column that had this meaning gets that of the chosen
 * one, so that accounts and positions always have a column.
 */
export function chooseColumn(
  columns: QueueColumns,
  at: number,
  meaning: ColumnMeaning,
): QueueColumns {
  const before = meaningOf(columns, at);
  if (meaning === before) return columns;
  if (meaning === null) return before === 'queueId' ? { ...columns, queueId: -1 } : columns;
  const swapped = before === null ? {} : { [before]: columns[meaning] };
  return { ...columns, ...swapped, [meaning]: at };
}
