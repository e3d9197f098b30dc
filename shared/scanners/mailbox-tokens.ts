/** How a scanner exchanges an access token that a mail server has refused. */
import * as z from 'zod';
import { answerOf } from '../answers.ts';

export const MAILBOX_TOKEN_PATH = '/api/scanner/mailboxes/token';

/**
 * POST /scanner/mailboxes/token: `refused` is the sealed token of the job, which proves that the
 * scanner received the mailbox.
 */
export const mailboxTokenRequest = z.object({
  mailbox: z.number().int().positive(),
  refused: z.string().max(16_384),
});
export type MailboxTokenRequest = z.infer<typeof mailboxTokenRequest>;

/** A new access token, in clear and sealed. */
const otherToken = z.object({ access_token: z.string(), sealed_token: z.string() });

/**
 * The answer: null if there is no new token. `is_lasting`: no later call will return one, because
 * only a new sign-in helps.
 */
export const mailboxTokenAnswer = answerOf({
  token: z.nullable(otherToken),
  is_lasting: z.boolean(),
});
export type MailboxTokenAnswer = Omit<z.infer<typeof mailboxTokenAnswer>, 'success'>;
