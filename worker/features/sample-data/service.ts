import { DomainError } from '../../../shared/errors.ts';
import type { SampleDataAnswer } from '../../../shared/sample-data/schema.ts';
import { type Ctx, signedIn } from '../../context/context.ts';
import { withLease } from '../../db/lease.ts';
import { type Step, stepsOf } from './steps.ts';
import * as store from './store.ts';

type Report = Omit<SampleDataAnswer, 'success'>;

const JOB = { kind: 'sample-data.run' } as const;

/**
 * Whether sample data is loaded, and the progress.
 * @throws DomainError `not_found` with live providers.
 */
export async function readSampleData(ctx: Ctx): Promise<Report> {
  if (ctx.env.PROVIDERS !== 'simulated') {
    throw new DomainError('not_found', 'Sample data exist only with simulated providers.');
  }
  const row = await store.readRow(ctx.db);
  const steps = row ? stepsOf({ id: row.loadId, startedAt: row.startedAt }).length : 0;
  const { state = 'none', done = 0, failure = null, kept = [] } = row ?? {};
  return { state, done, steps, failure, kept };
}

/** Starts to load the sample data. Does nothing if it is loaded. */
export async function loadSampleData(ctx: Ctx): Promise<Report> {
  const before = await readSampleData(ctx);
  if (before.state === 'removing') {
    throw new DomainError('conflict', 'The sample data are being removed. Load them afterwards.');
  }
  if (before.state !== 'none') return before;
  const { id, email } = signedIn(ctx);
  await store.startLoad(ctx, {
    state: 'loading',
    loadId: crypto.randomUUID(),
    startedAt: ctx.clock(),
    operatorId: id,
    operatorEmail: email,
    done: 0,
    failure: null,
    kept: [],
  });
  await ctx.enqueue([JOB]);
  return readSampleData(ctx);
}

/**
 * Starts to remove the sample data, even during a load.
 * @throws DomainError `not_found` without sample data.
 */
export async function removeSampleData(ctx: Ctx): Promise<Report> {
  const before = await readSampleData(ctx);
  if (before.state === 'removing') return before;
  try {
    await store.startRemoval(ctx);
  } catch (error) {
    const isRemovedByOther =
      before.state !== 'none' && error instanceof DomainError && error.code === 'not_found';
    if (!isRemovedByOther) throw error;
  }
  await ctx.enqueue([JOB]);
  return readSampleData(ctx);
}

/**
 * Whether a load or a removal is in progress. For the cron trigger, which continues what a crash
 * interrupted.
 */
export async function isSampleWorkDue(ctx: Ctx): Promise<boolean> {
  if (ctx.env.PROVIDERS !== 'simulated') return false;
  const row = await store.readRow(ctx.db);
  return row?.state === 'loading' || row?.state === 'removing';
}

/**
 * Loads or removes step by step until nothing is left to do.
 * @throws LeaseHeld while another job does it.
 */
export async function runSampleData(ctx: Ctx): Promise<void> {
  let isMore = true;
  while (isMore) {
    await withLease(ctx, 'sample data', async () => {
      isMore = await takeStep(ctx);
    });
  }
}

/** @returns false when nothing is left to do. */
async function takeStep(ctx: Ctx): Promise<boolean> {
  const row = await store.readRow(ctx.db);
  if (row?.state !== 'loading' && row?.state !== 'removing') return false;
  const step = stepsOf({ id: row.loadId, startedAt: row.startedAt })[row.done];
  // Changes by the job are recorded as changes by the operator who started it.
  const asOperator = { ...ctx, operator: { id: row.operatorId, email: row.operatorEmail } };
  try {
    await store.saveProgress(ctx.db, row, await take(asOperator, row, step));
  } catch (error) {
    const failure = error instanceof DomainError ? error.message : 'The server failed.';
    await store.saveProgress(ctx.db, row, { failure });
    throw error;
  }
  return true;
}

/**
 * Does the next step of a load or a removal.
 * @returns what is recorded about it.
 */
async function take(
  ctx: Ctx,
  row: store.SampleRow,
  step: Step | undefined,
): Promise<store.SampleProgress> {
  const isLoading = row.state === 'loading';
  if (step === undefined) return { state: isLoading ? 'loaded' : 'none' };
  const done = row.done + 1;
  if (!isLoading) return { done, kept: [...row.kept, ...(await step.remove(ctx))] };
  await step.load(ctx);
  return { done };
}
