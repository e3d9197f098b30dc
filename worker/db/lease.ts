import { and, eq, lte } from 'drizzle-orm';
import type { Ctx } from '../context.ts';
import { leases } from './schema/leases.ts';

/**
 * Does a work that only one caller of the whole deployment may do at a time.
 * @param longestMs a caller that crashed loses the lease after this time, so the work has to end before
 * @returns false without doing anything if somebody else is at it.
 */
export async function withLease(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  name: string,
  longestMs: number,
  work: () => Promise<void>,
): Promise<boolean> {
  const holder = crypto.randomUUID();
  const now = clock();
  const lease = { holder, until: now + longestMs };
  const { rowsAffected } = await db
    .insert(leases)
    .values({ name, ...lease })
    .onConflictDoUpdate({ target: leases.name, set: lease, setWhere: lte(leases.until, now) });
  if (rowsAffected === 0) return false;
  try {
    await work();
  } finally {
    await db.delete(leases).where(and(eq(leases.name, name), eq(leases.holder, holder)));
  }
  return true;
}
