/**
 * Whether tickets of an event can be bought. `no_event`: its page describes no such event; `unreadable`: the page's data or
 * prices cannot be read; `refused`: programs may not read the site; `unknown`: it was not read, or could not be reached.
 */
export const SALE_STATES = [
  ...(['on_sale', 'not_yet', 'sold_out', 'cancelled'] as const),
  ...(['no_event', 'unreadable', 'refused', 'unknown'] as const),
];
export type SaleState = (typeof SALE_STATES)[number];
