import { eq, inArray, sql } from 'drizzle-orm';
import { deleteInBatches } from '../../../db/batches.ts';
import type { Database } from '../../../db/client.ts';
import { knownAddresses, loginAttempts } from '../../../db/schema/operators.ts';

export type AttemptCount = typeof loginAttempts.$inferSelect;

/** The statement that reads counters; those that do not exist are absent. */
export const readCounts = (db: Database, subjects: readonly string[]) =>
  db
    .select()
    .from(loginAttempts)
    .where(inArray(loginAttempts.subject, [...subjects]));

/** The clocks of simultaneous attempts may differ by less than this. */
export const CLOCK_TOLERANCE_MS = 60_000;

/**
 * Counts one attempt for each subject and returns the counts. A window that has ended starts again,
 * as does one that started while the clock was fast.
 */
export async function countAttempts(
  db: Database,
  subjects: readonly string[],
  window: { now: number; lengthMs: number },
): Promise<AttemptCount[]> {
  const { windowStartedAt } = loginAttempts;
  const isOver = sql`(${windowStartedAt} <= ${window.now - window.lengthMs} or ${windowStartedAt} > ${window.now + CLOCK_TOLERANCE_MS})`;
  return db
    .insert(loginAttempts)
    .values(subjects.map((subject) => ({ subject, windowStartedAt: window.now, count: 1 })))
    .onConflictDoUpdate({
      target: loginAttempts.subject,
      set: {
        count: sql`case when ${isOver} then 1 else ${loginAttempts.count} + 1 end`,
        windowStartedAt: sql`case when ${isOver} then ${window.now} else ${windowStartedAt} end`,
      },
    })
    .returning();
}

/** The statement that sets a counter to zero. */
export const forgetAttempts = (db: Database, subject: string) =>
  db.delete(loginAttempts).where(eq(loginAttempts.subject, subject));

/** The statement that removes one attempt from counters, because it was not a failure. */
export const forgiveAttempt = (db: Database, subjects: readonly string[]) =>
  db
    .update(loginAttempts)
    .set({ count: sql`max(0, ${loginAttempts.count} - 1)` })
    .where(inArray(loginAttempts.subject, [...subjects]));

/** Deletes attempts whose window began at `startedAt` (milliseconds) or before. @returns how many. */
export function deleteAttemptsBefore(db: Database, startedAt: number): Promise<number> {
  const { subject, windowStartedAt } = loginAttempts;
  return deleteInBatches(
    db,
    (size) => sql`delete from ${loginAttempts} where ${subject} in
      (select ${subject} from ${loginAttempts} where ${windowStartedAt} <= ${startedAt} limit ${size})`,
  );
}

/** The statement that reads one row if an operator has signed in from an address. */
export const readKnownAddress = (db: Database, address: string) =>
  db
    .select({ operatorId: knownAddresses.operatorId })
    .from(knownAddresses)
    .where(eq(knownAddresses.address, address))
    .limit(1);

/** The statement that notes an address from which an operator signed in. */
export const rememberAddress = (
  db: Database,
  seen: { address: string; operatorId: number; lastSeenAt: number },
) =>
  db
    .insert(knownAddresses)
    .values(seen)
    .onConflictDoUpdate({
      target: [knownAddresses.address, knownAddresses.operatorId],
      set: { lastSeenAt: seen.lastSeenAt },
    });

/** Deletes addresses not seen since `seenAt` (milliseconds). @returns how many. */
export function deleteAddressesBefore(db: Database, seenAt: number): Promise<number> {
  const { address, operatorId, lastSeenAt } = knownAddresses;
  return deleteInBatches(
    db,
    (size) => sql`delete from ${knownAddresses} where (${address}, ${operatorId}) in
      (select ${address}, ${operatorId} from ${knownAddresses} where ${lastSeenAt} <= ${seenAt} limit ${size})`,
  );
}
