import { ApiError } from '../lib/api-error.ts';
import type { ToastContent } from '../ui/toast-view.tsx';

interface FailureTexts {
  /** The server refused without a message of its own: 'Failed to save account'. */
  refused: string;
  /** No answer, or one of another program, such as a proxy: 'Failed to save account. Please try again.' */
  thrown: string;
}

/** The error catalogue's text for one action, its two texts, or a function if one text depends on the error. */
export type Failure = string | FailureTexts | ((error: unknown) => string);

/** The texts of an action that can be repeated. */
export const tryAgain = (refused: string): Failure => ({
  refused,
  thrown: `${refused}. Please try again.`,
});

/**
 * The text for a failed call: the server's own message if there is one, else the catalogue's text for the action. An
 * answer without the JSON envelope (a proxy's error page) counts as thrown.
 */
export function failureText(error: unknown, failure: Failure): string {
  if (typeof failure === 'function') return failure(error);
  const texts = typeof failure === 'string' ? { refused: failure, thrown: failure } : failure;
  if (!(error instanceof ApiError) || error.kind !== 'server') return texts.thrown;
  return error.message || texts.refused;
}

/** A handler that shows the text of a failed call as a toast. */
export const toastFailure = (failure: Failure) => (error: unknown) =>
  toastLater({ title: failureText(error, failure), tone: 'danger' });

/** Runs an action whose failure is shown as a toast. */
export const attempt = (failure: Failure, run: () => Promise<unknown>): void =>
  void run().catch(toastFailure(failure));

/** Shows a toast, and loads the code for it, which the sign-in page does without. */
export const toastLater = (content: ToastContent): void =>
  void import('../ui/toast.tsx').then(({ toast }) => toast(content));

/** The text of an action for which the catalogue has one in all cases. The reason for a refused input follows it. */
export const fixedText = (text: string) => (error: unknown) => {
  const isRefusal = error instanceof ApiError && error.kind === 'server' && error.status < 500;
  return isRefusal && error.message !== '' ? `${text}: ${error.message}` : text;
};

/** The request id that finds a failed call in the server's log. */
export function requestIdOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.requestId : undefined;
}
