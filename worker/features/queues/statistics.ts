import type { Ctx } from '../../context.ts';
import { runBatch } from '../../db/client.ts';
import { countPositions, selectUncounted } from './store-uploads.ts';

/**
 * Brings the statistics up to date with the uploads since the last read. Every read of averages or ranks starts with it:
 * counting many queues at once costs a tenth of counting each with its upload.
 */
export async function settleStatistics({ db }: Pick<Ctx, 'db'>): Promise<void> {
  while ((await db.all(selectUncounted)).length > 0) {
    await runBatch(
      db,
      countPositions().map((statement) => db.run(statement)),
    );
  }
}
