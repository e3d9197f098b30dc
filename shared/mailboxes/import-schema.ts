import * as z from 'zod/mini';
import { mailboxTags, newImapAccount } from './schema.ts';

/** Mailboxes of one call. */
export const MOST_MAILBOXES_PER_CALL = 500;

/** A mailbox as it is pasted. */
export const pastedMailbox = z.pick(newImapAccount, {
  user: true,
  host: true,
  port: true,
  password: true,
});
export type PastedMailbox = z.output<typeof pastedMailbox>;

/** POST /imap-accounts/import: mailboxes that are in the list already are left as they are. */
export const mailboxImport = z.object({
  accounts: z
    .array(pastedMailbox)
    .check(
      z.minLength(1, 'Paste at least one mailbox.'),
      z.maxLength(MOST_MAILBOXES_PER_CALL, `At most ${MOST_MAILBOXES_PER_CALL} mailboxes at once.`),
    ),
  tags: z._default(mailboxTags, []),
});
export type MailboxImport = z.output<typeof mailboxImport>;
