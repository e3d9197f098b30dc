import * as z from 'zod/mini';

/** A mailbox as lists show it: never with its password. */
export interface ImapAccount {
  id: number;
  user: string;
  host: string;
  port: number;
  is_active: boolean;
  /** ISO 8601 */
  created_at: string;
}

/** Values of a new mailbox for fields that are left out or empty. */
export const IMAP_DEFAULTS = { host: 'imap.gmail.com', port: 993, is_active: true } as const;

const HOST_OR_IP_ADDRESS =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,62})?(?:\.[a-z0-9](?:[a-z0-9-]{0,62})?)*|[0-9a-f:]{2,45})$/;
const WRONG_HOST = 'Enter the name of a mail server, such as imap.gmail.com.';
const WRONG_PORT = 'Enter a port from 1 to 65535.';

const user = z
  .string('Enter an email address.')
  .check(z.trim(), z.maxLength(254, 'An email address has at most 254 characters.'))
  .check(z.email('Enter an email address.'));

const host = z._default(
  z.pipe(
    z.pipe(
      z.string(WRONG_HOST).check(z.trim(), z.toLowerCase()),
      z.transform((value) => value || IMAP_DEFAULTS.host),
    ),
    z.string().check(z.maxLength(253, WRONG_HOST), z.regex(HOST_OR_IP_ADDRESS, WRONG_HOST)),
  ),
  IMAP_DEFAULTS.host,
);

const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '');

const port = z._default(
  z.pipe(
    z.transform((value: unknown) => (isEmpty(value) ? IMAP_DEFAULTS.port : Number(value))),
    z.int(WRONG_PORT).check(z.minimum(1, WRONG_PORT), z.maximum(65_535, WRONG_PORT)),
  ),
  IMAP_DEFAULTS.port,
);

/** Any truthy value means active; the texts "false" and "0" do not. */
const isActive = z._default(
  z.transform((value: unknown) => value !== 'false' && value !== '0' && Boolean(value)),
  IMAP_DEFAULTS.is_active,
);

const password = z
  .string('Enter the app password.')
  .check(z.maxLength(1024, 'A password has at most 1,024 characters.'));

/** POST /imap-accounts: the password is required. */
export const newImapAccount = z.object({
  user,
  host,
  port,
  is_active: isActive,
  password: password.check(z.minLength(1, 'Enter the app password.')),
});

/** PUT /imap-accounts/{id}: an empty or absent password keeps the stored one. */
export const changedImapAccount = z.extend(newImapAccount, { password: z.optional(password) });

/** POST /imap-accounts/test: `id` names the mailbox whose stored password is used when none is given. */
export const imapAccountTest = z.extend(z.omit(changedImapAccount, { is_active: true }), {
  id: z.optional(z.int().check(z.positive())),
});

export const imapAccountParam = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });

export type NewImapAccount = z.output<typeof newImapAccount>;
export type ChangedImapAccount = z.output<typeof changedImapAccount>;
export type ImapAccountTest = z.output<typeof imapAccountTest>;

/** Where a mailbox signs in. Its stored password is used nowhere else. */
export type MailboxPlace = Pick<ImapAccount, 'user' | 'host' | 'port'>;

export const isSamePlace = (one: MailboxPlace, other: MailboxPlace): boolean =>
  one.user.toLowerCase() === other.user.toLowerCase() &&
  one.host === other.host &&
  one.port === other.port;

/** The rules of the form: a new account needs a password, and so does one that moves to another place. */
export const accountRules = (account: ImapAccount | null) =>
  account === null
    ? newImapAccount
    : changedImapAccount.check(
        z.refine((input) => input.password || isSamePlace(account, input), {
          path: ['password'],
          error: 'Enter the app password again.',
        }),
      );
