import * as z from 'zod/mini';
import { exceededLimit } from './limit-guard/exceeded.ts';

/** The answer of a call that succeeded: `success` and these fields. */
export const answerOf = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.object({ success: z.literal(true), ...shape });

/** The answer of a call that only succeeds. */
export const emptyAnswer = answerOf({});

/** The answer of a change: a sentence about what was done. */
export const doneAnswer = answerOf({ message: z.string() });

/** An instant as ISO 8601 in UTC. */
export const instant = z.iso.datetime();

/** One fault of an input: where (`accounts.3.position`) and what, in a sentence. */
export const issue = z.object({ path: z.string(), message: z.string() });

/** The body of every failed call. */
export const failureBody = z.object({
  success: z.literal(false),
  message: z.string(),
  /** Only for a refusal that a caller handles separately. */
  code: z.optional(z.enum(['invalid_account', 'limit_exceeded'])),
  issues: z.optional(z.array(issue)),
  /** With the code `limit_exceeded`: the limits to confirm. */
  exceeded: z.optional(z.array(exceededLimit)),
  /** With the same code: the ids of events whose ticket limit could not be read. */
  unread_limits: z.optional(z.array(z.string())),
});
