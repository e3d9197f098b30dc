import { and, desc, eq, gt, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { factsOf } from '../../../db/audit.ts';
import { deleteInBatches } from '../../../db/batches.ts';
import { isOneOf } from '../../../db/bulk.ts';
import type { Database } from '../../../db/client.ts';
import { operators, sessions } from '../../../db/schema/operators.ts';
import { passkeys } from '../../../db/schema/passkeys.ts';

export type StoredSession = typeof sessions.$inferSelect;

/** The statement that stores a new session. */
export const insertSession = (db: Database, session: Omit<StoredSession, 'endedAt'>) =>
  db.insert(sessions).values(session);

/** A session with the state of its operator that tokens are checked against; null when there is no such session. */
export async function findSession(db: Database, id: string) {
  const rows = await db
    .select({
      operatorId: operators.id,
      email: operators.email,
      tokenVersion: operators.tokenVersion,
      disabledAt: operators.disabledAt,
      mustChangePassword: operators.mustChangePassword,
      lastUsedAt: sessions.lastUsedAt,
      endedAt: sessions.endedAt,
    })
    .from(sessions)
    .innerJoin(operators, eq(operators.id, sessions.operatorId))
    .where(eq(sessions.id, id))
    .limit(1);
  return rows[0] ?? null;
}

/** The statement that records the use of a session. */
export const touchSession = (db: Database, id: string, lastUsedAt: number) =>
  db.update(sessions).set({ lastUsedAt }).where(eq(sessions.id, id));

/** Whether an operator has a passkey, and the last use of a second factor in a session (milliseconds; null: none). */
export async function readConfirmation(db: Database, operatorId: number, sessionId: string) {
  const [keys, [session]] = await db.batch([
    db
      .select({ id: passkeys.id })
      .from(passkeys)
      .where(eq(passkeys.operatorId, operatorId))
      .limit(1),
    db
      .select({ confirmedAt: sessions.confirmedAt })
      .from(sessions)
      .where(eq(sessions.id, sessionId)),
  ]);
  return { hasPasskey: keys.length > 0, confirmedAt: session?.confirmedAt ?? null };
}

/** The statement that records the use of a second factor in a session. */
export const confirmSession = (db: Database, id: string, confirmedAt: number) =>
  db.update(sessions).set({ confirmedAt }).where(eq(sessions.id, id));

/** The condition for sessions that may still be used. */
const isUsable = ({ now, usedAfter }: { now: number; usedAfter: number }) =>
  and(isNull(sessions.endedAt), gt(sessions.expiresAt, now), gt(sessions.lastUsedAt, usedAfter));

/** Sessions of an operator that may still be used, the last used one first. */
export async function readOpenSessions(
  db: Database,
  operatorId: number,
  usable: { now: number; usedAfter: number },
): Promise<StoredSession[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.operatorId, operatorId), isUsable(usable)))
    .orderBy(desc(sessions.lastUsedAt));
}

/** The given sessions that may still be used, of operators who are not disabled, with the operator's token version. */
export async function findUsableSessions(
  db: Database,
  ids: readonly string[],
  usable: { now: number; usedAfter: number },
): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: sessions.id, version: operators.tokenVersion })
    .from(sessions)
    .innerJoin(operators, eq(operators.id, sessions.operatorId))
    .where(and(isOneOf(sessions.id, ids), isNull(operators.disabledAt), isUsable(usable)));
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** The statement that ends one session of an operator. */
export const endSessionById = (db: Database, operatorId: number, id: string, endedAt: number) =>
  endSessions(db, operatorId, endedAt, eq(sessions.id, id));

/** The statement that ends all sessions of an operator, except the one named `keep`. */
export const endSessionsOf = (db: Database, operatorId: number, endedAt: number, keep = '') =>
  endSessions(db, operatorId, endedAt, ne(sessions.id, keep));

const endSessions = (db: Database, operatorId: number, endedAt: number, which: SQL) =>
  db
    .update(sessions)
    .set({ endedAt })
    .where(and(eq(sessions.operatorId, operatorId), which, isNull(sessions.endedAt)));

/** Deletes sessions that expired at `expiredAt` (milliseconds) or before. @returns how many. */
export const deleteSessionsBefore = (db: Database, expiredAt: number): Promise<number> =>
  deleteInBatches(
    db,
    (size) => sql`delete from ${sessions} where ${sessions.id} in
      (select ${sessions.id} from ${sessions} where ${sessions.expiresAt} <= ${expiredAt} limit ${size})`,
  );

/** For the audit trail: the device of a session that is ended. */
export const sessionFacts = (email: string, id: string) =>
  sql`select ${email} as id, ${factsOf({ device: sessions.userAgent })} as was
    from ${sessions} where ${sessions.id} = ${id}`;
