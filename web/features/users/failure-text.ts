import { ApiError, type ApiErrorKind } from '../../lib/api-error.ts';

const REFUSED = 'Failed to generate users. Please try again.';

/** A cancelled call is no failure, and shows nothing. */
const TEXTS: Record<Exclude<ApiErrorKind, 'aborted'>, string> = {
  server: REFUSED,
  no_envelope: REFUSED,
  timeout: 'Request timeout - Please try with a smaller number of users.',
  network: 'Network error - Please check your connection and try again.',
};

/**
 * The text for a failed call of the user generator. A refusal shows the server's own message, such as the name of an
 * invalid value.
 */
export function generateFailureText(error: unknown): string {
  if (!(error instanceof ApiError) || error.kind === 'aborted')
    return 'An error occurred while generating users. Please try again.';
  if (error.kind === 'server' && error.status < 500) return error.message || REFUSED;
  return TEXTS[error.kind];
}
