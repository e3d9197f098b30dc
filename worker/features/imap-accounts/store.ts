import { and, eq, sql } from 'drizzle-orm';
import { DomainError } from '../../../shared/errors.ts';
import type { MailboxPlace } from '../../../shared/imap-accounts/schema.ts';
import { change } from '../../db/change.ts';
import type { Database } from '../../db/client.ts';
import { imapAccounts } from '../../db/schema/imap-accounts.ts';

export type StoredAccount = typeof imapAccounts.$inferSelect;
type Changing = Parameters<typeof change>[0];
type NewAccount = Omit<StoredAccount, 'id' | 'userKey'>;
/** `password`: sealed, or null to keep the stored one. */
type AccountChanges = MailboxPlace & Pick<StoredAccount, 'isActive'> & { password: string | null };

/** All mailboxes in the order they were added. */
export async function listAccounts(db: Database): Promise<StoredAccount[]> {
  return db.select().from(imapAccounts).orderBy(imapAccounts.id);
}

/** The mailboxes with these ids. The ids travel as one parameter, so there may be any number. */
export async function findAccounts(db: Database, ids: readonly number[]): Promise<StoredAccount[]> {
  return db
    .select()
    .from(imapAccounts)
    .where(sql`${imapAccounts.id} in (select value from json_each(${JSON.stringify(ids)}))`);
}

/** @throws DomainError `conflict` when the address is already in the list for this host. */
export async function insertAccount(ctx: Changing, account: NewAccount): Promise<void> {
  const { user, host, port, isActive, sealRow } = account;
  await change(ctx, {
    statements: {
      added: ctx.db.insert(imapAccounts).values({ ...account, userKey: user.toLowerCase() }),
    },
    audit: {
      action: 'imap-accounts.add',
      subject: 'imap_account',
      detail: { user, host, port, isActive },
      found: ctx.db
        .select({ id: imapAccounts.id })
        .from(imapAccounts)
        .where(eq(imapAccounts.sealRow, sealRow)),
    },
    conflict: () => duplicate(user),
  });
}

/**
 * Changes a mailbox. Without a new password it must still be at the place that the stored password was entered for:
 * another operator may have moved it at the same time.
 * @throws DomainError `conflict`
 */
export async function updateAccount(
  ctx: Changing,
  id: number,
  { password, ...changes }: AccountChanges,
): Promise<void> {
  const { user, host, port, isActive } = changes;
  const userKey = user.toLowerCase();
  const samePlace = and(
    eq(imapAccounts.userKey, userKey),
    eq(imapAccounts.host, host),
    eq(imapAccounts.port, port),
  );
  await change(ctx, {
    statements: {
      changed: ctx.db
        .update(imapAccounts)
        .set({ ...changes, userKey, ...(password !== null && { password }) })
        .where(and(eq(imapAccounts.id, id), password === null ? samePlace : undefined)),
    },
    audit: {
      action: 'imap-accounts.change',
      subject: `imap_account:${id}`,
      detail: { user, host, port, isActive, isResealed: password !== null },
    },
    expect: {
      changed: () =>
        new DomainError(
          'conflict',
          'Somebody else changed or deleted this account at the same time. Load the list again.',
        ),
    },
    conflict: () => duplicate(user),
  });
}

/** @throws DomainError `not_found` */
export async function deleteAccount(ctx: Changing, id: number): Promise<void> {
  await change(ctx, {
    statements: { deleted: ctx.db.delete(imapAccounts).where(eq(imapAccounts.id, id)) },
    audit: { action: 'imap-accounts.delete', subject: `imap_account:${id}` },
    expect: { deleted: notFound },
  });
}

export async function recordTest(
  ctx: Changing,
  id: number | 'new',
  { user, host, port }: MailboxPlace,
): Promise<void> {
  const detail = { user, host, port };
  const subject = `imap_account:${id}`;
  await change(ctx, { statements: {}, audit: { action: 'imap-accounts.test', subject, detail } });
}

export const notFound = (): DomainError =>
  new DomainError('not_found', 'There is no such IMAP account.');
const duplicate = (user: string): DomainError =>
  new DomainError('conflict', `The account ${user} is already in the list.`);
