import type { QueueColumns } from './queue-sheet.ts';

/** The meanings of columns and their names in a queue file. */
export const QUEUE_MEANINGS: Readonly<Record<keyof QueueColumns, string>> = {
  account: 'Id',
  queueId: 'QueueId',
  position: 'Place',
};
