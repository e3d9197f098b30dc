/** Most accounts that one POST /queues/best-accounts answers: libSQL sends at most 10 MB at once. */
export const MOST_BEST_ACCOUNTS = 50_000;
