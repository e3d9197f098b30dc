import * as z from 'zod/mini';
import { answerOf, instant } from '../answers.ts';

export const MEMORY_LIMITS = {
  /** The number of stored answers for one sender. */
  ofSender: 6,
  /**
   * The total number of stored answers: those of the senders with the longest time without mails
   * are deleted first.
   */
  inAll: 1_000,
  /** The maximum number of characters in the text of a trace, and in a sender's name. */
  trace: 96,
  senderName: 200,
} as const;

/** The answer of an operator about a found code. `copied` is a weak `right`, which replaces no other answer. */
export const codeVerdict = z.enum(['right', 'wrong', 'copied']);
export type CodeVerdict = z.infer<typeof codeVerdict>;

/**
 * The `code_id` of a found code: its code and mail, its sender and its place in the mail as keyed hashes, the sender's name
 * in base64url, and a signature.
 */
export const CODE_ID =
  /^([0-9a-f]{32})\.([0-9a-f]{16})\.([\w-]{1,96})\.([\w-]{0,1100})\.([0-9a-f]{32})$/;

/** The part of a `code_id` that identifies the code in GET /code-memory. */
export const codeOfId = (codeId: string): string => codeId.split('.', 1)[0] ?? '';

/** The path of POST /found-codes/{id}/verdict. */
export const foundCodeParam = z.object({
  id: z.string().check(z.regex(CODE_ID, 'This is not the id of a found code.')),
});

/** POST /found-codes/{id}/verdict. Null removes the answer. */
export const verdictRequest = z.object({ verdict: z.nullable(codeVerdict) });

/** A sender whose codes operators have rated. */
const learnedSender = z.object({
  id: z.string(),
  /** The form in the mail: `Lumen Club <news@lumen.example>`. */
  name: z.string(),
  right: z.int(),
  wrong: z.int(),
  copied: z.int(),
  answered_at: instant,
});

/** An answer about a code: `code` is the part of its `code_id` before the first dot. */
const codeAnswer = z.object({ code: z.string(), verdict: z.enum(['right', 'wrong']) });

/** The answer of GET /code-memory. */
export const codeMemoryAnswer = answerOf({
  data: z.object({
    /** The last rated sender first. */
    senders: z.array(learnedSender),
    answers: z.array(codeAnswer),
  }),
});
export type CodeMemory = z.infer<typeof codeMemoryAnswer>['data'];

/** The path of DELETE /code-memory/{sender}. */
export const senderParam = z.object({
  sender: z.string().check(z.regex(/^[0-9a-f]{16}$/, 'This is not the id of a sender.')),
});
