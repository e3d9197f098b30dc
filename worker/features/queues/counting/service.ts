import type { ChannelMessage } from '../../../../shared/channel.ts';
import type { QueueCounting } from '../../../../shared/queues/schema.ts';
import { isoTime } from '../../../../shared/times.ts';
import { afterwards, type Ctx } from '../../../context/context.ts';
import { inBatches } from '../../../db/batches.ts';
import type { Changing } from '../../../db/change.ts';
import type { Database } from '../../../db/client.ts';
import { withLease } from '../../../db/lease.ts';
import type { RankStretch } from '../../../db/schema/queues.ts';
import { POOL_NUMBERS, type Pool } from '../pool.ts';
import {
  beginCount,
  beginRanks,
  countNext,
  deleteOldRanks,
  eraseCategory,
  eraseQueue,
  findDeletedCategory,
  findDeletedQueue,
  findRangeEnd,
  LEASE,
  type Progress,
  publishCount,
  readProgress,
  readVersion,
  readWaiting,
  sampleRanks,
  writeStretch,
} from './store.ts';

/** The job that counts the work of {@link countStatistics}. */
export const COUNT_JOB = { kind: 'queues.count' } as const;

/** A count waits until uploads pause, because counting many files costs little more than counting one. */
const PAUSE_MS = 1_000;
/** The longest time that an upload waits while others follow. */
const LONGEST_WAIT_MS = 15_000;
/** The time between two messages of the live channel. */
const REPORT_EVERY_MS = 1_000;
/** The number of accounts in a rank range, which takes about 0.2 s at 1,000,000 accounts. */
const STRETCH_ACCOUNTS = 50_000;
/** The position after every account. */
const END = Number.MAX_SAFE_INTEGER;

/** Whether queues or categories are left to count or to erase. For the cron trigger. */
export async function isCountDue({ db }: Pick<Ctx, 'db'>): Promise<boolean> {
  const { left, phase } = await readProgress(db);
  if (left > 0 || phase !== null) return true;
  const deleted = await Promise.all([findDeletedQueue(db), findDeletedCategory(db)]);
  return deleted.some((id) => id !== null);
}

/** The part of a type that is not in the statistics yet; null if nothing is left. `files` counts both types. */
export async function readCounting(db: Database, pool: Pool): Promise<QueueCounting | null> {
  const progress = await readProgress(db);
  return progress.leftByPool[pool] === 0 ? null : describeProgress(progress);
}

function describeProgress(progress: Progress): QueueCounting {
  const { left, counting, done } = progress;
  // At least one file is left until the whole count is published.
  const files_left = Math.max(1, left - Math.floor(counting * shareDone(progress)));
  return { files: done + left, files_left };
}

/** Counting the accounts takes most of the time, writing the ranks the rest. */
function shareDone({ phase, place, lastAccount, stretches }: Progress): number {
  if (phase === null) return 0;
  if (phase === 'rank') return 0.7 + (0.3 * place) / Math.max(1, stretches.length);
  return 0.7 * Math.min(1, place / Math.max(1, lastAccount));
}

/**
 * Reads an answer that needs several statements. It is read again if other statistics were
 * published in between, so that its numbers are consistent.
 */
export async function readConsistently<Answer>(
  db: Database,
  read: (version: number) => Promise<Answer>,
): Promise<Answer> {
  let before = await readVersion(db);
  for (let attempt = 1; ; attempt += 1) {
    const answer = await read(before);
    const after = await readVersion(db);
    if (after === before || attempt === 3) return answer;
    before = after;
  }
}

/**
 * Counts uploads and deletions that are not in the statistics yet, and erases deleted queues and
 * categories, until nothing is left. Each step is one batch and continues where the last one ended.
 * @throws LeaseHeld while another job does it.
 */
export async function countStatistics(ctx: Ctx): Promise<void> {
  await withLease(ctx, LEASE, async () => {
    for (;;) {
      await countAll(ctx);
      await eraseDeleted(ctx);
      if (!(await isCountDue(ctx))) return;
    }
  });
  // Uploads start no job while the lease is held. The last ones may have been too late for the
  // loop.
  if (await isCountDue(ctx)) await ctx.enqueue([COUNT_JOB]);
}

async function countAll(ctx: Ctx): Promise<void> {
  let reportedAt = 0;
  await inBatches(
    async (size) => {
      const isMore = await takeStep(ctx, size);
      if (!isMore || performance.now() - reportedAt > REPORT_EVERY_MS) {
        reportedAt = performance.now();
        await report(ctx);
      }
      return isMore;
    },
    { first: 10_000, least: 500, most: 50_000 },
  );
  await deleteOldRanks(ctx.db);
}

/**
 * One batch of the count.
 * @param size the maximum number of positions to count
 * @returns whether more is left to do.
 */
export async function takeStep(ctx: Changing, size: number): Promise<boolean> {
  const { db } = ctx;
  const progress = await readProgress(db);
  const { phase, place, stretches } = progress;
  if (phase === null) {
    if (progress.left === 0) return false;
    await untilUploadsPause(ctx);
    await beginCount(db);
    return true;
  }
  if (phase === 'count' && place < END) {
    const upTo = (await findRangeEnd(db, place, size)) ?? END;
    await countNext(ctx, progress, upTo);
    return true;
  }
  if (phase === 'count') {
    const { every, sample } = await sampleRanks(db);
    await beginRanks(db, progress, stretchesOf(sample, Math.ceil(STRETCH_ACCOUNTS / every)));
    return true;
  }
  const stretch = stretches[place];
  if (stretch === undefined) {
    await publishCount(ctx, progress);
    return (await readProgress(db)).left > 0;
  }
  await writeStretch(ctx, progress, stretch);
  return true;
}

/**
 * Starts the ranges after every n-th position of the sample, so that each has about as many
 * accounts.
 */
export function stretchesOf(
  sample: readonly { pool: number; place: [number, number] }[],
  every: number,
): RankStretch[] {
  return POOL_NUMBERS.flatMap((pool) => {
    const places = sample.filter((one) => one.pool === pool).map(({ place }) => place);
    const bounds = places.filter((_, index) => index > 0 && index % every === 0);
    return [null, ...bounds].map((after, index) => ({ pool, after, upTo: bounds[index] ?? null }));
  });
}

/** An operator who uploads many files sends them in quick succession. */
async function untilUploadsPause({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  for (;;) {
    const { first, last } = await readWaiting(db);
    const now = clock();
    if (first === null || last === null || now - last >= PAUSE_MS) return;
    // Times in the future were written while a clock was wrong. They would delay the count until
    // then.
    if (now - first >= LONGEST_WAIT_MS || last > now) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS / 4));
  }
}

/** Erases the positions of deleted queues and the members of deleted categories. */
async function eraseDeleted({ db }: Pick<Ctx, 'db'>): Promise<void> {
  for (let id = await findDeletedQueue(db); id !== null; ) {
    const queue = id;
    let after = 0;
    await inBatches(async (size) => {
      const { last, rows } = await eraseQueue(db, queue, after, size);
      after = last ?? after;
      return rows === size;
    }, ERASED);
    id = await findDeletedQueue(db);
  }
  for (let id = await findDeletedCategory(db); id !== null; ) {
    const category = id;
    await inBatches(async (size) => {
      const { rows } = await eraseCategory(db, category, size);
      return rows === size;
    }, ERASED);
    id = await findDeletedCategory(db);
  }
}

/** Each account is looked up in every shard. */
const ERASED = { first: 2_000, most: 20_000 };

/** Publishes the progress of the count. Browsers then read their lists again. */
async function report(ctx: Pick<Ctx, 'db' | 'log' | 'publish' | 'clock'>): Promise<void> {
  await afterwards(ctx, 'a count was not reported', async () =>
    ctx.publish([await readCountMessage(ctx)]),
  );
}

/** The current message of the live channel about the statistics of queues. */
export async function readCountMessage({
  db,
  clock,
}: Pick<Ctx, 'db' | 'clock'>): Promise<ChannelMessage> {
  const progress = await readProgress(db);
  const counting = progress.left === 0 ? null : describeProgress(progress);
  const { published } = progress;
  return { type: 'queues', data: { changed_at: isoTime(clock()), published, counting } };
}
