/**
 * Whether tickets of an event can be bought. `no_event`: its page describes no such event; `unreadable`: the page's
 * data or prices cannot be read; `refused`: programs may not read the site; `unknown`: it was not read, or could not be
 * reached.
 */
export const SALE_STATES = [
  ...(['on_sale', 'not_yet', 'sold_out', 'cancelled'] as const),
  ...(['no_event', 'unreadable', 'refused', 'unknown'] as const),
];
export type SaleState = (typeof SALE_STATES)[number];

/** The name of each state, as labels, files and messages show it. */
export const SALE_STATE_NAMES: Readonly<Record<SaleState, string>> = {
  on_sale: 'On sale',
  not_yet: 'Not on sale yet',
  sold_out: 'Sold out',
  cancelled: 'Cancelled',
  no_event: 'No event on page',
  unreadable: 'Unreadable data',
  refused: 'Refuses programs',
  unknown: 'State unknown',
};

/** The states of an event whose page could not be read: its last known prices may be old. */
const UNREAD: ReadonlySet<SaleState> = new Set(['no_event', 'unreadable', 'refused', 'unknown']);

export const isUnreadState = (state: SaleState): boolean => UNREAD.has(state);
