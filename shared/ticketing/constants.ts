/** What a field reads when the provider did not publish it (part 4, "Ticketing search"). */
export const NOT_AVAILABLE = 'N/A';

/**
 * What is left of the provider's daily allowance. It travels in the answer header X-Provider-Quota as
 * `available=4990, limit=5000, resets=2026-11-21T00:00:00Z`, so that the body keeps exactly the specified fields.
 */
export const PROVIDER_QUOTA_HEADER = 'X-Provider-Quota';

/** What an event without known sections reads (part 2, "Encore CSV bot generator"; part 4, "Ticketing search"). */
export const NO_MANIFEST = 'No public manifest available for this event';

/**
 * How many events of the artist the provider counts but did not show or wrote unreadably; absent when none.
 * The list is then incomplete, and the screen says so.
 */
export const PROVIDER_MISSING_HEADER = 'X-Provider-Missing';

/** The longest artist name that is searched for, in characters. */
export const LONGEST_NAME = 200;
