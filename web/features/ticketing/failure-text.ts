import { ApiError } from '../../lib/api-error.ts';

/** Part 8, "Ticketing tool": the catalogue's texts, word for word. */
export const NO_EVENTS_TEXT = 'Artist not found or no events available';
const TIMEOUT_TEXT =
  'Request timeout - The server is taking too long to respond. This can happen with large datasets. Please try again.';
const CANCELLED_TEXT =
  'Request was cancelled due to timeout. The server might be processing a large amount of data. Please try again.';
const NETWORK_TEXT = 'Network error - Please check your connection and try again.';
const GENERIC_TEXT = 'An error occurred while fetching data. Please try again.';

/** What a failed call tells the operator: a text of the catalogue, and the server's own reason where it gave one. */
export interface FailureReport {
  text: string;
  reason: string | null;
  requestId: string | null;
}

/** Answers of a server, or of a proxy before it, that gave up waiting. */
const TIMEOUT_STATUSES = [408, 504, 524];

/** Finds the catalogue's text for whatever a call threw. */
export function describeTicketingFailure(error: unknown): FailureReport {
  if (!(error instanceof ApiError)) return { text: GENERIC_TEXT, reason: null, requestId: null };
  const text = catalogueText(error);
  const hasReason = error.kind === 'server' && text === GENERIC_TEXT;
  return {
    text,
    reason: hasReason ? error.message : null,
    requestId: error.requestId ?? null,
  };
}

function catalogueText({ kind, status }: ApiError): string {
  if (kind === 'timeout') return TIMEOUT_TEXT;
  if (kind === 'aborted' || TIMEOUT_STATUSES.includes(status)) return CANCELLED_TEXT;
  if (kind === 'network') return NETWORK_TEXT;
  // Status 0: the envelope said `success: false` under an ok status.
  return status === 404 || status === 0 ? NO_EVENTS_TEXT : GENERIC_TEXT;
}
