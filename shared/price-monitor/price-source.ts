/**
 * Where the prices of an event were read: in the Discovery API, on its public page, or in the source of this page,
 * which an operator pasted.
 */
export const PRICE_SOURCES = ['discovery', 'page', 'pasted'] as const;
export type PriceSource = (typeof PRICE_SOURCES)[number];

/** The short name of each source, as labels and files show it. */
export const PRICE_SOURCE_NAMES: Readonly<Record<PriceSource, string>> = {
  discovery: 'Discovery API',
  page: 'Event page',
  pasted: 'Pasted page',
};

/** Each source within a sentence, such as `read from the event page`. */
export const PRICE_SOURCE_PHRASES: Readonly<Record<PriceSource, string>> = {
  discovery: 'the Discovery API',
  page: 'the event page',
  pasted: 'a pasted page',
};
