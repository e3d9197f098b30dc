/** The most accounts in one answer of POST /queues/best-accounts: libSQL sends at most 10 MB at once. */
export const MOST_BEST_ACCOUNTS = 50_000;
