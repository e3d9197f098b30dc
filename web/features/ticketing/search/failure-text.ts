import { ApiError } from '../../../lib/api-error.ts';

export const NO_EVENTS_TEXT = 'Artist not found or no events available';
const TIMEOUT_TEXT =
  'Request timeout - The server is taking too long to respond. This can happen with large datasets. Please try again.';
const CANCELLED_TEXT =
  'Request was cancelled due to timeout. The server might be processing a large amount of data. Please try again.';
const NETWORK_TEXT = 'Network error - Please check your connection and try again.';
const GENERIC_TEXT = 'An error occurred while fetching data. Please try again.';

/** A failed call as the screen shows it: a text of the catalogue, and the server's reason if there is one. */
export interface FailureReport {
  text: string;
  reason: string | null;
  /** False while repeating the call is pointless, such as until the daily quota is renewed. */
  isWorthRetrying: boolean;
}

/** If the wait is at least this long, Retry is not offered. */
const LONG_WAIT_SECONDS = 60;

/** Statuses of a server or proxy after a time-out. */
const TIMEOUT_STATUSES = [408, 504, 524];

/** The report of a thrown value. */
export function describeTicketingFailure(error: unknown): FailureReport {
  const answer = error instanceof ApiError && error.kind === 'server' ? error : null;
  const isPaused = answer?.status === 429 && (answer.retryAfterSeconds ?? 0) >= LONG_WAIT_SECONDS;
  // "Please try again" is wrong advice here: the server's message names the time from which calls are allowed.
  if (isPaused) return { text: answer.message, reason: null, isWorthRetrying: false };
  const text = error instanceof ApiError ? catalogueText(error) : GENERIC_TEXT;
  const reason = text === GENERIC_TEXT ? (answer?.message ?? null) : null;
  return { text, reason, isWorthRetrying: true };
}

function catalogueText({ kind, status }: ApiError): string {
  if (kind === 'timeout') return TIMEOUT_TEXT;
  if (kind === 'aborted' || TIMEOUT_STATUSES.includes(status)) return CANCELLED_TEXT;
  if (kind === 'network') return NETWORK_TEXT;
  // Status 0: the envelope has `success: false` under an ok status.
  return status === 404 || status === 0 ? NO_EVENTS_TEXT : GENERIC_TEXT;
}
