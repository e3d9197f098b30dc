/** The text of a field that the provider did not publish. */
export const NOT_AVAILABLE = 'N/A';

/**
 * Answer header with the rest of the provider's daily quota: `available=4990, limit=5000,
 * resets=2026-11-21T00:00:00Z`.
 */
export const PROVIDER_QUOTA_HEADER = 'X-Provider-Quota';

/** The text for an event whose sections are unknown. */
export const NO_MANIFEST = 'No public manifest available for this event';

/**
 * Answer header with the number of entries (events or artists) that the provider counts but that
 * the answer lacks; absent if the answer is complete. The screen reports the number.
 */
export const PROVIDER_MISSING_HEADER = 'X-Provider-Missing';

/** Answer header with the age of a cached answer in whole seconds; absent for a new answer. */
export const PROVIDER_AGE_HEADER = 'X-Provider-Age';

/** The maximum length of a searched artist name, in characters. */
export const LONGEST_NAME = 200;

/**
 * The maximum number of event ids in one call by ids; more are requested in batches. Ids that no
 * search finds cost a call each, and 500 calls at five a second still end before the browser's
 * limit of 180 s.
 */
export const MOST_EVENT_IDS = 500;

/** States of events that do not go ahead as planned. */
export const CHANGED_STATES = ['rescheduled', 'postponed', 'cancelled'] as const;

/** The states of an event's sale, which are the choices of the status filter: the status, and what changed. */
export const SALE_STATES = ['onsale', 'presale', 'offsale', ...CHANGED_STATES] as const;
export type SaleState = (typeof SALE_STATES)[number];

export const SORT_FIELDS = ['date', 'venue', 'location', 'presales'] as const;
export type SortField = (typeof SORT_FIELDS)[number];
