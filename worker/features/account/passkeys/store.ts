import { and, eq, gt, lt, lte, sql } from 'drizzle-orm';
import { factsOf } from '../../../db/audit.ts';
import type { Database } from '../../../db/client.ts';
import { passkeyChallenges, passkeys, recoveryCodes } from '../../../db/schema/passkeys.ts';

export type StoredPasskey = typeof passkeys.$inferSelect;
type StoredChallenge = typeof passkeyChallenges.$inferSelect;

const MOST_TRIES = 5;

/** The passkeys of an operator, oldest first, and how many recovery codes are unused. */
export async function readFactors(db: Database, operatorId: number) {
  const [keys, [codes]] = await db.batch([
    db
      .select()
      .from(passkeys)
      .where(eq(passkeys.operatorId, operatorId))
      .orderBy(passkeys.createdAt),
    db
      .select({ left: sql<number>`count(*)` })
      .from(recoveryCodes)
      .where(eq(recoveryCodes.operatorId, operatorId)),
  ]);
  return { passkeys: keys, codesLeft: codes?.left ?? 0 };
}

/** The statements that store a challenge and delete expired ones. */
export const keepChallenge = (
  db: Database,
  challenge: Omit<StoredChallenge, 'tries'>,
  now: number,
) => ({
  expired: db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now)),
  added: db.insert(passkeyChallenges).values(challenge),
});

/** Counts a try and returns the challenge; null when it is unknown, answered, expired or tried too often. */
export async function tryChallenge(
  db: Database,
  { id, purpose }: Pick<StoredChallenge, 'id' | 'purpose'>,
  now: number,
): Promise<StoredChallenge | null> {
  const { tries, expiresAt } = passkeyChallenges;
  const rows = await db
    .update(passkeyChallenges)
    .set({ tries: sql`${tries} + 1` })
    .where(
      and(
        eq(passkeyChallenges.id, id),
        eq(passkeyChallenges.purpose, purpose),
        gt(expiresAt, now),
        lt(tries, MOST_TRIES),
      ),
    )
    .returning();
  return rows[0] ?? null;
}

/** Ends a challenge; changes no row the second time. */
export const deleteChallenge = (db: Database, id: string) =>
  db.delete(passkeyChallenges).where(eq(passkeyChallenges.id, id));

/** The statement that ends all challenges of an operator. */
export const deleteChallengesOf = (db: Database, operatorId: number) =>
  db.delete(passkeyChallenges).where(eq(passkeyChallenges.operatorId, operatorId));

/** Returns one row while the operator has this many passkeys. */
export const selectWhileCount = (operatorId: number, count: number) =>
  sql`select 1 where (select count(*) from ${passkeys} where ${passkeys.operatorId} = ${operatorId}) = ${count}`;

export const insertPasskey = (db: Database, passkey: Omit<StoredPasskey, 'lastUsedAt'>) =>
  db.insert(passkeys).values(passkey);

/**
 * The statement that records a use. It matches once for each count, so that a copied answer of the device is refused.
 */
export const countUse = (
  db: Database,
  { id, counter }: Pick<StoredPasskey, 'id' | 'counter'>,
  next: { counter: number; lastUsedAt: number },
) =>
  db
    .update(passkeys)
    .set(next)
    .where(and(eq(passkeys.id, id), eq(passkeys.counter, counter)));

export const insertCodes = (db: Database, operatorId: number, hashes: readonly string[]) =>
  db.insert(recoveryCodes).values(hashes.map((hash) => ({ operatorId, hash })));

/** Marks a recovery code as used; changes no row the second time. */
export const spendCode = (db: Database, operatorId: number, hash: string) =>
  db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.operatorId, operatorId), eq(recoveryCodes.hash, hash)));

/** The statements that remove one passkey, or all; without a passkey there are no codes either. */
export const removePasskeys = (db: Database, operatorId: number, id: string | null) => ({
  removed: db.delete(passkeys).where(passkeysOf(operatorId, id)),
  codes: db
    .delete(recoveryCodes)
    .where(
      sql`${recoveryCodes.operatorId} = ${operatorId} and not exists (select 1 from ${passkeys} where ${passkeys.operatorId} = ${operatorId})`,
    ),
});

const passkeysOf = (operatorId: number, id: string | null) =>
  and(eq(passkeys.operatorId, operatorId), id === null ? undefined : eq(passkeys.id, id));

/** For the audit trail: the names of the passkeys that are removed. */
export const passkeyFacts = (operator: { id: number; email: string }, id: string | null) =>
  sql`select ${operator.email} as id, ${factsOf({ names: sql`json_group_array(${passkeys.name})` })} as was
    from ${passkeys} where ${passkeysOf(operator.id, id)}`;
