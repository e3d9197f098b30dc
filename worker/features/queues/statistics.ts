import type { Ctx } from '../../context.ts';
import { runBatch } from '../../db/client.ts';
import { countClasses } from './numbers/store.ts';
import { countPositions, selectUncounted } from './uploads/store.ts';

/** Whether the statistics include all uploads. */
export const isStatisticsSettled = async ({ db }: Pick<Ctx, 'db'>): Promise<boolean> =>
  (await db.all(selectUncounted)).length === 0;

/**
 * Brings the statistics up to date with the uploads since the last read. Every read of averages or ranks starts with it:
 * counting many queues at once costs a tenth of counting each with its upload.
 */
export async function settleStatistics(ctx: Pick<Ctx, 'db'>): Promise<void> {
  const { db } = ctx;
  if (await isStatisticsSettled(ctx)) return;
  do {
    await runBatch(
      db,
      countPositions().map((statement) => db.run(statement)),
    );
  } while (!(await isStatisticsSettled(ctx)));
  // Otherwise the next dashboard would wait for a count that grows with the accounts.
  await countClasses(db);
}
