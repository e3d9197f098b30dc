import * as z from 'zod/mini';
import { longestPassword } from '../account/schema.ts';
import { answerOf, instant } from '../answers.ts';
import { scope } from './scopes.ts';

/** The maximum number of tokens of an operator. */
export const MAX_TOKENS = 50;
/** The number of calls that a token may make a minute. */
export const CALLS_A_MINUTE = 600;

/** POST /api-tokens. */
export const newApiToken = z.object({
  name: z
    .string('Enter a name.')
    .check(
      z.trim(),
      z.minLength(1, 'Enter a name.'),
      z.maxLength(60, 'A name has at most 60 characters.'),
    ),
  scopes: z.pipe(
    z.array(scope).check(
      z.minLength(1, 'Choose at least one scope.'),
      z.maxLength(10),
      z.refine((scopes) => scopes.length === 0 || scopes.some((one) => one !== 'secrets'), {
        error: 'Secrets needs Read or Write as well.',
      }),
    ),
    z.transform((scopes) => [...new Set(scopes)]),
  ),
  /** Null if it does not expire. */
  expires_at: z.nullable(instant),
  /** The operator's password, again. */
  password: z
    .string('Enter your password.')
    .check(z.minLength(1, 'Enter your password.'), longestPassword),
});
export type NewApiToken = z.output<typeof newApiToken>;

/** A token as lists show it, without its secret. */
const apiToken = z.object({
  id: z.int(),
  name: z.string(),
  scopes: z.array(scope),
  created_at: instant,
  /** Up to a minute old; null before the first use. */
  last_used_at: z.nullable(instant),
  expires_at: z.nullable(instant),
});
export type ApiToken = z.infer<typeof apiToken>;

/** The answer of GET /api-tokens: those of the operator, the newest first. */
export const apiTokensAnswer = answerOf({ data: z.array(apiToken) });

/** The answer of POST /api-tokens. `token` is `bod_<id>_<secret>` and is not shown again. */
export const madeApiTokenAnswer = answerOf({ data: apiToken, token: z.string() });
