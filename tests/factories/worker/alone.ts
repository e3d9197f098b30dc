import { vi } from 'vitest';
import { LeaseHeld } from '../../../worker/db/lease.ts';
import { PATIENCE } from '../patience.ts';

/**
 * Runs work under a lease as soon as no job holds the lease: calls of other tests put such jobs on
 * the queue.
 */
export async function whenFree(work: () => Promise<void>): Promise<void> {
  const done = await vi.waitUntil(
    () =>
      work().then(
        () => ({ error: null }),
        (error: unknown) => (error instanceof LeaseHeld ? null : { error }),
      ),
    PATIENCE,
  );
  if (done.error !== null) throw done.error;
}
