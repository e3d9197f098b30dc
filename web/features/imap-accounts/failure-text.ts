import { ApiError } from '../../lib/api-error.ts';

/**
 * What an operator reads when a call failed (part 1, 8): the server's message, else `plain`; `thrown` where no answer
 * came at all.
 */
export function failureText(error: unknown, texts: { plain: string; thrown: string }): string {
  if (!(error instanceof ApiError) || error.kind !== 'server') return texts.thrown;
  return error.message || texts.plain;
}
