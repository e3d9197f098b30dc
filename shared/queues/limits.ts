/** The most accounts in one answer of POST /queues/best-accounts: libSQL sends at most 10 MB at once. */
export const MOST_BEST_ACCOUNTS = 50_000;

/** The accounts that a page sends in one call. */
export const ACCOUNTS_PER_CALL = 50_000;

/** The most categories of one question for the best accounts. */
export const MOST_CATEGORIES = 10_000;
