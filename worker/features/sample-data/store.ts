import { and, eq, inArray } from 'drizzle-orm';
import { DomainError } from '../../../shared/errors.ts';
import { type Changing, change } from '../../db/change.ts';
import type { Database } from '../../db/client.ts';
import { sampleData } from '../../db/schema/sample-data.ts';

export type SampleRow = typeof sampleData.$inferSelect;
export type SampleProgress = Partial<Pick<SampleRow, 'state' | 'done' | 'failure' | 'kept'>>;

/** The one row of the table. */
const ID = 1;

/**
 * The state of the sample data, and the current load or removal; undefined before the first load.
 */
export async function readRow(db: Database): Promise<SampleRow | undefined> {
  const [row] = await db.select().from(sampleData).where(eq(sampleData.id, ID));
  return row;
}

/** Starts a load. @throws DomainError `conflict` unless there are no sample data. */
export async function startLoad(ctx: Changing, row: Omit<SampleRow, 'id'>): Promise<void> {
  await change(ctx, {
    statements: {
      started: ctx.db
        .insert(sampleData)
        .values({ id: ID, ...row })
        .onConflictDoUpdate({
          target: sampleData.id,
          set: row,
          setWhere: eq(sampleData.state, 'none'),
        }),
    },
    audit: { action: 'sample-data.load', subject: 'sample_data', detail: { load: row.loadId } },
    expect: {
      started: () => new DomainError('conflict', 'Somebody else loads the sample data already.'),
    },
  });
}

/**
 * Ends a running load and starts the removal.
 * @throws DomainError `not_found` unless sample data is loaded.
 */
export async function startRemoval(ctx: Changing): Promise<void> {
  await change(ctx, {
    statements: {
      started: ctx.db
        .update(sampleData)
        .set({ state: 'removing', done: 0, failure: null, kept: [] })
        .where(and(eq(sampleData.id, ID), inArray(sampleData.state, ['loading', 'loaded']))),
    },
    audit: { action: 'sample-data.remove', subject: 'sample_data' },
    expect: { started: () => new DomainError('not_found', 'No sample data are loaded.') },
  });
}

/** Records progress, unless an operator has started something else after `row` was read. */
export async function saveProgress(
  db: Database,
  row: SampleRow,
  progress: SampleProgress,
): Promise<void> {
  const { id, state, loadId, done } = sampleData;
  const isSame = [eq(id, ID), eq(state, row.state), eq(loadId, row.loadId), eq(done, row.done)];
  await db
    .update(sampleData)
    .set({ failure: null, ...progress })
    .where(and(...isSame));
}
