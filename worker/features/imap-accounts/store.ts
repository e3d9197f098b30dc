import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import { auditFoundStatement } from '../../db/audit.ts';
import type { Database } from '../../db/client.ts';
import { imapAccounts } from '../../db/schema/imap-accounts.ts';

export type StoredAccount = typeof imapAccounts.$inferSelect;
type Audited = Parameters<typeof auditFoundStatement>[0];
type NewAccount = Omit<StoredAccount, 'id' | 'userKey'>;
/** `password`: sealed, or null to keep the stored one. */
type AccountChanges = Pick<StoredAccount, 'user' | 'host' | 'port' | 'isActive'> & {
  password: string | null;
};

/** Kind of the subjects in the audit trail. */
const SUBJECT = 'imap_account';

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
  const { user, host, port, isActive, sealRow } = account;
  await ctx.db.batch([
    ctx.db.insert(imapAccounts).values({ ...account, userKey: keyOf(user) }),
    auditFoundStatement(
      ctx,
      { action: 'imap-accounts.add', subject: SUBJECT, detail: { user, host, port, isActive } },
      ids(ctx.db, eq(imapAccounts.sealRow, sealRow)),
    ),
  ]);
}

/**
 * Changes a mailbox. Without a new password only one that is still where its password was given for: another operator
 * may have moved it meanwhile.
 * @returns whether there was such a mailbox.
 */
export async function updateAccount(
  ctx: Audited,
  id: number,
  { password, ...changes }: AccountChanges,
): Promise<boolean> {
  const { user, host, port, isActive } = changes;
  const userKey = keyOf(user);
  const place = [
    eq(imapAccounts.userKey, userKey),
    eq(imapAccounts.host, host),
    eq(imapAccounts.port, port),
  ];
  const where = and(eq(imapAccounts.id, id), ...(password === null ? place : []));
  const detail = { user, host, port, isActive, isSealedAnew: password !== null };
  const [, changed] = await ctx.db.batch([
    auditFoundStatement(
      ctx,
      { action: 'imap-accounts.change', subject: SUBJECT, detail },
      ids(ctx.db, where),
    ),
    ctx.db
      .update(imapAccounts)
      .set({ ...changes, userKey, ...(password !== null && { password }) })
      .where(where)
      .returning({ id: imapAccounts.id }),
  ]);
  return changed.length > 0;
}

/** @returns whether there was such a mailbox. */
export async function deleteAccount(ctx: Audited, id: number): Promise<boolean> {
  const where = eq(imapAccounts.id, id);
  const [, gone] = await ctx.db.batch([
    auditFoundStatement(
      ctx,
      { action: 'imap-accounts.delete', subject: SUBJECT },
      ids(ctx.db, where),
    ),
    ctx.db.delete(imapAccounts).where(where).returning({ id: imapAccounts.id }),
  ]);
  return gone.length > 0;
}

const ids = (db: Database, where: SQL | undefined) =>
  db.select({ id: imapAccounts.id }).from(imapAccounts).where(where);
