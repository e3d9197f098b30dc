/**
 * The maximum number of accounts in one answer of POST /queues/best-accounts: libSQL sends at most
 * 10 MB at once.
 */
export const MOST_BEST_ACCOUNTS = 50_000;

/** The number of accounts that the page sends in one call. */
export const ACCOUNTS_PER_CALL = 50_000;

/** The maximum number of categories in one request for the best accounts. */
export const MOST_CATEGORIES = 10_000;
