import { ApiError } from '../lib/api-error.ts';

/** What the error catalogue says about one action. */
export interface FailureTexts {
  /** The server refused without a message of its own: 'Failed to save account'. */
  refused: string;
  /** No answer, or one that does not come from this product: 'Failed to save account. Please try again.' */
  thrown: string;
}

/** A function where one text depends on the error. */
export type Failure = FailureTexts | ((error: unknown) => string);

/**
 * The text for a failed call: the server's own message where there is one, else the catalogue's text for the action.
 * An answer without the JSON envelope (a proxy's error page) counts as thrown.
 */
export function failureText(error: unknown, texts: Failure): string {
  if (typeof texts === 'function') return texts(error);
  if (!(error instanceof ApiError) || error.kind !== 'server') return texts.thrown;
  return error.message || texts.refused;
}

/** The text of an action for which the catalogue has one in all cases. The reason for a refused input follows it. */
export const fixedText = (text: string) => (error: unknown) => {
  const isRefusal = error instanceof ApiError && error.kind === 'server' && error.status < 500;
  return isRefusal && error.message !== '' ? `${text}: ${error.message}` : text;
};

/** The request id that finds a failed call in the server's log. */
export function requestIdOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.requestId : undefined;
}
