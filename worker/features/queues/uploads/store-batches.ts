import type { SQL } from 'drizzle-orm';
import { DomainError } from '../../../../shared/errors.ts';
import { inBatches } from '../../../db/batches.ts';
import { type Changing, change } from '../../../db/change.ts';
import { type Database, runBatch } from '../../../db/client.ts';
import { countInCall, markForCall, selectJobNeeded } from '../counting/store.ts';
import { typeOf } from '../pool.ts';
import {
  beginQueue,
  claimUpload,
  countSheets,
  deleteSheets,
  deleteUploadBefore,
  endBegunUploads,
  factsBefore,
  findFilledQueue,
  findLastAccount,
  findSheets,
  finishUpload,
  hideQueue,
  keepPart,
  openUpload,
  type QueueHead,
  type QueueSums,
  queueRef,
  rowsOfSheet,
  selectProgress,
  selectQueue,
  selectSameUpload,
  showQueue,
  sumRange,
  type Upload,
  versionsOf,
  writePositions,
  writeQueue,
  writeSheet,
} from './store.ts';

/** The result of a replacement. */
export interface Replacement {
  /** The number of accounts in the queue now. */
  stored: number;
  /** The number of accounts of the queue that was replaced; null if there was none. */
  replaced: number | null;
  /** Whether the job has to count the statistics. */
  needsJob: boolean;
}

/**
 * Stores one part of an upload. An upload with the same id that began before `expiredAt` is
 * replaced.
 * @returns how many parts have arrived, or `applied` if the queue was already replaced with all of
 * them.
 * @throws DomainError `bad_request` if the upload with this id fills another queue.
 */
export async function receivePart(
  ctx: Changing,
  upload: Upload,
  { part, sheets, expiredAt }: { part: number; sheets: readonly string[]; expiredAt: number },
): Promise<number | 'applied'> {
  const { progress } = await change(ctx, {
    statements: {
      expired: deleteUploadBefore(upload.id, expiredAt),
      opened: openUpload(upload, ctx.clock()),
      same: selectSameUpload(upload),
      stored: keepPart(upload.id, part, sheets),
      progress: selectProgress(upload.id),
    },
    audit: null,
    expect: { same: otherUpload },
  });
  const [row] = progress.rows;
  return row?.applied_at === null ? Number(row.received) : 'applied';
}

const otherUpload = () =>
  new DomainError(
    'bad_request',
    'All parts of an upload must have the same type, queue_id, queue_total, queue_date and number of parts.',
    { issues: [{ path: 'upload.id', message: 'Another upload has this id' }] },
  );

/**
 * The rows of one call: sheets of positions, and the queue's totals if these are all of its rows.
 */
export interface UploadRows extends QueueSums {
  sheets: string[];
}

/** Replaces a queue with the rows of one sheet. */
export const replaceQueue = (
  ctx: Changing,
  head: QueueHead,
  { sheets: [sheet = '{}'], ...sums }: UploadRows,
): Promise<Replacement> =>
  replace(ctx, head, {
    queue: [
      writeQueue(head, sums, ctx.clock()),
      ...writePositions(head, queueRef(head), rowsOfSheet(sheet)),
    ],
  });

/**
 * Replaces a queue with an upload of one sheet, once.
 * @returns null if another call has applied the upload, for example if it arrives twice at the same
 * time.
 */
export const applySheet = (
  ctx: Changing,
  upload: Upload,
  { sheets: [sheet = '{}'], ...sums }: UploadRows,
): Promise<Replacement | null> =>
  once(ctx, upload, {
    claimed: claimUpload(upload.id, ctx.clock()),
    queue: [
      writeQueue(upload, sums, ctx.clock()),
      ...writePositions(upload, queueRef(upload), rowsOfSheet(sheet)),
    ],
    dropped: deleteSheets(upload.id),
  });

/** The number of sheets in one batch. */
const SHEETS_AT_ONCE = { first: 1, least: 1, most: 10 };

/** The number of sheets that are left to write. */
export interface Unwritten {
  sheetsLeft: number;
}

/**
 * Replaces a queue with all sheets of an upload, once. The sheets are written one after the other
 * to a queue that is in no list, and each batch deletes the sheets that it has written. A later
 * call therefore continues after a crash, and calls at the same time share the work. The last batch
 * puts the queue into the lists in place of the earlier one.
 * @param most the maximum number of sheets to write; the next call writes the others
 * @returns null if another call has applied the upload.
 */
export async function applySheets(
  ctx: Changing,
  upload: Upload,
  most = Number.POSITIVE_INFINITY,
): Promise<Replacement | Unwritten | null> {
  const { db } = ctx;
  const { id } = upload;
  await runBatch(
    db,
    beginQueue(upload, ctx.clock()).map((statement) => db.run(statement)),
  );
  const ref = await findFilledQueue(db, id);
  if (ref === null) return null;
  let written = 0;
  await inBatches(async (size) => {
    const limit = Math.min(size, most - written);
    const sheets = await findSheets(db, id, limit);
    await runBatch(
      db,
      sheets.flatMap((sheet) => writeSheet(upload, ref, sheet)).map((write) => db.run(write)),
    );
    written += sheets.length;
    return sheets.length === limit && written < most;
  }, SHEETS_AT_ONCE);
  const sheetsLeft = written < most ? 0 : await countSheets(db, id);
  if (sheetsLeft > 0) return { sheetsLeft };
  return once(ctx, upload, {
    claimed: finishUpload(id, ctx.clock()),
    queue: [showQueue(ref, await sumUp(db, ref), ctx.clock())],
  });
}

/**
 * The number of accounts per statement. Each may be in 16 queues of the shard, which are read as
 * well.
 */
const SUMMED_AT_ONCE = 50_000;

/** The sums of a queue that is written completely. */
async function sumUp(db: Database, ref: number): Promise<QueueSums> {
  const sums = { accounts: 0, positionSum: 0 };
  const last = await findLastAccount(db);
  for (let after = 0; after < last; after += SUMMED_AT_ONCE) {
    const { accounts, positionSum } = await sumRange(db, ref, {
      after,
      upTo: after + SUMMED_AT_ONCE,
    });
    sums.accounts += accounts;
    sums.positionSum += positionSum;
  }
  return sums;
}

/** @returns null if the upload was applied before. */
async function once(
  ctx: Changing,
  upload: Upload,
  statements: ReplacementStatements,
): Promise<Replacement | null> {
  const applied = new DomainError('conflict', 'The upload was applied already.');
  try {
    return await replace(ctx, upload, { ...statements, applied });
  } catch (error) {
    if (error === applied) return null;
    throw error;
  }
}

interface ReplacementStatements {
  /** Adds the new queue with its positions to the lists. */
  queue: SQL[];
  /** Marks the upload as applied. If it was applied before, it changes no row and `applied` is thrown. */
  claimed?: ReturnType<typeof claimUpload>;
  applied?: DomainError;
  /** Removes the parts. */
  dropped?: ReturnType<typeof deleteSheets>;
}

async function replace(
  ctx: Changing,
  head: QueueHead,
  { queue, claimed, applied, dropped }: ReplacementStatements,
): Promise<Replacement> {
  const { before, now, left } = await change(ctx, {
    statements: {
      claimed: claimed === undefined ? [] : [claimed],
      before: selectQueue(head),
      hidden: hideQueue(head),
      queue,
      ended: endBegunUploads(head, queueRef(head), ctx.clock()),
      now: selectQueue(head),
      counted: countNow(head),
      left: selectJobNeeded(ctx.clock()),
      dropped: dropped === undefined ? [] : [dropped],
    },
    audit: {
      action: 'queues.upload',
      subject: 'queue',
      detail: { queue_total: head.queue_total, queue_date: head.queue_date },
      before: factsBefore(head, subjectOf(head)),
    },
    expect: applied === undefined ? {} : { claimed: () => applied },
  });
  const replaced = before.rows[0]?.accounts;
  return {
    stored: Number(now.rows[0]?.accounts),
    replaced: replaced === undefined ? null : Number(replaced),
    needsJob: left.rows.length > 0,
  };
}

/**
 * Deletes a queue. The job removes its positions, and the accounts that nothing else contains.
 * @returns whether the job is needed.
 * @throws DomainError `not_found` if there is no such queue.
 */
export async function removeQueue(
  ctx: Changing,
  key: Pick<QueueHead, 'pool' | 'queue_id'>,
): Promise<boolean> {
  const { left } = await change(ctx, {
    statements: {
      deleted: hideQueue(key),
      ended: endBegunUploads(key, null, ctx.clock()),
      counted: countNow(key),
      left: selectJobNeeded(ctx.clock()),
    },
    audit: {
      action: 'queues.delete',
      subject: 'queue',
      before: factsBefore(key, subjectOf(key)),
    },
    expect: {
      deleted: () => new DomainError('not_found', `There is no queue "${key.queue_id}".`),
    },
  });
  return left.rows.length > 0;
}

/** The end of the subject in the audit trail. */
const subjectOf = ({ pool, queue_id }: Pick<QueueHead, 'pool' | 'queue_id'>): string =>
  `${typeOf(pool)}:${queue_id}`;

/** Counts a queue, or its deletion, with the call itself if it has few positions. */
const countNow = (key: Parameters<typeof versionsOf>[0]) => [
  markForCall(versionsOf(key)),
  ...countInCall(),
];
