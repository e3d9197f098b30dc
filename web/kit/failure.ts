import { INTERNAL_ERROR_TEXT } from '../../shared/errors.ts';
import { ApiError } from '../lib/api-error.ts';
import type { ToastContent } from '../ui/toast-view.tsx';

interface FailureTexts {
  /** The server refused: 'Failed to save account'. */
  refused: string;
  /**
   * The text if there is no answer, or the answer comes from another program, such as a proxy:
   * 'Failed to save account. Please try again.'
   */
  thrown: string;
}

/** The error catalogue's text for one action, its two texts, or a function if one text depends on the error. */
export type Failure = string | FailureTexts | ((error: unknown) => string);

/** The texts of an action that can be repeated. */
export const tryAgain = (refused: string): Failure => ({
  refused,
  thrown: `${refused}. Please try again.`,
});

/** A failed call in two parts. */
interface FailureParts {
  /** The catalogue's text for the action. */
  headline: string;
  /** The server's own sentence; '' if it adds nothing. */
  reason: string;
}

/** The texts for a failed call. An answer without the JSON envelope (a proxy's error page) counts as thrown. */
export function failureParts(error: unknown, failure: Failure): FailureParts {
  if (typeof failure === 'function') return { headline: failure(error), reason: '' };
  const texts = typeof failure === 'string' ? { refused: failure, thrown: failure } : failure;
  if (isTooLargeForProxy(error)) return { headline: texts.refused, reason: TOO_LARGE_FOR_PROXY };
  if (!(error instanceof ApiError) || error.kind !== 'server')
    return { headline: texts.thrown, reason: '' };
  const reason = reasonOf(error);
  return joinTexts(texts.refused, reason) === reason && reason !== ''
    ? { headline: reason, reason: '' }
    : { headline: texts.refused, reason };
}

const TOO_LARGE_FOR_PROXY =
  'The proxy in front of this desk refuses calls of this size: its limit must be 32 MB.';

/** The desk itself always answers with the envelope. */
const isTooLargeForProxy = (error: unknown): boolean =>
  error instanceof ApiError && error.kind === 'no_envelope' && error.status === 413;

/** The text for a failed call: the catalogue's text for the action, then the server's sentence if it adds something. */
export function failureText(error: unknown, failure: Failure): string {
  const { headline, reason } = failureParts(error, failure);
  return joinTexts(headline, reason);
}

/**
 * The server's own sentence about a failed call; '' without one, and for an unexpected failure,
 * which has no sentence of its own.
 */
export function reasonOf(error: unknown): string {
  const hasReason =
    error instanceof ApiError && error.kind === 'server' && error.message !== INTERNAL_ERROR_TEXT;
  return hasReason ? error.message : '';
}

/** A headline and its reason as two sentences; one of them if the reason is empty or repeats the headline. */
export function joinTexts(headline: string, reason: string): string {
  if (reason === '') return headline;
  const start = headline.replace(/\.$/, '');
  if (start === '' || reason.startsWith(start)) return reason;
  return `${start}. ${reason}`;
}

/** A handler that shows the text of a failed call as a toast. */
export const toastFailure = (failure: Failure) => (error: unknown) => {
  const { headline, reason } = failureParts(error, failure);
  toastLater({ title: headline, text: reason, tone: 'danger' });
};

/** Runs an action whose failure is shown as a toast. */
export const attempt = (failure: Failure, run: () => Promise<unknown>): void =>
  void run().catch(toastFailure(failure));

/**
 * Shows a toast, and loads the code for it, which the sign-in page does not load.
 * @returns a function that closes it
 */
export const toastLater = (content: ToastContent): (() => void) => {
  const shown = import('../ui/toast.tsx').then(({ toast }) => toast(content));
  return () => void shown.then(({ close }) => close());
};

/** The request id that finds a failed call in the server's log. */
export function requestIdOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.requestId : undefined;
}
