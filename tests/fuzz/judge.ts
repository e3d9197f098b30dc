import type { FuzzAnswer } from './send.ts';
import { MARK } from './values.ts';

/** In milliseconds. */
export const LONGEST_MS = 10_000;
/** Documented failures of a provider, a mail server or a scanner; never of the database. */
const OUTSIDE = new Set([502, 503, 504]);

/** The fault of an answer, in a sentence; null if there is none. */
export function faultOf({ status, head, body, ms }: FuzzAnswer): string | null {
  if (ms > LONGEST_MS) return `It took ${Math.round(ms)} ms.`;
  if (status === 501 && body.startsWith('ERROR: Unrecognized request method')) return null;
  if (status >= 500 && !OUTSIDE.has(status)) return `It was answered with ${status}.`;
  if (status === 503 && body.includes('database')) return 'The database refused it.';
  if (head.includes(MARK)) return 'A header of the answer has a text of the request.';
  // The runtime itself refuses methods that it does not support, and a static file server answers
  // other paths.
  const isOfApi = /^x-request-id:/im.test(head);
  const isHtml = /content-type: (text\/html|image\/svg|application\/xhtml)/i.test(head);
  if (isHtml && body.includes(MARK)) return 'The answer shows a text of the request as HTML.';
  if (isOfApi && !/x-content-type-options: nosniff/i.test(head))
    return 'The answer lacks X-Content-Type-Options.';
  return null;
}
