/** How many events one account serves. */
export const EVENTS_BY_ACCOUNT = { min: 1, max: 10, default: 3 } as const;

/** Accounts per event on the screen. */
export const ACCOUNTS_PER_EVENT = { min: 0, max: 50 } as const;

/** Events read of one page, and taken by one dispatch. */
export const MAX_SIGNUP_EVENTS = 500;
/** Texts of entries without a readable date that an answer has. */
export const MOST_UNDATED = 20;

/**
 * Answer header of a dispatch: the places in the request's `events` of those whose ticket limit could not be read,
 * counted from 0 and separated by commas; absent if all were read, or if the files name no tickets.
 */
export const UNREAD_LIMITS_HEADER = 'X-Unread-Limits';

export const NO_EVENTS_CONFIGURED = 'No events configured for dispatch';

/** All slots divided by events per account, rounded up. */
export function minimumAccounts(slots: number, eventsByAccount: number): number {
  return Math.ceil(slots / eventsByAccount);
}
