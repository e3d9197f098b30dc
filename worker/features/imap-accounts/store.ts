import { and, eq, sql } from 'drizzle-orm';
import { DomainError } from '../../../shared/errors.ts';
import type { MailboxPlace } from '../../../shared/mail-servers.ts';
import { factsOf } from '../../db/audit.ts';
import { change } from '../../db/change.ts';
import type { Database } from '../../db/client.ts';
import { imapAccounts } from '../../db/schema/imap-accounts.ts';

type StoredAccount = typeof imapAccounts.$inferSelect;
type Changing = Parameters<typeof change>[0];
/** `password`: sealed, or null to keep the stored one. */
type AccountChanges = MailboxPlace &
  Pick<StoredAccount, 'isActive' | 'tags'> & { password: string | null };

/** The mailboxes with these ids, of any number, or all, in the order they were added. */
export async function findAccounts(
  db: Database,
  ids?: readonly number[],
): Promise<StoredAccount[]> {
  const isAsked = sql`${imapAccounts.id} in (select value from json_each(${JSON.stringify(ids)}))`;
  return db
    .select()
    .from(imapAccounts)
    .where(ids && isAsked)
    .orderBy(imapAccounts.id);
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
  const { user, host, port, isActive, tags } = changes;
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
        .set({
          ...{ ...changes, userKey, checkDueAt: ctx.clock() },
          ...(password !== null && { password }),
        })
        .where(and(eq(imapAccounts.id, id), password === null ? samePlace : undefined)),
    },
    audit: {
      action: 'imap-accounts.change',
      subject: 'imap_account',
      detail: { user, host, port, isActive, tags, isResealed: password !== null },
      before: factsBefore(id),
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

const factsBefore = (id: number) => {
  const { user, host, port, isActive, tags } = imapAccounts;
  const facts = factsOf({
    ...{ user, host, port, tags: sql`json(${tags})` },
    isActive: sql`json(iif(${isActive}, 'true', 'false'))`,
  });
  return sql`select ${imapAccounts.id} as id, ${facts} as was from ${imapAccounts} where ${imapAccounts.id} = ${id}`;
};

/** @throws DomainError `not_found` */
export async function deleteAccount(ctx: Changing, id: number): Promise<void> {
  await change(ctx, {
    statements: { deleted: ctx.db.delete(imapAccounts).where(eq(imapAccounts.id, id)) },
    audit: {
      action: 'imap-accounts.delete',
      subject: 'imap_account',
      before: factsBefore(id),
    },
    expect: { deleted: notFound },
  });
}

export const notFound = (): DomainError =>
  new DomainError('not_found', 'There is no such IMAP account.');
export const duplicate = (user: string): DomainError =>
  new DomainError('conflict', `The account ${user} is already in the list.`);
