import { and, eq, ne, sql } from 'drizzle-orm';
import { auditStatement } from '../../db/audit.ts';
import type { Database } from '../../db/client.ts';
import { imapAccounts } from '../../db/schema/imap-accounts.ts';

export type StoredAccount = typeof imapAccounts.$inferSelect;
type Audited = Parameters<typeof auditStatement>[0];
type NewAccount = Omit<StoredAccount, 'id' | 'userKey'>;

const keyOf = (user: string): string => user.toLowerCase();

/** All mailboxes in the order they were added. */
export async function listAccounts(db: Database): Promise<StoredAccount[]> {
  return db.select().from(imapAccounts).orderBy(imapAccounts.id);
}

/** The mailboxes with these ids, however many: the ids travel as one parameter. */
export async function findAccounts(db: Database, ids: readonly number[]): Promise<StoredAccount[]> {
  return db
    .select()
    .from(imapAccounts)
    .where(sql`${imapAccounts.id} in (select value from json_each(${JSON.stringify(ids)}))`);
}

/** Whether another mailbox than `exceptId` has this address at this host. */
export async function isTaken(
  db: Database,
  user: string,
  host: string,
  exceptId = 0,
): Promise<boolean> {
  const rows = await db
    .select({ id: imapAccounts.id })
    .from(imapAccounts)
    .where(
      and(
        eq(imapAccounts.userKey, keyOf(user)),
        eq(imapAccounts.host, host),
        ne(imapAccounts.id, exceptId),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

export async function insertAccount(ctx: Audited, account: NewAccount): Promise<void> {
  await ctx.db.batch([
    ctx.db.insert(imapAccounts).values({ ...account, userKey: keyOf(account.user) }),
    auditStatement(ctx, {
      action: 'imap-accounts.add',
      subject: `imap_account:${account.sealRow}`,
      detail: { user: account.user, host: account.host },
    }),
  ]);
}

/** @returns whether there was such a mailbox. */
export async function updateAccount(
  ctx: Audited,
  id: number,
  changes: Partial<NewAccount> & { user: string },
): Promise<boolean> {
  const [changed] = await ctx.db.batch([
    ctx.db
      .update(imapAccounts)
      .set({ ...changes, userKey: keyOf(changes.user) })
      .where(eq(imapAccounts.id, id))
      .returning({ id: imapAccounts.id }),
    auditStatement(ctx, {
      action: 'imap-accounts.change',
      subject: `imap_account:${id}`,
      detail: { user: changes.user },
    }),
  ]);
  return changed.length > 0;
}

/** @returns whether there was such a mailbox. */
export async function deleteAccount(ctx: Audited, id: number): Promise<boolean> {
  const [gone] = await ctx.db.batch([
    ctx.db.delete(imapAccounts).where(eq(imapAccounts.id, id)).returning({ id: imapAccounts.id }),
    auditStatement(ctx, { action: 'imap-accounts.delete', subject: `imap_account:${id}` }),
  ]);
  return gone.length > 0;
}
