/** How a scanner exchanges an access token that a mail server has refused. */
import * as z from 'zod';
import { answerOf } from '../answers.ts';

export const MAILBOX_TOKEN_PATH = '/api/scanner/mailboxes/token';

/** POST /scanner/mailboxes/token: the mailbox as the scanner got it, and the SHA-256 of the token in hexadecimal. */
export const mailboxTokenRequest = z.object({
  mailbox: z.number().int().positive(),
  user: z.string().max(254),
  host: z.string().max(253),
  port: z.number().int(),
  refused: z.string().regex(/^[\da-f]{64}$/),
});
export type MailboxTokenRequest = z.infer<typeof mailboxTokenRequest>;

/** The answer: another token, or null. `is_lasting`: no later call has one, because only a new sign-in helps. */
export const mailboxTokenAnswer = answerOf({
  access_token: z.nullable(z.string()),
  is_lasting: z.boolean(),
});
