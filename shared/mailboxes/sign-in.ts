import * as z from 'zod/mini';
import { answerOf, instant } from '../answers.ts';
import { imapAccount, mailboxTags, signInProvider } from './schema.ts';

/** Paths of the API for signing in to mailboxes. The callback is the redirect URI of the app at Google. */
export const SIGN_IN_CALLBACK_PATH = '/api/imap-accounts/sign-in/callback';

/** The parameter of /imap-accounts that names the flow after the return from the provider's page. */
export const SIGN_IN_PARAMETER = 'sign_in';

/** POST /imap-accounts/sign-in: `id` names the mailbox whose grant is renewed; `tags` are those of a new one. */
export const signInRequest = z.object({
  provider: signInProvider,
  id: z.optional(z.int().check(z.positive())),
  tags: z.optional(mailboxTags),
});
export type SignInRequest = z.output<typeof signInRequest>;

/**
 * The answer of POST /imap-accounts/sign-in. `device`: the operator opens `verification_uri` and enters `user_code`
 * (RFC 8628). `redirect`: the browser opens `url`, and the provider sends it back.
 */
export const signInStarted = z.union([
  answerOf({
    flow: z.uuid(),
    mode: z.literal('device'),
    user_code: z.string(),
    verification_uri: z.url(),
    expires_at: instant,
  }),
  answerOf({ flow: z.uuid(), mode: z.literal('redirect'), url: z.url() }),
]);
export type SignInStarted = z.infer<typeof signInStarted>;

/** A sign-in ends in each state but `pending`. */
export const signInState = z.enum(['pending', 'done', 'denied', 'expired', 'failed']);
export type SignInState = z.infer<typeof signInState>;

export const signInParam = z.object({ flow: z.uuid('There is no such sign-in.') });

/**
 * The answer of GET /imap-accounts/sign-in/{flow}. `reason` is what happened and what to do, and is null while the flow
 * is `pending` or `done`. `account` is the mailbox of a flow that is `done`.
 */
export const signInAnswer = answerOf({
  state: signInState,
  reason: z.nullable(z.string()),
  account: z.optional(imapAccount),
});
export type SignInStatus = Omit<z.infer<typeof signInAnswer>, 'success'>;

const parameter = z.optional(z.string().check(z.maxLength(4_096)));

/** The query of the callback, as the provider writes it. */
export const signInCallbackQuery = z.object({
  state: parameter,
  code: parameter,
  error: parameter,
  error_description: parameter,
});
export type SignInCallback = z.output<typeof signInCallbackQuery>;
