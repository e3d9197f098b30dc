import { LibsqlError } from '@libsql/client/web';
import type { SQL } from 'drizzle-orm';
import type { Database } from './client.ts';
import { causesOf } from './errors.ts';

/** If a batch takes longer, the next one is smaller, because other writers wait for it. */
const LONG_MS = 200;
/** If a batch is faster, the next one is larger. */
const SHORT_MS = 80;
/** The pause between batches, in which waiting writers get their turn. */
const PAUSE_MS = 5;

/** The number of rows in a batch: of the first one, and the minimum and maximum. */
export interface BatchSizes {
  first?: number;
  least?: number;
  most?: number;
}

/**
 * Does work of any length as batches that take at most about 0.3 s each. Each call of `work` is one transaction, and it
 * continues from what is stored, so that work which ends between two batches is continued by the next call. A batch
 * that the server rolls back is repeated with a quarter of its size.
 * @param work does up to `size` rows. @returns whether rows are left.
 */
export async function inBatches(
  work: (size: number) => Promise<boolean>,
  { first = 5_000, least = 200, most = 100_000 }: BatchSizes = {},
): Promise<void> {
  let size = first;
  for (let isMore = true; isMore; ) {
    const startedAt = performance.now();
    try {
      isMore = await work(size);
    } catch (error) {
      if (!isRolledBack(error) || size === least) throw error;
      size = Math.max(least, Math.floor(size / 4));
      continue;
    }
    const tookMs = performance.now() - startedAt;
    if (tookMs > LONG_MS) size = Math.max(least, Math.floor(size / 2));
    else if (tookMs < SHORT_MS) size = Math.min(most, size * 2);
    if (isMore) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** The server ends a transaction after five seconds if others wait. */
const isRolledBack = (error: unknown): boolean =>
  causesOf(error).some(
    (cause) => cause instanceof LibsqlError && cause.code === 'TRANSACTION_TIMEOUT',
  );

/**
 * Deletes rows in batches.
 * @param statement deletes up to `size` of the rows
 * @returns how many rows were deleted.
 */
export async function deleteInBatches(
  db: Database,
  statement: (size: number) => SQL,
  sizes?: BatchSizes,
): Promise<number> {
  let deleted = 0;
  await inBatches(async (size) => {
    const { rowsAffected } = await db.run(statement(size));
    deleted += rowsAffected;
    return rowsAffected >= size;
  }, sizes);
  return deleted;
}
