import { DomainError } from '../../../../shared/errors.ts';
import { type Changing, change } from '../../../db/change.ts';
import { countInCall, markForCall, selectJobNeeded } from '../counting/store.ts';
import { typeOf } from '../pool.ts';
import {
  claimUpload,
  deleteSheets,
  deleteUploadBefore,
  factsBefore,
  hideQueue,
  keepPart,
  openUpload,
  type QueueHead,
  rowsOfPart,
  rowsOfSheet,
  selectProgress,
  selectQueue,
  selectSameUpload,
  sumUp,
  type Upload,
  versionsOf,
  writePositions,
  writeQueue,
} from './store.ts';

/** The result of a replacement. */
export interface Replacement {
  /** Accounts that the queue holds now. */
  stored: number;
  /** Accounts of the queue that was replaced; null if there was none. */
  replaced: number | null;
  /** The statistics have to be counted by the job. */
  needsJob: boolean;
}

/**
 * Keeps one part of an upload. One of the same id that began before `expiredAt` is replaced.
 * @returns how many parts are there, or `applied` if the queue was replaced by all of them already.
 * @throws DomainError `bad_request` if the upload of this id fills another queue.
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
      kept: keepPart(upload.id, part, sheets),
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

/** Replaces a queue by the rows of one call. */
export const replaceQueue = (
  ctx: Changing,
  head: QueueHead,
  sheets: readonly string[],
): Promise<Replacement> =>
  replace(ctx, head, {
    writes: sheets.flatMap((sheet) => writePositions(head, rowsOfSheet(sheet))),
  });

/**
 * Replaces a queue by all parts of an upload, once.
 * @returns null if another call has applied the upload, as when its last part arrives twice at the same time.
 */
export async function applyUpload(ctx: Changing, upload: Upload): Promise<Replacement | null> {
  const { id, parts } = upload;
  const writes = Array.from({ length: parts }, (_, index) =>
    writePositions(upload, rowsOfPart(id, index + 1)),
  ).flat();
  const applied = new DomainError('conflict', 'The upload was applied already.');
  try {
    return await replace(ctx, upload, {
      writes,
      claimed: claimUpload(id, ctx.clock()),
      dropped: deleteSheets(id),
      applied,
    });
  } catch (error) {
    if (error === applied) return null;
    throw error;
  }
}

interface ReplacementStatements {
  /** Write the positions. */
  writes: ReturnType<typeof writePositions>;
  /** Marks the upload as applied; matches once. Then `applied` is thrown. */
  claimed?: ReturnType<typeof claimUpload>;
  applied?: DomainError;
  /** Removes the parts. */
  dropped?: ReturnType<typeof deleteSheets>;
}

async function replace(
  ctx: Changing,
  head: QueueHead,
  { writes, claimed, applied, dropped }: ReplacementStatements,
): Promise<Replacement> {
  const { before, now, left } = await change(ctx, {
    statements: {
      claimed: claimed === undefined ? [] : [claimed],
      before: selectQueue(head),
      hidden: hideQueue(head),
      queue: writeQueue(head, ctx.clock()),
      positions: writes,
      summed: sumUp(head),
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
 * Deletes a queue. Its positions, and the accounts that nothing else holds, are removed by the job.
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
