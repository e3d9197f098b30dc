import { templateOf } from '../../csv/template.ts';

/** A queue file with two accounts. */
export const QUEUE_TEMPLATE = templateOf('queue', [
  'Id,QueueId,Place',
  'ann@example.com,queue-1,120',
  'bob@example.com,queue-1,7',
]);
