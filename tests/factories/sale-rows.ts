/**
 * The lists of the API whose rows stand for an event with sales, by call and path in the answer:
 * `link` if a screen links each row to the page of its sale, otherwise the reason why no screen
 * does.
 */
export const SALE_ROWS = {
  'GET /api/dashboard outlook.openings[]': 'link',
  'GET /api/dashboard outlook.later[]': 'link',
  'GET /api/dashboard outlook.price_moves[]':
    'It leads to the panel of its price, which leads to the sale.',
  'GET /api/events/artist/{id} data[]': 'link',
  'GET /api/events/by-ids data[]': 'It replaces events of the same list, and of selections.',
  'GET /api/events/artist-changes data[]': 'link',
  'GET /api/events/price-targets data[]': 'link',
  'GET /api/sales data[]': 'link',
  'POST /api/sales/followed sales[]': 'It says of other rows which are followed.',
} as const;

type Rows = typeof SALE_ROWS;
/** The lists that a screen shows. */
export type ShownSaleRows = {
  [Key in keyof Rows]: Rows[Key] extends 'link' ? Key : never;
}[keyof Rows];
