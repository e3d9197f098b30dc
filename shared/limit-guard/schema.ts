import * as z from 'zod/mini';
import { answerOf } from '../answers.ts';
import { exceededLimit } from './exceeded.ts';

/** PUT /limit-rules: the operator's limit rule. Null: any number of accounts may serve an event. */
export const limitRules = z.object({
  accounts_per_event: z.nullable(
    z
      .int('Enter a whole number.')
      .check(z.minimum(1, 'At least 1 account.'), z.maximum(1_000_000, 'At most 1,000,000.')),
  ),
});
export type LimitRules = z.infer<typeof limitRules>;

/** The answer of GET and PUT /limit-rules. */
export const limitRulesAnswer = answerOf({ accounts_per_event: z.nullable(z.int()) });

/** The maximum number of limits in one call; a file with more needs several. */
export const MOST_LIMIT_ANSWERS = 1_000;

/** POST /limit-answers: the limits that a file exceeds, which the operator has confirmed. */
export const limitAnswers = z.object({
  tool: z.enum(['encore', 'adonis', 'tsuki']),
  file: z.string().check(z.minLength(1), z.maxLength(400)),
  exceeded: z
    .array(exceededLimit)
    .check(
      z.minLength(1),
      z.maxLength(MOST_LIMIT_ANSWERS, `At most ${MOST_LIMIT_ANSWERS} limits in one call.`),
    ),
});
export type LimitAnswers = z.infer<typeof limitAnswers>;
