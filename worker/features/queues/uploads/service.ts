import type { ResultSet } from '@libsql/client/web';
import { compare } from '../../../../shared/compare.ts';
import { DomainError } from '../../../../shared/errors.ts';
import { countOf, formatNumber } from '../../../../shared/numbers.ts';
import { pick } from '../../../../shared/pick.ts';
import { accountKey } from '../../../../shared/queues/keys.ts';
import type {
  DeleteQueueRequest,
  InsertQueueRequest,
  QueueType,
  QueueUploaded,
  UploadedQueue,
} from '../../../../shared/queues/schema.ts';
import { DAY_MS, isoTime } from '../../../../shared/times.ts';
import { afterwards, type Ctx } from '../../../context/context.ts';
import { splitJsonObject } from '../../../db/bulk.ts';
import { type Changing, change } from '../../../db/change.ts';
import { COUNT_JOB } from '../counting/service.ts';
import { countInCall, markForCall, selectJobNeeded } from '../counting/store.ts';
import { poolOf } from '../pool.ts';
import {
  claimUpload,
  deleteSheets,
  deleteUploadsBefore,
  factsBefore,
  hideQueue,
  keepPart,
  listQueueRows,
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

/** How long an upload in parts is kept: unfinished ones for the missing parts, applied ones to recognize a repeat. */
const UPLOAD_KEPT_MS = DAY_MS;

type Uploading = Changing & Pick<Ctx, 'enqueue' | 'log'>;

/**
 * Uploads a queue, or one part of it. It replaces a queue of the same type and queue_id, and the message names the replacement.
 * Positions and audit entry are written together or not at all. Few positions are counted in the statistics at once, others
 * by a job.
 * @returns the message for the operator, and how many parts are missing until the queue is stored.
 * @throws DomainError `bad_request` when the parts of one upload name different queues.
 */
export async function uploadQueue(
  ctx: Uploading,
  input: InsertQueueRequest,
): Promise<QueueUploaded> {
  const named = pick(input, ['queue_id', 'queue_total', 'queue_date']);
  const head: QueueHead = { ...named, pool: poolOf(input.type) };
  const sheets = sheetsOf(input.accounts);
  const rows = input.accounts.length;
  const subject = idOf(input);
  // Also of one part: a repeat after a lost answer must not replace the queue by itself.
  if (input.upload !== undefined)
    return uploadPart(ctx, head, { ...input.upload, sheets, rows, subject });
  const writes = sheets.flatMap((sheet) => writePositions(head, rowsOfSheet(sheet)));
  return { message: await replaceQueue(ctx, head, { writes, rows, subject }), missing_parts: 0 };
}

interface UploadPart extends NonNullable<InsertQueueRequest['upload']> {
  sheets: ReturnType<typeof sheetsOf>;
  /** How many rows this part has. */
  rows: number;
  subject: string;
}

/** Keeps one part of an upload. The last part to arrive replaces the queue by all of them. */
async function uploadPart(
  ctx: Uploading,
  head: QueueHead,
  { id, part, parts, sheets, rows, subject }: UploadPart,
): Promise<QueueUploaded> {
  const whole: Upload = { ...head, id, parts, operatorId: ctx.operator?.id ?? null };
  const { progress } = await change(ctx, {
    statements: {
      expired: deleteUploadsBefore(ctx.clock() - UPLOAD_KEPT_MS),
      opened: openUpload(whole, ctx.clock()),
      same: selectSameUpload(whole),
      kept: keepPart(id, part, sheets),
      progress: selectProgress(id),
    },
    audit: null,
    expect: { same: otherUpload },
  });
  const isApplied = progress.rows[0]?.applied_at !== null;
  if (isApplied) return { message: appliedText(head), missing_parts: 0 };
  const missing = parts - Number(progress.rows[0]?.received);
  if (missing > 0) {
    const rest = `${countOf(missing, 'part')} ${missing === 1 ? 'is' : 'are'} missing.`;
    return { message: `Part ${part} of ${parts} received. ${rest}`, missing_parts: missing };
  }
  const writes = Array.from({ length: parts }, (_, index) =>
    writePositions(head, rowsOfPart(id, index + 1)),
  ).flat();
  const applied = new DomainError('conflict', appliedText(head));
  try {
    const options = { writes, rows: parts === 1 ? rows : null, subject, uploadId: id, applied };
    return { message: await replaceQueue(ctx, head, options), missing_parts: 0 };
  } catch (error) {
    // The last part arrived twice at once, and the other call has applied the upload.
    if (error === applied) return { message: applied.message, missing_parts: 0 };
    throw error;
  }
}

const otherUpload = () =>
  new DomainError(
    'bad_request',
    'All parts of an upload must have the same type, queue_id, queue_total, queue_date and number of parts.',
    { issues: [{ path: 'upload.id', message: 'Another upload has this id' }] },
  );

const appliedText = ({ queue_id }: QueueHead) => `Queue "${queue_id}" was uploaded already.`;

/** Of the audit trail. */
const idOf = ({ type, queue_id }: { type: QueueType; queue_id: string }) => `${type}:${queue_id}`;

interface Replacement {
  /** Write the positions. */
  writes: ReturnType<typeof writePositions>;
  /** How many rows they come from; null when other calls sent some of them. */
  rows: number | null;
  /** The end of the audit entry's subject. */
  subject: string;
  /** Of an upload in parts, which is applied once; `applied` is thrown the second time. */
  uploadId?: string;
  applied?: DomainError;
}

async function replaceQueue(
  ctx: Uploading,
  head: QueueHead,
  { writes, rows, subject, uploadId, applied }: Replacement,
): Promise<string> {
  const { before, now, left } = await change(ctx, {
    statements: {
      claimed: uploadId === undefined ? [] : [claimUpload(uploadId, ctx.clock())],
      before: selectQueue(head),
      hidden: hideQueue(head),
      queue: writeQueue(head, ctx.clock()),
      positions: writes,
      summed: sumUp(head),
      now: selectQueue(head),
      counted: countNow(head),
      left: selectJobNeeded(ctx.clock()),
      dropped: uploadId === undefined ? [] : [deleteSheets(uploadId)],
    },
    audit: {
      action: 'queues.upload',
      subject: 'queue',
      detail: { queue_total: head.queue_total, queue_date: head.queue_date },
      before: factsBefore(head, subject),
    },
    expect: applied === undefined ? {} : { claimed: () => applied },
  });
  await countLater(ctx, left);
  const stored = Number(now.rows[0]?.accounts);
  const replaced = before.rows[0]?.accounts;
  const merged = rows === null || rows === stored ? '' : ` ${mergedText(rows - stored)}`;
  if (replaced === undefined) {
    return `Queue "${head.queue_id}" uploaded with ${countOf(stored, 'account')}.${merged}`;
  }
  return `Queue "${head.queue_id}" replaced: ${countOf(stored, 'account')} instead of ${formatNumber(Number(replaced))}.${merged}`;
}

/** Counts a queue, or its deletion, with the call itself if it has few positions. */
const countNow = (key: Parameters<typeof versionsOf>[0]) => [
  markForCall(versionsOf(key)),
  ...countInCall(),
];

/** Starts the job if something is left for it. The cron trigger finds it if this fails. */
async function countLater(ctx: Uploading, { rows }: Pick<ResultSet, 'rows'>): Promise<void> {
  if (rows.length === 0) return;
  await afterwards(ctx, 'the count of queues was not started', () => ctx.enqueue([COUNT_JOB]));
}

const mergedText = (rows: number) =>
  rows === 1
    ? '1 repeated row was merged: the best position of an account counts.'
    : `${formatNumber(rows)} repeated rows were merged: the best position of an account counts.`;

/**
 * Positions by account key, with the spelling where it differs, in the order of the keys: the database then finds the
 * accounts of one page after the other. Repeated accounts are merged by the database.
 */
function sheetsOf(accounts: InsertQueueRequest['accounts']): string[] {
  const entries = accounts.map(({ account_name: name, position }): [string, unknown] => {
    const key = accountKey(name);
    return [key, key === name ? position : [position, name]];
  });
  entries.sort(([a], [b]) => compare(a, b));
  return splitJsonObject(entries);
}

/**
 * Deletes a queue. Its share in the statistics, its positions and the accounts that nothing else holds are removed by a
 * job; the share of few positions at once.
 * @throws DomainError `not_found` when there is no such queue.
 */
export async function deleteQueue(ctx: Uploading, input: DeleteQueueRequest): Promise<string> {
  const key = { pool: poolOf(input.type), queue_id: input.queue_id };
  const { left } = await change(ctx, {
    statements: {
      deleted: hideQueue(key),
      counted: countNow(key),
      left: selectJobNeeded(ctx.clock()),
    },
    audit: {
      action: 'queues.delete',
      subject: 'queue',
      before: factsBefore(key, idOf(input)),
    },
    expect: {
      deleted: () => new DomainError('not_found', `There is no queue "${input.queue_id}".`),
    },
  });
  await countLater(ctx, left);
  return `Queue "${input.queue_id}" deleted.`;
}

/** Queues that one statement returns: with the longest ids below libSQL's 10 MB. */
const QUEUES_AT_ONCE = 4_000;

/** The uploaded queues of a type, newest first. */
export async function listQueues(ctx: Pick<Ctx, 'db'>, type: QueueType): Promise<UploadedQueue[]> {
  const queues: UploadedQueue[] = [];
  let last: { id: number; uploaded_at: number } | null = null;
  while (true) {
    const rows = await listQueueRows(ctx.db, poolOf(type), last, QUEUES_AT_ONCE);
    for (const { id: _, uploaded_at, ...row } of rows) {
      queues.push({ ...row, uploaded_at: isoTime(uploaded_at) });
    }
    last = rows.at(-1) ?? null;
    if (last === null || rows.length < QUEUES_AT_ONCE) return queues;
  }
}

/** Deletes uploads in parts that are a day old. Returns how many. For the housekeeping job. */
export async function deleteOldUploads(ctx: Changing): Promise<number> {
  const { uploads } = await change(ctx, {
    statements: { uploads: deleteUploadsBefore(ctx.clock() - UPLOAD_KEPT_MS) },
    audit: null,
  });
  return uploads.rowsAffected;
}
