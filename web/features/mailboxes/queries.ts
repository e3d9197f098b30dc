import { queryOptions } from '@tanstack/react-query';
import type { ChangedImapAccount, ImapAccount } from '../../../shared/mailboxes/schema.ts';
import { api, send } from '../../lib/api.ts';
import { reloadAfter } from '../../lib/query-client.ts';

const calls = api['imap-accounts'];

const listQuery = queryOptions({
  queryKey: ['imap-accounts'],
  queryFn: async () => {
    const { accounts, sign_in = NO_SIGN_IN } = await send(calls.$get());
    return { accounts: accounts.map(withExtras), signIn: sign_in };
  },
});
const NO_SIGN_IN = { microsoft: false, google: false };

/** All mailboxes, without their passwords: IMAP Accounts changes them, the Presale Code Tool searches them. */
export const mailboxesQuery = queryOptions({
  ...listQuery,
  select: ({ accounts }) => accounts,
});

/** The providers at which mailboxes can sign in, read with the list of mailboxes. */
export const signInProvidersQuery = queryOptions({
  ...listQuery,
  select: ({ signIn }) => signIn,
});

/**
 * An account with the fields that only this product's server sends; they are unknown if an answer
 * lacks them.
 */
const withExtras = (account: ImapAccount): ImapAccount => ({
  ...account,
  auth: account.auth ?? 'password',
  needs_sign_in: account.needs_sign_in ?? false,
  tags: account.tags ?? [],
  folders: account.folders ?? null,
  health: account.health ?? UNKNOWN_HEALTH,
});

const UNKNOWN_HEALTH: ImapAccount['health'] = {
  is_due: false,
  worked_at: null,
  checked_at: null,
  failing_since: null,
  failures: 0,
  failure: null,
};

/**
 * The folders of a mailbox, read from its mail server. Its key is not part of the list's key, so
 * that a save does not read them again.
 */
export const foldersQuery = ({ id, user, host }: Pick<ImapAccount, 'id' | 'user' | 'host'>) =>
  queryOptions({
    queryKey: ['imap-folders', id, user, host],
    queryFn: async ({ signal }) =>
      (await send(calls[':id'].folders.$get({ param: { id: String(id) } }, { init: { signal } })))
        .data,
    staleTime: 60_000,
    retry: false,
  });

/** The error catalogue's texts of a failed load. */
export const MAILBOXES_FAILED = {
  refused: 'Failed to load accounts',
  thrown: 'Failed to load IMAP accounts. Please try again.',
};

/** Adds an account, or changes the one with `id`; an empty password is omitted. */
export function saveAccount(id: number | null, { password = '', ...rest }: ChangedImapAccount) {
  const json = { ...rest, ...(password && { password }) };
  return reloadAfter<unknown>(
    mailboxesQuery,
    id === null
      ? send(calls.$post({ json: { ...rest, password } }))
      : send(calls[':id'].$put({ param: { id: String(id) }, json })),
  );
}

export const deleteAccount = (id: number) =>
  reloadAfter(mailboxesQuery, send(calls[':id'].$delete({ param: { id: String(id) } })));
