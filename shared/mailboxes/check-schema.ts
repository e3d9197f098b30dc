import * as z from 'zod/mini';
import { changedImapAccount } from './schema.ts';

/** POST /imap-accounts/test: `id` names the mailbox whose stored password is used when none is given. */
export const mailboxTest = z.extend(z.omit(changedImapAccount, { is_active: true, tags: true }), {
  id: z.optional(z.int().check(z.positive())),
});
export type MailboxTest = z.output<typeof mailboxTest>;

/** POST /imap-accounts/check: all active mailboxes if no ids are given. */
export const checkRequest = z.object({
  ids: z.optional(z.array(z.int().check(z.positive())).check(z.maxLength(10_000))),
});
export type CheckRequest = z.output<typeof checkRequest>;
