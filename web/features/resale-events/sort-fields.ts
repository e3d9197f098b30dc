/** What the artists of /events are sorted by. Apart, because the address is read in the first load of every page. */
export const SORT_FIELDS = [
  'name',
  'concerts',
  'onSaleDate',
  'visits',
  'score',
  'finalScore',
] as const;
export type SortField = (typeof SORT_FIELDS)[number];
