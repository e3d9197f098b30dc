import * as z from 'zod';
import { HOST_SHAPE, HOST_WRONG, IMAP_DEFAULTS } from './constants.ts';

/** A mailbox as lists show it: never with its password. */
export const imapAccount = z.object({
  id: z.number().int(),
  user: z.string(),
  host: z.string(),
  port: z.number().int(),
  is_active: z.boolean(),
  created_at: z.string(),
});
export type ImapAccount = z.infer<typeof imapAccount>;

const host = z
  .string()
  .trim()
  .max(253)
  .transform((value) => (value === '' ? IMAP_DEFAULTS.host : value.toLowerCase()))
  .pipe(z.string().regex(HOST_SHAPE, HOST_WRONG));

const port = z.preprocess(
  (value) => (value === '' || value === null || value === undefined ? IMAP_DEFAULTS.port : value),
  z.coerce
    .number('Enter a port from 1 to 65535.')
    .int('Enter a port from 1 to 65535.')
    .min(1, 'Enter a port from 1 to 65535.')
    .max(65535, 'Enter a port from 1 to 65535.'),
);

const user = z.string().trim().max(254).pipe(z.email('Enter an email address.'));
const password = z.string().max(1024);

/** A truthy value means active (part 3, "IMAP account"). */
const isActive = z.preprocess(
  (value) =>
    value === undefined ? true : value === 'false' || value === '0' ? false : Boolean(value),
  z.boolean(),
);

/** POST /imap-accounts: the password is required. */
export const newImapAccount = z.object({
  user,
  host: host.default(IMAP_DEFAULTS.host),
  port: port.default(IMAP_DEFAULTS.port),
  is_active: isActive.default(IMAP_DEFAULTS.is_active),
  password: password.min(1, 'Enter the app password.'),
});

/** PUT /imap-accounts/{id}: an empty or absent password keeps the stored one. */
export const changedImapAccount = newImapAccount.extend({ password: password.optional() });

/** POST /imap-accounts/test: `id` names the stored mailbox whose password is used when none is given. */
export const imapAccountTest = changedImapAccount
  .omit({ is_active: true })
  .extend({ id: z.number().int().positive().optional() });

export const imapAccountParam = z.object({ id: z.coerce.number().int().positive() });

export type NewImapAccount = z.output<typeof newImapAccount>;
export type ChangedImapAccount = z.output<typeof changedImapAccount>;
export type ImapAccountTest = z.output<typeof imapAccountTest>;
