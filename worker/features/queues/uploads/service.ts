import { compare } from '../../../../shared/compare.ts';
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
import type { Changing } from '../../../db/change.ts';
import { COUNT_JOB } from '../counting/service.ts';
import { poolOf } from '../pool.ts';
import { deleteUploadsBefore, listBegunUploads, listQueueRows, type QueueHead } from './store.ts';
import {
  applySheet,
  applySheets,
  type Replacement,
  receivePart,
  removeQueue,
  replaceQueue,
  type Unwritten,
  type UploadRows,
} from './store-batches.ts';

/**
 * An upload in parts is kept for this long: unfinished ones wait for the missing parts, and applied
 * ones are recognised if they are repeated.
 */
const UPLOAD_KEPT_MS = DAY_MS;

type Uploading = Changing & Pick<Ctx, 'enqueue' | 'log'>;

/**
 * Uploads a queue, or one part of it. It replaces a queue of the same type and queue_id, which the
 * message names. The queue appears in lists with all of its positions and the audit entry, or not
 * at all. The upload is complete once averages and ranks contain its positions. The call itself
 * counts a small number of positions. Larger uploads wait for the job `queues.count`
 * (`countStatistics`), which counts them, publishes the new statistics on the live channel, and
 * erases the replaced positions; until then, answers show the earlier statistics.
 * @returns the message for the operator, and how many parts, or rows of a large upload, are missing
 * until the queue is stored.
 * @throws DomainError `bad_request` when the parts of one upload name different queues.
 */
export async function uploadQueue(
  ctx: Uploading,
  input: InsertQueueRequest,
): Promise<QueueUploaded> {
  const named = pick(input, ['queue_id', 'queue_total', 'queue_date']);
  const head: QueueHead = { ...named, pool: poolOf(input.type) };
  // This applies to a single part too: a repetition after a lost answer must not replace the queue
  // with itself.
  if (input.upload !== undefined) return uploadPart(ctx, head, input.upload, input.accounts);
  const rows = rowsOf(input.accounts);
  if (rows.sheets.length > 1) {
    const upload = { id: crypto.randomUUID(), part: 1, parts: 1 };
    return uploadPart(ctx, head, upload, input.accounts);
  }
  const replacement = await replaceQueue(ctx, head, rows);
  if (replacement.needsJob) await countLater(ctx);
  return { message: replacedText(head, replacement, input.accounts.length), missing_parts: 0 };
}

/**
 * The number of sheets of an upload in parts that a call writes, which takes about half a second.
 */
const SHEETS_OF_CALL = 10;

/**
 * Stores one part of an upload. The last part to arrive replaces the queue with all parts. Each
 * repetition of a part writes a section of a large upload, and the cron trigger writes the rest for
 * a caller that does not repeat it.
 */
async function uploadPart(
  ctx: Uploading,
  head: QueueHead,
  { id, part, parts }: NonNullable<InsertQueueRequest['upload']>,
  rows: InsertQueueRequest['accounts'],
): Promise<QueueUploaded> {
  const upload = { ...head, id, parts, operatorId: ctx.operator?.id ?? null };
  const expiredAt = ctx.clock() - UPLOAD_KEPT_MS;
  const sorted = rowsOf(rows);
  const received = await receivePart(ctx, upload, { part, sheets: sorted.sheets, expiredAt });
  const missing = received === 'applied' ? 0 : parts - received;
  if (missing > 0) {
    const rest = `${countOf(missing, 'part')} ${missing === 1 ? 'is' : 'are'} missing.`;
    return { message: `Part ${part} of ${parts} received. ${rest}`, missing_parts: missing };
  }
  const isSmall = parts === 1 && sorted.sheets.length === 1;
  const apply = () =>
    isSmall
      ? applySheet(ctx, upload, sorted)
      : applySheets(ctx, upload, parts === 1 ? undefined : SHEETS_OF_CALL);
  const result = received === 'applied' ? null : await apply();
  if (isUnwritten(result)) return describeUnwritten(head, result);
  if (result?.needsJob) await countLater(ctx);
  const message =
    result === null
      ? `Queue "${head.queue_id}" was uploaded already.`
      : replacedText(head, result, parts === 1 ? rows.length : null);
  return { message, missing_parts: 0 };
}

const isUnwritten = (result: Replacement | Unwritten | null): result is Unwritten =>
  result !== null && 'sheetsLeft' in result;

function describeUnwritten({ queue_id }: QueueHead, { sheetsLeft }: Unwritten): QueueUploaded {
  const rows_left = sheetsLeft * ROWS_OF_SHEET;
  const message = `Queue "${queue_id}" was received. About ${formatNumber(rows_left)} rows are left to write.`;
  return { message, missing_parts: 0, rows_left };
}

/**
 * Whether an upload was abandoned by the call that should have applied it. For the cron trigger.
 */
export const isApplyDue = async ({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<boolean> =>
  (await listBegunUploads(db, clock())).length > 0;

/**
 * Applies uploads that their calls have abandoned. If a call still works on its upload, both apply
 * it together.
 */
export async function applyBegunUploads(ctx: Uploading): Promise<void> {
  for (const { operator, ...upload } of await listBegunUploads(ctx.db, ctx.clock())) {
    const result = await applySheets({ ...ctx, operator }, upload);
    if (!isUnwritten(result) && result?.needsJob) await countLater(ctx);
  }
}

/** @param rows the number of sent rows; null if other calls sent some of them. */
function replacedText(
  { queue_id }: QueueHead,
  { stored, replaced }: Replacement,
  rows: number | null,
): string {
  const merged = rows === null || rows === stored ? '' : ` ${mergedText(rows - stored)}`;
  return replaced === null
    ? `Queue "${queue_id}" uploaded with ${countOf(stored, 'account')}.${merged}`
    : `Queue "${queue_id}" replaced: ${countOf(stored, 'account')} instead of ${formatNumber(replaced)}.${merged}`;
}

/** Starts the job that counts the statistics. If this fails, the cron trigger starts it. */
const countLater = (ctx: Uploading): Promise<void> =>
  afterwards(ctx, 'the count of queues was not started', () => ctx.enqueue([COUNT_JOB]));

const mergedText = (rows: number) =>
  rows === 1
    ? '1 repeated row was merged: the best position of an account counts.'
    : `${formatNumber(rows)} repeated rows were merged: the best position of an account counts.`;

/** The number of rows in a sheet, which take about 0.05 s to write. */
const ROWS_OF_SHEET = 10_000;

/**
 * Positions by account key, with the spelling if it differs, in the order of the keys, so that the database finds the
 * accounts page by page. The database merges repeated accounts.
 */
function rowsOf(accounts: InsertQueueRequest['accounts']): UploadRows {
  const best = new Map<string, number>();
  const entries = accounts.map(({ account_name: name, position }): [string, unknown] => {
    const key = accountKey(name);
    best.set(key, Math.min(position, best.get(key) ?? position));
    return [key, key === name ? position : [position, name]];
  });
  entries.sort(([a], [b]) => compare(a, b));
  const positionSum = [...best.values()].reduce((sum, position) => sum + position, 0);
  return { sheets: splitJsonObject(entries, ROWS_OF_SHEET), accounts: best.size, positionSum };
}

/**
 * Deletes a queue. A job removes its share in the statistics, its positions and the accounts that
 * nothing else contains; the call itself removes the share of a small number of positions.
 * @throws DomainError `not_found` if there is no such queue.
 */
export async function deleteQueue(
  ctx: Uploading,
  { type, queue_id }: DeleteQueueRequest,
): Promise<string> {
  const needsJob = await removeQueue(ctx, { pool: poolOf(type), queue_id });
  if (needsJob) await countLater(ctx);
  return `Queue "${queue_id}" deleted.`;
}

/** The queues that one statement returns: with the longest ids, they stay below libSQL's 10 MB. */
const QUEUES_AT_ONCE = 4_000;

/** The uploaded queues of a type, newest first. */
export async function listQueues(ctx: Pick<Ctx, 'db'>, type: QueueType): Promise<UploadedQueue[]> {
  const queues: UploadedQueue[] = [];
  let last: Parameters<typeof listQueueRows>[2] = null;
  while (true) {
    const rows: Awaited<ReturnType<typeof listQueueRows>> = await listQueueRows(
      ctx.db,
      poolOf(type),
      last,
      QUEUES_AT_ONCE,
    );
    for (const { id: _, uploadedAt, ...row } of rows) {
      queues.push({ ...row, uploaded_at: isoTime(uploadedAt) });
    }
    last = rows.at(-1) ?? null;
    if (last === null || rows.length < QUEUES_AT_ONCE) return queues;
  }
}

/** Deletes uploads in parts that are a day old. Returns how many. For the housekeeping job. */
export const deleteOldUploads = ({ db, clock }: Pick<Changing, 'db' | 'clock'>): Promise<number> =>
  deleteUploadsBefore(db, clock() - UPLOAD_KEPT_MS);
