import { joinTexts, reasonOf } from '../../kit/failure.ts';
import { ApiError, type ApiErrorKind } from '../../lib/api-error.ts';

const REFUSED = 'Failed to generate users. Please try again.';

/** The texts of failures that the server did not explain. */
const TEXTS: Record<Exclude<ApiErrorKind, 'aborted' | 'server'>, string> = {
  no_envelope: REFUSED,
  timeout: 'Request timeout - Please try with a smaller number of users.',
  network: 'Network error - Please check your connection and try again.',
};

/** The text for a failed call of the user generator, with the server's reason, such as the name of an invalid value. */
export function generateFailureText(error: unknown): string {
  if (!(error instanceof ApiError) || error.kind === 'aborted')
    return 'An error occurred while generating users. Please try again.';
  if (error.kind === 'server') return joinTexts(REFUSED, reasonOf(error));
  return TEXTS[error.kind];
}
