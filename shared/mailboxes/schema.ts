import * as z from 'zod/mini';
import { answerOf, instant } from '../answers.ts';
import { cleanKey } from '../clean-text.ts';
import { tagList } from '../tags.ts';
import { mailboxHealth } from './health.ts';
import { isSamePlace, mailHost, mailPort } from './mail-servers.ts';

/** Providers whose mailboxes sign in by OAuth (sign-in.ts). */
export const signInProvider = z.enum(['microsoft', 'google']);
export type SignInProvider = z.infer<typeof signInProvider>;

/** How a mailbox signs in: with a stored password, or with a grant of its provider. */
export const mailboxAuth = z.enum(['password', ...signInProvider.options]);
export type MailboxAuth = z.infer<typeof mailboxAuth>;

/** A mailbox as lists show it: never with its password or its tokens. */
export const imapAccount = z.object({
  id: z.int(),
  user: z.string(),
  host: z.string(),
  port: z.int(),
  auth: mailboxAuth,
  /** Its provider has ended the grant, or its server refuses it: an operator has to sign in again. */
  needs_sign_in: z.boolean(),
  is_active: z.boolean(),
  created_at: instant,
  tags: z.array(z.string()),
  /** The folders that searches read; null: the inbox and the junk folders. */
  folders: z.nullable(z.array(z.string())),
  health: mailboxHealth,
});
export type ImapAccount = z.infer<typeof imapAccount>;

/** The answer of GET /imap-accounts. `sign_in`: the providers for which this desk has a client id. */
export const imapAccountsAnswer = answerOf({
  accounts: z.array(imapAccount),
  sign_in: z.object({ microsoft: z.boolean(), google: z.boolean() }),
  message: z.string(),
});

const user = z
  .string('Enter an email address.')
  .check(z.overwrite(cleanKey), z.maxLength(254, 'An email address has at most 254 characters.'))
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

export const FOLDER_LIMITS = {
  /** Folders that searches read of one mailbox: each costs a few commands at each search. */
  chosen: 50,
  /** Characters of a path. */
  path: 500,
  /** Folders that a list shows. */
  listed: 5_000,
} as const;

const folderPath = z.string().check(
  z.minLength(1, 'Choose folders from the list.'),
  z.maxLength(FOLDER_LIMITS.path, 'The name of a folder is too long.'),
  // It is sent to the mail server within a line.
  z.regex(/^[^\p{Cc}]*$/u, 'The name of a folder has signs that cannot be sent.'),
);

/** The name of the inbox has no case; a folder is read once. */
const withoutDoubles = (paths: string[]): string[] => [
  ...new Set(paths.map((path) => (path.toUpperCase() === 'INBOX' ? 'INBOX' : path))),
];

/** Folders that searches read, by their paths; null: the inbox and the junk folders. */
const chosenFolders = z.nullable(
  z.pipe(
    z
      .array(folderPath)
      .check(
        z.minLength(1, 'Choose at least one folder.'),
        z.maxLength(FOLDER_LIMITS.chosen, `Choose at most ${FOLDER_LIMITS.chosen} folders.`),
      ),
    z.transform(withoutDoubles),
  ),
);

/** POST /imap-accounts: the password is required. */
export const newImapAccount = z.object({
  user,
  host: mailHost,
  port: mailPort,
  is_active: isActive,
  tags: z.optional(mailboxTags),
  folders: z.optional(chosenFolders),
  password: password.check(z.minLength(1, 'Enter the app password.')),
});

/**
 * PUT /imap-accounts/{id}: an empty or absent password keeps the stored one, and absent tags the stored ones. Absent
 * folders are kept for the same address and host.
 */
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

/** The answer of POST /imap-accounts/import: how many were added, and the addresses of the others. */
export const mailboxImportAnswer = answerOf({
  added: z.int(),
  known: z.array(z.string()),
  message: z.string(),
});

/** POST /imap-accounts/test: `id` names the mailbox whose stored password is used when none is given. */
export const mailboxTest = z.extend(
  z.omit(changedImapAccount, { is_active: true, tags: true, folders: true }),
  {
    id: z.optional(z.int().check(z.positive())),
  },
);
export type MailboxTest = z.output<typeof mailboxTest>;

/** POST /imap-accounts/check: all active mailboxes if no ids are given. */
export const checkRequest = z.object({
  ids: z.optional(z.array(z.int().check(z.positive())).check(z.maxLength(10_000))),
});
export type CheckRequest = z.output<typeof checkRequest>;

/** The answer of POST /imap-accounts/check: how many mailboxes are checked. */
export const checkAnswer = answerOf({ due: z.int(), message: z.string() });

export const folderKind = z.enum(['inbox', 'junk', 'archive', 'all', 'sent', 'other']);
export type FolderKind = z.infer<typeof folderKind>;

/** A folder of a mailbox; `mails` is null if the server did not count them. */
export const mailboxFolder = z.object({
  path: z.string(),
  kind: folderKind,
  mails: z.nullable(z.int()),
});
export type MailboxFolder = z.infer<typeof mailboxFolder>;

/** The answer of GET /imap-accounts/{id}/folders: the folders that can be opened, the inbox first. */
export const mailboxFoldersAnswer = answerOf({ data: z.array(mailboxFolder) });
