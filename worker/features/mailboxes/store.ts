import { and, eq, sql } from 'drizzle-orm';
import { DomainError, noSuch } from '../../../shared/errors.ts';
import type { MailboxPlace } from '../../../shared/mailboxes/mail-servers.ts';
import { factsBefore } from '../../db/audit.ts';
import { insertRows, isOneOf } from '../../db/bulk.ts';
import { type Changing, change } from '../../db/change.ts';
import type { Database } from '../../db/client.ts';
import { namesOf } from '../../db/names.ts';
import { imapAccounts } from '../../db/schema/mailboxes.ts';

export type StoredAccount = typeof imapAccounts.$inferSelect;
/** With the sealed password. */
type AccountChanges = Pick<
  StoredAccount,
  'user' | 'host' | 'port' | 'auth' | 'isActive' | 'tags' | 'folders' | 'password'
>;

/** The mailboxes with these ids, of any number, or all, in the order they were added. */
export const findAccounts = (db: Database, ids?: readonly number[]): Promise<StoredAccount[]> =>
  db
    .select()
    .from(imapAccounts)
    .where(ids && isOneOf(imapAccounts.id, ids))
    .orderBy(imapAccounts.id);

/** A mailbox with its sealed password. */
interface NewMailbox extends MailboxPlace {
  password: string;
  sealRow: string;
}

/**
 * Adds the mailboxes that are not in the list.
 * @returns the seal rows of the added ones.
 */
export async function insertAccounts(
  ctx: Changing,
  accounts: readonly NewMailbox[],
  {
    tags,
    folders = null,
    is_active = true,
  }: { tags: readonly string[]; folders?: readonly string[] | null; is_active?: boolean },
): Promise<Set<string>> {
  const now = ctx.clock();
  const rows = accounts.map((account) => ({ ...account, userKey: account.user.toLowerCase() }));
  const common = {
    isActive: Number(is_active),
    createdAt: now,
    tags: JSON.stringify(tags),
    folders: folders && JSON.stringify(folders),
    checkDueAt: now,
  };
  const onConflict = sql`on conflict (${namesOf(imapAccounts.userKey, imapAccounts.host)}) do nothing`;
  const [one, ...others] = accounts;
  const isGiven = isOneOf(
    imapAccounts.sealRow,
    accounts.map(({ sealRow }) => sealRow),
  );
  const { stored } = await change(ctx, {
    statements: {
      added: insertRows(imapAccounts, rows, { common, onConflict }),
      stored: ctx.db.select({ sealRow: imapAccounts.sealRow }).from(imapAccounts).where(isGiven),
    },
    audit: {
      action: 'imap-accounts.add',
      subject: 'imap_account',
      detail: {
        ...(one && others.length === 0
          ? { user: one.user, host: one.host, port: one.port, isActive: is_active }
          : { pasted: accounts.length }),
        tags: tags.join(', '),
        ...(folders && { folders: [...folders] }),
      },
      subjectIds: ctx.db.select({ id: imapAccounts.id }).from(imapAccounts).where(isGiven),
    },
  });
  return new Set(stored.map(({ sealRow }) => sealRow));
}

export const CHANGED_MEANWHILE =
  'Somebody else changed or deleted this account at the same time. Load the list again.';

/**
 * Changes a mailbox if its password is still the one that was read. Another operator may have moved the mailbox with a
 * new password in the meantime, and a password is kept only for the place that it was entered for.
 * @throws DomainError `conflict`
 */
export async function updateAccount(
  ctx: Changing,
  { id, password: read }: Pick<StoredAccount, 'id' | 'password'>,
  changes: AccountChanges,
): Promise<void> {
  const { password, ...facts } = changes;
  const userKey = changes.user.toLowerCase();
  await change(ctx, {
    statements: {
      changed: ctx.db
        .update(imapAccounts)
        .set({
          ...changes,
          userKey,
          checkDueAt: ctx.clock(),
          // A mailbox with a password has no grant.
          ...(changes.auth === 'password' && NO_GRANT),
        })
        .where(and(eq(imapAccounts.id, id), eq(imapAccounts.password, read))),
    },
    audit: {
      action: 'imap-accounts.change',
      subject: 'imap_account',
      detail: { ...facts, isResealed: password !== read },
      before: accountBefore(id),
    },
    expect: {
      changed: () => new DomainError('conflict', CHANGED_MEANWHILE),
    },
    conflict: () => duplicate(changes.user),
  });
}

/** The columns of the tokens of a mailbox without a grant. */
export const NO_GRANT = {
  refreshToken: null,
  accessToken: null,
  accessEndsAt: null,
  accessIssuedAt: null,
} as const;

const { user, host, port, auth, isActive, tags, folders } = imapAccounts;
const accountBefore = (id: number) =>
  factsBefore(
    imapAccounts.id,
    { user, host, port, auth, isActive, tags, folders },
    eq(imapAccounts.id, id),
  );

/** Deletes a mailbox with its password. @throws DomainError `not_found` */
export async function deleteAccount(ctx: Changing, id: number): Promise<void> {
  await change(ctx, {
    statements: { deleted: ctx.db.delete(imapAccounts).where(eq(imapAccounts.id, id)) },
    audit: {
      action: 'imap-accounts.delete',
      subject: 'imap_account',
      before: accountBefore(id),
    },
    expect: { deleted: () => noSuch('IMAP account') },
  });
}

export const duplicate = (user: string): DomainError =>
  new DomainError('conflict', `The account ${user} is already in the list.`);
