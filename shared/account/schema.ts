import * as z from 'zod/mini';
import { answerOf, instant } from '../answers.ts';

export const longestPassword = z.maxLength(1024, 'A password has at most 1,024 characters.');

/** POST /auth/login. `email` also takes a user name: the field is labelled 'Email or username'. */
export const loginRequest = z.object({
  email: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter your email or username.'),
      z.maxLength(320, 'An email address has at most 320 characters.'),
    ),
  password: z.string().check(z.minLength(1, 'Enter your password.'), longestPassword),
});
export type LoginRequest = z.infer<typeof loginRequest>;

/** The answer of the second factor. */
export const tokenAnswer = answerOf({ token: z.string() });

/** A ticket with which the browser returns, and its options as JSON. */
const ticket = { ticket: z.string(), options: z.string() };

/** The answer of POST /auth/login: a token, or the ticket and options of the second factor that is still missing. */
export const loginAnswer = z.union([tokenAnswer, answerOf({ second_factor: z.object(ticket) })]);

/** The answer of POST /auth/passkeys/options and POST /auth/confirm/options. */
export const ticketAnswer = answerOf(ticket);

/** The signed-in operator, as GET /auth/me returns it. */
export const currentUser = z.object({
  id: z.int(),
  email: z.string(),
  /** Present while the password is one that the command line set. */
  must_change_password: z.optional(z.literal(true)),
});
export type CurrentUser = z.infer<typeof currentUser>;
export const currentUserAnswer = answerOf(currentUser.shape);

/** POST /auth/logout. `everywhere` ends all sessions of the operator; `forget` clears this browser's storage. */
export const logoutRequest = z.object({
  everywhere: z._default(z.boolean(), false),
  forget: z._default(z.boolean(), false),
});

/** POST /auth/password: an operator changes their password; all other sessions end. */
export const changePasswordRequest = z.object({
  current_password: z
    .string()
    .check(z.minLength(1, 'Enter your current password.'), longestPassword),
  new_password: z.string().check(z.minLength(1, 'Enter a new password.'), longestPassword),
});
export type ChangePasswordRequest = z.infer<typeof changePasswordRequest>;

/** One session in the answer of GET /auth/sessions. */
const operatorSession = z.object({
  id: z.string(),
  created_at: instant,
  last_used_at: instant,
  user_agent: z.string(),
  is_current: z.boolean(),
});
export type OperatorSession = z.infer<typeof operatorSession>;
export const sessionsAnswer = answerOf({ sessions: z.array(operatorSession) });

/** The path of DELETE /auth/sessions/:id. */
export const sessionParam = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(64)),
});

/**
 * Claims of the session token: `sub` is the operator's id, `ver` the operator's token version, `jti` the
 * session's id.
 */
export const sessionClaims = z.object({
  sub: z.string().check(z.regex(/^\d{1,15}$/)),
  ver: z.int(),
  jti: z.string().check(z.minLength(1)),
  exp: z.int(),
});
