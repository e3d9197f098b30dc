/** The most accounts that POST /queues/best-accounts gives at once. */
export const MAX_BEST_ACCOUNTS = 50_000;
