import { templateOf } from '../../csv/template.ts';

/** A list of two events. */
export const EVENT_LIST_TEMPLATE = templateOf('events', [
  'URL,Tags',
  'https://www.example.com/events/1,floor; weekend',
  'https://www.example.com/events/2,',
]);
