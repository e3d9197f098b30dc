/** The kinds of changes of an artist's events, as the timeline names them. */
export const CHANGE_KINDS = [
  'started',
  'new_event',
  'new_presale',
  'presale_moved',
  'sale_moved',
  'date',
  'venue',
  'status',
] as const;
