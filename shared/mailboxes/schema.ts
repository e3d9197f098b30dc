import * as z from 'zod/mini';
import { isSamePlace, mailHost, mailPort } from './mail-servers.ts';
import type { MailboxHealth } from './health.ts';
import { tagList } from '../tags.ts';

/** A mailbox as lists show it: never with its password. */
export interface ImapAccount {
  id: number;
  user: string;
  host: string;
  port: number;
  is_active: boolean;
  /** ISO 8601 */
  created_at: string;
  tags: string[];
  health: MailboxHealth;
}

const user = z
  .string('Enter an email address.')
  .check(z.trim(), z.maxLength(254, 'An email address has at most 254 characters.'))
  .check(z.email('Enter an email address.'));

/** Any truthy value means active; the texts "false" and "0" do not. */
const isActive = z._default(
  z.transform((value: unknown) => value !== 'false' && value !== '0' && Boolean(value)),
  true,
);

const password = z
  .string('Enter the app password.')
  .check(z.maxLength(1024, 'A password has at most 1,024 characters.'));

export const mailboxTags = tagList({ subject: 'A mailbox', most: 10, longest: 30 });

export const PASSWORD_AGAIN =
  'Enter the app password again: the stored one is kept only for the same address, host and port.';

/** POST /imap-accounts: the password is required. */
export const newImapAccount = z.object({
  user,
  host: mailHost,
  port: mailPort,
  is_active: isActive,
  tags: z.optional(mailboxTags),
  password: password.check(z.minLength(1, 'Enter the app password.')),
});

/** PUT /imap-accounts/{id}: an empty or absent password keeps the stored one, and absent tags the stored ones. */
export const changedImapAccount = z.extend(newImapAccount, { password: z.optional(password) });

export type NewImapAccount = z.output<typeof newImapAccount>;
export type ChangedImapAccount = z.output<typeof changedImapAccount>;

/** The rules of the form: a new account needs a password, and so does a change of address, host or port. */
export const accountRules = (account: ImapAccount | null) =>
  account === null
    ? newImapAccount
    : changedImapAccount.check(
        z.refine((input) => input.password || isSamePlace(account, input), {
          path: ['password'],
          error: 'Enter the app password again.',
        }),
      );
