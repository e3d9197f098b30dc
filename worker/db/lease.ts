import { and, eq, sql } from 'drizzle-orm';
import type { Ctx } from '../context.ts';
import { leases } from './schema/leases.ts';

interface Lease {
  /** Takes the lease for another period. @returns false if somebody else has it by now. */
  renew: () => Promise<boolean>;
}

/**
 * Does a work that only one caller of the whole deployment may do at a time.
 * @param periodMs a crashed caller loses the lease after this time, so renew it sooner
 * @returns false without doing anything if somebody else is at it.
 */
export async function withLease(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  name: string,
  periodMs: number,
  work: (lease: Lease) => Promise<void>,
): Promise<boolean> {
  const holder = crypto.randomUUID();
  const renew = async () => {
    const now = clock();
    const until = now + periodMs;
    const { rowsAffected } = await db
      .insert(leases)
      .values({ name, holder, until })
      .onConflictDoUpdate({
        target: leases.name,
        set: { holder, until },
        setWhere: sql`${leases.holder} = ${holder} or ${leases.until} <= ${now}`,
      });
    return rowsAffected > 0;
  };
  if (!(await renew())) return false;
  try {
    await work({ renew });
  } finally {
    await db.delete(leases).where(and(eq(leases.name, name), eq(leases.holder, holder)));
  }
  return true;
}
