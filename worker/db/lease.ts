import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Changing } from './changing.ts';
import { leases } from './schema/leases.ts';

/** Work can start again this long after a crash. A holder renews its lease while it works. */
export const LEASE_MS = 15_000;
const RENEW_EVERY_MS = LEASE_MS / 3;

/** Another caller holds the lease and does the work now. */
export class LeaseHeld extends Error {}

/**
 * Does work that only one caller of the whole deployment may do at a time. A holder that cannot reach the database for
 * {@link LEASE_MS} loses the lease without notice, so the work checks with each write that it is not outdated.
 * @throws LeaseHeld if another caller holds the lease; the work is not started.
 */
export async function withLease(
  { db, clock }: Pick<Changing, 'db' | 'clock'>,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  const holder = crypto.randomUUID();
  const isMine = and(eq(leases.name, name), eq(leases.holder, holder));
  const now = clock();
  const lease = { holder, until: now + LEASE_MS };
  const { rowsAffected } = await db
    .insert(leases)
    .values({ name, ...lease })
    .onConflictDoUpdate({ target: leases.name, set: lease, setWhere: isOver(leases.until, now) });
  if (rowsAffected === 0) throw new LeaseHeld(`Another caller does the ${name}.`);
  const renew = () =>
    db
      .update(leases)
      .set({ until: clock() + LEASE_MS })
      .where(isMine);
  try {
    await whileRenewing(renew, work);
  } finally {
    // If the database cannot be reached, the lease expires by itself.
    await db
      .delete(leases)
      .where(isMine)
      .catch(() => undefined);
  }
}

/**
 * Whether a lease has ended. An end that is further ahead than any holder could set it was written
 * while a clock was fast, and counts as past.
 */
export const isOver = (until: SQLWrapper, now: number, longestMs = LEASE_MS): SQL =>
  sql`(${until} <= ${now} or ${until} > ${now + 2 * longestMs})`;

/** Does work, and renews its lease of {@link LEASE_MS} until it ends. */
export async function whileRenewing<T>(
  renew: () => PromiseLike<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  // The next renewal replaces a failed one. The work has the same failure and reports it.
  const timer = setInterval(() => void renew().then(undefined, () => undefined), RENEW_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
