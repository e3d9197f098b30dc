import { DomainError } from '../../../shared/errors.ts';
import { accountKey } from '../../../shared/queues/keys.ts';
import type {
  DeleteQueueRequest,
  InsertQueueRequest,
  QueueType,
  UploadedQueue,
} from '../../../shared/queues/schema.ts';
import type { Ctx } from '../../context.ts';
import { auditStatement } from '../../db/audit.ts';
import { runChange } from './store-change.ts';
import { poolOf } from './store-pools.ts';
import {
  addToStatistics,
  countParts,
  deleteQueueRow,
  dropParts,
  dropPartsBefore,
  keepPart,
  listQueueRows,
  type PositionSheet,
  type QueueHead,
  rowsOfPart,
  rowsOfSheet,
  selectQueue,
  takePositionsBack,
  writePositions,
  writeQueue,
} from './store-uploads.ts';

type WriteCtx = Pick<Ctx, 'db' | 'operator' | 'clock' | 'requestId'>;

/** An upload that nobody finished within a day is dropped. */
const UNFINISHED_MS = 24 * 60 * 60 * 1000;

/**
 * Uploads a queue, or one part of it. The same type and queue_id replace what was there, and the message says so
 * (part 4, "Queue tools"). Positions, statistics and audit row are written together or not at all.
 */
export async function insertQueue(ctx: WriteCtx, input: InsertQueueRequest): Promise<string> {
  const { sheet, repeated } = bestPositions(input.accounts);
  const { upload } = input;
  if (upload === undefined || upload.parts === 1) {
    const spellings = sheet.spellings === '{}' ? null : rowsOfSheet(sheet.spellings);
    const head = headOf(ctx, input);
    const writes = writePositions(head, rowsOfSheet(sheet.positions), spellings);
    return applyUpload(ctx, head, { writes, repeated, subject: subjectOf(input) });
  }
  const head = headOf(ctx, input);
  const uploadId = upload.id;
  const [, , queue, counted] = await runChange(ctx.db, [
    dropPartsBefore(ctx.clock() - UNFINISHED_MS),
    keepPart({ uploadId, part: upload.part, receivedAt: ctx.clock(), ...sheet }),
    selectQueue(head),
    countParts(uploadId),
  ]);
  if (queue?.rows[0]?.upload_id === uploadId) {
    await runChange(ctx.db, [dropParts(uploadId)]);
    return `Queue "${input.queue_id}" was uploaded already.`;
  }
  const received = Number(counted?.rows[0]?.parts ?? 0);
  if (received < upload.parts) return `Part ${upload.part} of ${upload.parts} received.`;
  const writes = Array.from({ length: upload.parts }, (_, index) =>
    writePositions(
      head,
      rowsOfPart(uploadId, index + 1, 'positions'),
      rowsOfPart(uploadId, index + 1, 'spellings'),
    ),
  ).flat();
  return applyUpload(ctx, head, { writes, repeated: 0, subject: subjectOf(input) });
}

interface Upload {
  writes: ReturnType<typeof writePositions>;
  /** Rows of accounts that had been named before; their best position counts. */
  repeated: number;
  /** Of the audit row. */
  subject: string;
}

const subjectOf = ({ type, queue_id }: { type: QueueType; queue_id: string }) =>
  `queue:${type}:${queue_id}`;

async function applyUpload(ctx: WriteCtx, head: QueueHead, upload: Upload): Promise<string> {
  const results = await runChange(ctx.db, [
    selectQueue(head),
    ...takePositionsBack(head),
    writeQueue(head),
    ...upload.writes,
    ...addToStatistics(head),
    selectQueue(head),
    ...(head.uploadId === null ? [] : [dropParts(head.uploadId)]),
    auditStatement(ctx, {
      action: 'queues.upload',
      subject: upload.subject,
      detail: { queue_total: head.queueTotal, queue_date: head.queueDate },
    }),
  ]);
  const before = results[0]?.rows[0];
  const now = results.findLast(({ rows }) => rows[0]?.accounts !== undefined)?.rows[0];
  const count = countOf(Number(now?.accounts ?? 0));
  const kept = upload.repeated > 0 ? ` ${repeatedText(upload.repeated)}` : '';
  if (before === undefined) return `Queue "${head.queueId}" uploaded with ${count}.${kept}`;
  return `Queue "${head.queueId}" replaced: ${count} instead of ${Number(before.accounts).toLocaleString('en')}.${kept}`;
}

const countOf = (accounts: number) =>
  `${accounts.toLocaleString('en')} ${accounts === 1 ? 'account' : 'accounts'}`;

const repeatedText = (rows: number) =>
  rows === 1
    ? '1 repeated row was merged: the best position of an account counts.'
    : `${rows.toLocaleString('en')} repeated rows were merged: the best position of an account counts.`;

function headOf(ctx: WriteCtx, input: InsertQueueRequest): QueueHead {
  return {
    pool: poolOf(input.type),
    queueId: input.queue_id,
    queueTotal: input.queue_total,
    queueDate: input.queue_date,
    uploadId: input.upload?.id ?? null,
    uploadedAt: ctx.clock(),
  };
}

/** The best position of each account, and the first spelling where it differs from the key. */
function bestPositions(accounts: InsertQueueRequest['accounts']): {
  sheet: PositionSheet;
  repeated: number;
} {
  const positions = new Map<string, number>();
  const spellings = new Map<string, string>();
  for (const { account_name, position } of accounts) {
    const key = accountKey(account_name);
    const known = positions.get(key);
    if (known === undefined || position < known) positions.set(key, position);
    if (known === undefined && key !== account_name) spellings.set(key, account_name);
  }
  return {
    sheet: {
      positions: JSON.stringify(Object.fromEntries(positions)),
      spellings: JSON.stringify(Object.fromEntries(spellings)),
    },
    repeated: accounts.length - positions.size,
  };
}

/**
 * Takes a queue back: its positions, their share in the statistics, and accounts that nothing else holds.
 * @throws DomainError `not_found` when there is no such queue.
 */
export async function deleteQueue(ctx: WriteCtx, input: DeleteQueueRequest): Promise<string> {
  const head = { pool: poolOf(input.type), queueId: input.queue_id };
  const [found] = await runChange(ctx.db, [selectQueue(head)]);
  if (found?.rows[0] === undefined) {
    throw new DomainError('not_found', `There is no queue "${input.queue_id}".`);
  }
  await runChange(ctx.db, [
    ...takePositionsBack(head),
    deleteQueueRow(head),
    auditStatement(ctx, {
      action: 'queues.delete',
      subject: subjectOf(input),
      detail: { accounts: Number(found.rows[0].accounts) },
    }),
  ]);
  return `Queue "${input.queue_id}" deleted.`;
}

/** The uploaded queues of a type, newest first. */
export async function listQueues(ctx: Pick<Ctx, 'db'>, type: QueueType): Promise<UploadedQueue[]> {
  const rows = await listQueueRows(ctx.db, poolOf(type));
  return rows.map((row) => ({ ...row, uploaded_at: new Date(row.uploaded_at).toISOString() }));
}

/** Drops the parts of uploads that nobody finished; answers how many parts. For the housekeeping job. */
export async function dropUnfinishedUploads(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<number> {
  const [dropped] = await runChange(ctx.db, [dropPartsBefore(ctx.clock() - UNFINISHED_MS)]);
  return dropped?.changes ?? 0;
}
