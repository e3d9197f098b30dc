import { and, eq, lte, sql } from 'drizzle-orm';
import { DomainError, noSuch } from '../../../../shared/errors.ts';
import { mailboxTags } from '../../../../shared/mailboxes/schema.ts';
import type { SignInState } from '../../../../shared/mailboxes/sign-in.ts';
import { factsBefore } from '../../../db/audit.ts';
import { type Changing, change } from '../../../db/change.ts';
import type { Database } from '../../../db/client.ts';
import { imapAccounts, mailboxSignIns } from '../../../db/schema/mailboxes.ts';
import { CHANGED_MEANWHILE, type StoredAccount } from '../store.ts';
import type { SealedTokens } from '../tokens/store.ts';

export type StoredSignIn = typeof mailboxSignIns.$inferSelect;

/** Records that an operator starts to sign in to a mailbox. */
export async function insertSignIn(
  ctx: Changing,
  flow: typeof mailboxSignIns.$inferInsert,
): Promise<void> {
  await change(ctx, {
    statements: { added: ctx.db.insert(mailboxSignIns).values(flow) },
    audit: {
      action: 'imap-accounts.sign-in-start',
      subject: `imap_account:${flow.accountId ?? 'new'}`,
      detail: { provider: flow.provider },
    },
  });
}

/** A sign-in of an operator's session. @throws DomainError `not_found` */
export async function findSignIn(
  db: Database,
  id: string,
  owner: { operatorId: number; sessionId: string | null },
): Promise<StoredSignIn> {
  const [flow] = await db.select().from(mailboxSignIns).where(eq(mailboxSignIns.id, id));
  const isOwn = flow?.operatorId === owner.operatorId && flow.sessionId === owner.sessionId;
  if (flow === undefined || !isOwn) throw noSuch('sign-in');
  return flow;
}

/** The sign-in with the state that a provider has returned; undefined for an unknown one. */
export async function findByState(
  db: Database,
  stateHash: string,
): Promise<StoredSignIn | undefined> {
  const [flow] = await db
    .select()
    .from(mailboxSignIns)
    .where(eq(mailboxSignIns.stateHash, stateHash));
  return flow;
}

const isPending = ({ id }: Pick<StoredSignIn, 'id'>) =>
  and(eq(mailboxSignIns.id, id), eq(mailboxSignIns.state, 'pending'));

/**
 * Claims the next poll of the provider, so that two calls do not poll at once.
 * @returns false if another call has claimed it
 */
export async function takeTurn(
  db: Database,
  flow: Pick<StoredSignIn, 'id' | 'pollAt'>,
  pollAt: number,
): Promise<boolean> {
  const { rowsAffected } = await db
    .update(mailboxSignIns)
    .set({ pollAt })
    .where(and(isPending(flow), eq(mailboxSignIns.pollAt, flow.pollAt)));
  return rowsAffected > 0;
}

/** Stores the pace of polls, and the time of the next one. */
export const writePace = (
  db: Database,
  flow: Pick<StoredSignIn, 'id'>,
  pace: Pick<StoredSignIn, 'intervalMs' | 'pollAt'>,
) => db.update(mailboxSignIns).set(pace).where(isPending(flow));

/**
 * Invalidates the state of a redirect, because it may be used only once.
 * @returns false if it was already used
 */
export async function takeState(
  db: Database,
  flow: Pick<StoredSignIn, 'id' | 'stateHash'>,
): Promise<boolean> {
  const { rowsAffected } = await db
    .update(mailboxSignIns)
    .set({ stateHash: null })
    .where(and(isPending(flow), eq(mailboxSignIns.stateHash, flow.stateHash ?? '')));
  return rowsAffected > 0;
}

/** Ends a pending sign-in without a mailbox. */
export const endSignIn = (
  db: Database,
  flow: Pick<StoredSignIn, 'id'>,
  end: { state: SignInState; reason: string },
) =>
  db
    .update(mailboxSignIns)
    .set({ ...end, secrets: null, stateHash: null, cookieHash: null })
    .where(isPending(flow));

/**
 * Deletes sign-ins that ended before `endedAt`.
 * @returns how many
 */
export async function deleteSignInsBefore(db: Database, expiredAt: number): Promise<number> {
  const { rowsAffected } = await db
    .delete(mailboxSignIns)
    .where(lte(mailboxSignIns.expiresAt, expiredAt));
  return rowsAffected;
}

const isAt = ({ user, host }: Pick<StoredAccount, 'user' | 'host'>) =>
  and(eq(imapAccounts.userKey, user.toLowerCase()), eq(imapAccounts.host, host));

/** The mailboxes with an address, at any host. */
export const listAccountsOf = (db: Database, user: string): Promise<StoredAccount[]> =>
  db
    .select()
    .from(imapAccounts)
    .where(eq(imapAccounts.userKey, user.toLowerCase()))
    .orderBy(imapAccounts.id);

/** The tags of a mailbox with those of its sign-in; only the former if there would be too many. */
const withTags = (stored: string[], added: string[]): string[] =>
  mailboxTags.safeParse([...stored, ...added]).data ?? stored;

const placeBefore = (id: number) => {
  const { user, host, port, auth } = imapAccounts;
  return factsBefore(imapAccounts.id, { user, host, port, auth }, eq(imapAccounts.id, id));
};

/** The columns that a grant writes to the mailbox. The password is an empty text, sealed. */
export type GrantedMailbox = Pick<StoredAccount, 'user' | 'host' | 'port' | 'auth' | 'password'> &
  SealedTokens;

/**
 * Ends a pending sign-in with its mailbox: a new one, or the stored one with the new grant.
 * @param stored the mailbox as it was read; null for a new one
 * @throws DomainError `conflict` if mailbox or sign-in have changed since
 */
export async function completeSignIn(
  ctx: Changing,
  flow: Pick<StoredSignIn, 'id' | 'tags'>,
  stored: Pick<StoredAccount, 'id' | 'sealRow' | 'user' | 'host' | 'tags'> | null,
  granted: GrantedMailbox,
  newSealRow: string,
): Promise<void> {
  const now = ctx.clock();
  const { user, host, port, auth } = granted;
  const sealRow = stored?.sealRow ?? newSealRow;
  const saved =
    stored === null
      ? ctx.db.insert(imapAccounts).values({
          ...granted,
          userKey: user.toLowerCase(),
          isActive: true,
          sealRow,
          createdAt: now,
          tags: flow.tags ?? [],
          checkDueAt: now,
        })
      : ctx.db
          .update(imapAccounts)
          // A new sign-in begins a new streak of results.
          .set({
            ...granted,
            failingSince: null,
            failures: 0,
            failure: null,
            checkDueAt: now,
            tags: withTags(stored.tags, flow.tags ?? []),
          })
          .where(and(eq(imapAccounts.id, stored.id), isAt(stored)));
  const isSaved = eq(imapAccounts.sealRow, sealRow);
  const idOfSaved = ctx.db.select({ id: imapAccounts.id }).from(imapAccounts).where(isSaved);
  const conflict = () => new DomainError('conflict', CHANGED_MEANWHILE);
  await change(ctx, {
    statements: {
      saved,
      ended: ctx.db
        .update(mailboxSignIns)
        .set({
          state: 'done',
          secrets: null,
          stateHash: null,
          cookieHash: null,
          accountId: sql`(${idOfSaved})`,
        })
        .where(isPending(flow)),
    },
    audit: {
      action: 'imap-accounts.sign-in',
      subject: 'imap_account',
      detail: { user, host, port, auth, isNew: stored === null },
      ...(stored === null ? { subjectIds: idOfSaved } : { before: placeBefore(stored.id) }),
    },
    expect: { saved: conflict, ended: conflict },
    conflict,
  });
}
