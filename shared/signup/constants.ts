/** How many events one account serves. */
export const EVENTS_BY_ACCOUNT = { min: 1, max: 10, default: 3 } as const;

/** Default accounts per event on the screen. */
export const ACCOUNTS_PER_EVENT = { min: 0, max: 50 } as const;

/** The maximum number of events that are read from one page, and accepted by one dispatch. */
export const MAX_SIGNUP_EVENTS = 500;
/** The maximum number of texts of entries without a readable date in an answer. */
export const MOST_UNDATED = 20;

/**
 * Answer header of a dispatch: the indexes in the request's `events` of those whose ticket limit
 * could not be read, counted from 0 and separated by commas; absent if all were read, or if the
 * files name no tickets.
 */
export const UNREAD_LIMITS_HEADER = 'X-Unread-Limits';

export const NO_EVENTS_CONFIGURED = 'No events configured for dispatch';

/** All slots divided by events per account, rounded up. */
export function minimumAccounts(slots: number, eventsByAccount: number): number {
  return Math.ceil(slots / eventsByAccount);
}
