import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { UploadedQueue } from '../../../../shared/queues/schema.ts';
import { MINUTE_MS } from '../../../../shared/times.ts';
import { factsOf } from '../../../db/audit.ts';
import { deleteInBatches } from '../../../db/batches.ts';
import type { Database } from '../../../db/client.ts';
import { isOver } from '../../../db/lease.ts';
import { excluded, into, nameOf, namesOf, takeExcluded } from '../../../db/names.ts';
import { operators } from '../../../db/schema/operators.ts';
import {
  queueAccounts,
  queuePositions,
  queues,
  queueUploadSheets,
  queueUploads,
} from '../../../db/schema/queues.ts';
import type { Pool } from '../pool.ts';
import { account, placed, queue } from '../store-tables.ts';

/** The queue that an upload fills. */
export type QueueHead = Pick<UploadedQueue, 'queue_id' | 'queue_total' | 'queue_date'> & {
  pool: Pool;
};
type QueueKey = Pick<QueueHead, 'pool' | 'queue_id'>;

/** The condition for all versions of a queue, including deleted ones. */
export const versionsOf = ({ pool, queue_id }: QueueKey): SQL =>
  sql`${queues.pool} = ${pool} and ${queues.queueId} = ${queue_id}`;

/** The condition for the row of a queue. */
const isQueue = (key: QueueKey) => sql`${versionsOf(key)} and ${queues.isDeleted} = 0`;

/** The row number of a queue. */
export const queueRef = (head: QueueKey): SQL =>
  sql`(select ${queues.id} from ${queues} where ${isQueue(head)})`;

/**
 * Rows `key, value, type, id` of a sheet: a JSON object of account key -> position, or -> [position, spelling] if the
 * spelling differs from the key. It is an object because json_each reads keys and numbers without parsing each row
 * again.
 */
export const rowsOfSheet = (json: string): SQL => sql`json_each(${json}) as given`;

/** A sheet of an upload. */
type SheetKey = Pick<typeof queueUploadSheets.$inferSelect, 'uploadId' | 'part' | 'sheet'>;

const isSheet = ({ uploadId, part, sheet }: SheetKey): SQL =>
  sql`${queueUploadSheets.uploadId} = ${uploadId} and ${queueUploadSheets.part} = ${part} and ${queueUploadSheets.sheet} = ${sheet}`;

/** The rows of a stored sheet, in the form of {@link rowsOfSheet}. A written sheet has none. */
const rowsOfStored = (key: SheetKey): SQL =>
  sql`${queueUploadSheets} cross join json_each(${queueUploadSheets.positions}) as given on ${isSheet(key)}`;

/** The number of accounts of the queue with this id; no row if there is none. */
export const selectQueue = (head: QueueKey): SQL =>
  sql`select ${queues.accounts} as accounts from ${queues} where ${isQueue(head)}`;

/** For the audit trail: the queue that an upload replaces, or that is deleted. */
export const factsBefore = (head: QueueKey, id: string): SQL =>
  sql`select ${id} as id, (select ${factsOf({
    queue_total: queues.queueTotal,
    queue_date: queues.queueDate,
    accounts: queues.accounts,
  })} from ${queues} where ${isQueue(head)}) as was`;

/**
 * Removes a queue from all lists. It stays in the statistics until they are counted without it, and its positions are
 * erased after that. Changes no row when there is no such queue.
 */
export const hideQueue = (head: QueueKey): SQL =>
  sql`update ${queues} set ${nameOf(queues.isDeleted)} = 1 where ${isQueue(head)}`;

/** The number of accounts in a queue, and the sum of their positions. */
export interface QueueSums {
  accounts: number;
  positionSum: number;
}

/** Adds the row of the queue. The statistics are counted later. */
export const writeQueue = (
  head: QueueHead,
  { accounts, positionSum }: QueueSums,
  uploadedAt: number,
): SQL =>
  sql`insert into ${into(queues, ['pool', 'queueId', 'queueTotal', 'queueDate', 'accounts', 'positionSum', 'uploadedAt', 'isCounted'])}
    values (${head.pool}, ${head.queue_id}, ${head.queue_total}, ${head.queue_date}, ${accounts}, ${positionSum}, ${uploadedAt}, 0)`;

/**
 * Writes accounts and positions. If an account occurs twice, its best position and its first spelling are stored. Rows
 * are written in the order of the tables' keys, so that each page is written once.
 * @param ref the row number of the queue
 */
export function writePositions({ pool }: Pick<QueueHead, 'pool'>, ref: SQL, rows: SQL): SQL[] {
  const { shard, accountId, queueRef, position } = queuePositions;
  return [
    sql`insert into ${into(queueAccounts, ['pool', 'emailKey', 'email'])}
      select ${pool}, given.key, case given.type when 'array' then given.value ->> 1 else given.key end from ${rows}
      where true order by given.key, given.id
      on conflict (${namesOf(queueAccounts.pool, queueAccounts.emailKey)}) do nothing`,
    sql`insert into ${into(queuePositions, ['shard', 'accountId', 'queueRef', 'position'])}
      select ${queue.id} >> 4, ${account.id}, ${queue.id}, case given.type when 'array' then given.value ->> 0 else given.value end
      from ${queues} as ${queue} cross join ${rows}
      cross join ${queueAccounts} as ${account} on ${account.pool} = ${pool} and ${account.emailKey} = given.key
      where ${queue.id} = ${ref} order by ${account.id}
      on conflict (${namesOf(shard, accountId, queueRef)}) do update set ${nameOf(position)} = min(${position}, ${excluded(position)})`,
  ];
}

/** The id of the last account; 0 without accounts. */
export async function findLastAccount(db: Database): Promise<number> {
  const [row] = await db
    .select({ last: sql<number | null>`max(${queueAccounts.id})` })
    .from(queueAccounts);
  return row?.last ?? 0;
}

/** The sums of a queue for the accounts after `after`, up to `upTo`. */
export async function sumRange(
  db: Database,
  ref: number,
  { after, upTo }: { after: number; upTo: number },
): Promise<QueueSums> {
  const { shard, accountId, queueRef, position } = placed;
  const [row] = await db.all<QueueSums>(
    sql`select count(*) as accounts, coalesce(sum(${position}), 0) as "positionSum" from ${queuePositions} as ${placed}
      where ${shard} = ${ref >> 4} and ${accountId} > ${after} and ${accountId} <= ${upTo} and ${queueRef} = ${ref}`,
  );
  return row ?? { accounts: 0, positionSum: 0 };
}

/** An upload in parts. */
export interface Upload extends QueueHead {
  id: string;
  parts: number;
  operatorId: number | null;
}

/** Opens the upload with its first part. For later parts, it is already open and is active again. */
export const openUpload = (upload: Upload, startedAt: number): SQL =>
  sql`insert into ${into(queueUploads, ['id', 'operatorId', 'pool', 'queueId', 'queueTotal', 'queueDate', 'parts', 'startedAt', 'activeAt'])}
    values (${upload.id}, ${upload.operatorId}, ${upload.pool}, ${upload.queue_id}, ${upload.queue_total}, ${upload.queue_date}, ${upload.parts}, ${startedAt}, ${startedAt})
    on conflict (${nameOf(queueUploads.id)}) do update set ${takeExcluded(queueUploads.activeAt)}`;

/** Returns one row while the upload of this id fills the same queue, for the same operator. */
export function selectSameUpload(upload: Upload): SQL {
  const { id, operatorId, pool, queueId, queueTotal, queueDate, parts } = queueUploads;
  return sql`select 1 from ${queueUploads} where ${id} = ${upload.id} and ${operatorId} is ${upload.operatorId} and ${pool} = ${upload.pool}
    and ${queueId} = ${upload.queue_id} and ${queueTotal} = ${upload.queue_total} and ${queueDate} = ${upload.queue_date} and ${parts} = ${upload.parts}`;
}

const isUpload = (id: string): SQL => sql`${queueUploads.id} = ${id}`;
const isSheetOf = (uploadId: string): SQL => sql`${queueUploadSheets.uploadId} = ${uploadId}`;

/**
 * The condition for an upload whose sheets may be replaced, because none of them is written as
 * positions yet.
 */
const isOpen = (uploadId: string): SQL =>
  sql`${isUpload(uploadId)} and ${queueUploads.appliedAt} is null and ${queueUploads.queueRef} is null`;

/**
 * Stores a part until all parts have arrived. A repeated part replaces itself. Does nothing after
 * that.
 */
export function keepPart(uploadId: string, part: number, sheets: readonly string[]): SQL[] {
  return [
    sql`delete from ${queueUploadSheets} where ${isSheetOf(uploadId)} and ${queueUploadSheets.part} = ${part}
      and exists (select 1 from ${queueUploads} where ${isOpen(uploadId)})`,
    ...sheets.map(
      (positions, sheet) =>
        sql`insert into ${into(queueUploadSheets, ['uploadId', 'part', 'sheet', 'positions'])}
          select ${queueUploads.id}, ${part}, ${sheet}, ${positions} from ${queueUploads}
          where ${isOpen(uploadId)}`,
    ),
  ];
}

/** When the upload was applied (milliseconds, or null), and how many of its parts have arrived. */
export const selectProgress = (uploadId: string): SQL =>
  sql`select ${queueUploads.appliedAt} as applied_at, iif(${queueUploads.queueRef} is null, ${partsOf(uploadId)}, ${queueUploads.parts}) as received
    from ${queueUploads} where ${isUpload(uploadId)}`;

/** The number of stored parts of an upload. */
const partsOf = (uploadId: string): SQL =>
  sql`(select count(distinct ${queueUploadSheets.part}) from ${queueUploadSheets} where ${isSheetOf(uploadId)})`;

/** Marks a complete upload as applied; changes no row when it is applied already or a part is missing. */
export const claimUpload = (uploadId: string, appliedAt: number): SQL =>
  sql`update ${queueUploads} set ${nameOf(queueUploads.appliedAt)} = ${appliedAt}
    where ${isOpen(uploadId)} and ${queueUploads.parts} = ${partsOf(uploadId)}`;

export const deleteSheets = (uploadId: string): SQL =>
  sql`delete from ${queueUploadSheets} where ${isSheetOf(uploadId)}`;

/**
 * Adds the queue of a complete upload without adding it to lists, and stores its id in the upload.
 * Does nothing if that was done before, or if a part is missing.
 */
export const beginQueue = ({ id, ...head }: Upload, startedAt: number): SQL[] => [
  sql`insert into ${into(queues, ['pool', 'queueId', 'queueTotal', 'queueDate', 'accounts', 'positionSum', 'uploadedAt', 'isCounted', 'isDeleted', 'countedBy'])}
    select ${head.pool}, ${head.queue_id}, ${head.queue_total}, ${head.queue_date}, 0, 0, ${startedAt}, 0, 1, 'upload'
    from ${queueUploads} where ${isOpen(id)} and ${queueUploads.parts} = ${partsOf(id)}`,
  sql`update ${queueUploads} set ${nameOf(queueUploads.queueRef)} = last_insert_rowid() where ${isOpen(id)} and changes() > 0`,
];

/** The queue that an upload is filling; null if the upload is applied or not complete. */
export async function findFilledQueue(db: Database, uploadId: string): Promise<number | null> {
  const [row] = await db
    .select({ ref: queueUploads.queueRef })
    .from(queueUploads)
    .where(sql`${isUpload(uploadId)} and ${queueUploads.appliedAt} is null`);
  return row?.ref ?? null;
}

/** The next sheets of an upload that are not written yet, in the order of the file. */
export const findSheets = (db: Database, id: string, limit: number): Promise<SheetKey[]> => {
  const { uploadId, part, sheet } = queueUploadSheets;
  return db
    .select({ uploadId, part, sheet })
    .from(queueUploadSheets)
    .where(isSheetOf(id))
    .orderBy(part, sheet)
    .limit(limit);
};

/** The number of sheets of an upload that are not written yet. */
export const countSheets = (db: Database, uploadId: string): Promise<number> =>
  db.$count(queueUploadSheets, isSheetOf(uploadId));

/** Writes the positions of a sheet, and deletes it. */
export const writeSheet = (head: QueueHead, ref: number, key: SheetKey): SQL[] => [
  ...writePositions(head, sql`${ref}`, rowsOfStored(key)),
  sql`delete from ${queueUploadSheets} where ${isSheet(key)}`,
];

/** Marks an upload as applied when its sheets are written. Changes no row when it is marked already. */
export const finishUpload = (uploadId: string, appliedAt: number): SQL =>
  sql`update ${queueUploads} set ${nameOf(queueUploads.appliedAt)} = ${appliedAt}
    where ${isUpload(uploadId)} and ${queueUploads.appliedAt} is null and ${queueUploads.queueRef} is not null
      and not exists (select 1 from ${queueUploadSheets} where ${isSheetOf(uploadId)})`;

/** Adds a queue whose positions are written to the lists. */
export const showQueue = (
  ref: number,
  { accounts, positionSum }: QueueSums,
  uploadedAt: number,
): SQL =>
  sql`update ${queues} set ${nameOf(queues.isDeleted)} = 0, ${nameOf(queues.countedBy)} = null, ${nameOf(queues.accounts)} = ${accounts},
    ${nameOf(queues.positionSum)} = ${positionSum}, ${nameOf(queues.uploadedAt)} = ${uploadedAt} where ${queues.id} = ${ref}`;

/** An upload whose positions are being written, and who sent it. */
export interface BegunUpload extends Upload {
  operator: { id: number; email: string } | null;
}

const hasBegun = sql`${queueUploads.queueRef} is not null and ${queueUploads.appliedAt} is null`;

/**
 * Uploads whose positions are being written and that are not applied, except those with a part from
 * the last minute: their callers write the rest, and get the answer about it.
 */
export async function listBegunUploads(db: Database, now: number): Promise<BegunUpload[]> {
  const rows = await db
    .select({ upload: queueUploads, email: operators.email })
    .from(queueUploads)
    .leftJoin(operators, eq(operators.id, queueUploads.operatorId))
    .where(
      sql`${hasBegun} and ${isOver(sql`${queueUploads.activeAt} + ${MINUTE_MS}`, now, MINUTE_MS)}`,
    );
  return rows.map(({ upload: { id, operatorId, parts, ...row }, email }) => ({
    id,
    operatorId,
    parts,
    queue_id: row.queueId,
    queue_total: row.queueTotal,
    queue_date: row.queueDate,
    pool: row.pool === 1 ? 1 : 2,
    operator: operatorId === null || email === null ? null : { id: operatorId, email },
  }));
}

/**
 * Ends uploads of a queue whose positions are still being written, so that none of them restores
 * what a newer upload or a deletion replaced. Their positions are erased with those of deleted
 * queues.
 * @param before only uploads that began to fill their queue before this row number; null for all
 */
export function endBegunUploads(key: QueueKey, before: SQL | null, endedAt: number): SQL[] {
  const { pool, queueId, queueRef: ref, id } = queueUploads;
  const ended = sql`${pool} = ${key.pool} and ${queueId} = ${key.queue_id} and ${hasBegun}
    ${before === null ? sql`` : sql`and ${ref} < ${before}`}`;
  return [
    sql`delete from ${queueUploadSheets} where ${queueUploadSheets.uploadId} in (select ${id} from ${queueUploads} where ${ended})`,
    sql`update ${queues} set ${nameOf(queues.countedBy)} = null
      where ${queues.isDeleted} = 1 and ${queues.countedBy} = 'upload' and ${queues.id} in (select ${ref} from ${queueUploads} where ${ended})`,
    sql`update ${queueUploads} set ${nameOf(queueUploads.appliedAt)} = ${endedAt} where ${ended}`,
  ];
}

/**
 * Uploads that started before a time, except those whose positions are being written, which are
 * always applied.
 */
const startedBefore = (startedAt: number): SQL =>
  sql`${queueUploads.startedAt} < ${startedAt} and not (${hasBegun})`;

/** Deletes the upload of this id if it started before a time, because a new upload may then use the id. */
export function deleteUploadBefore(id: string, startedAt: number): SQL[] {
  const isOld = sql`${isUpload(id)} and ${startedBefore(startedAt)}`;
  return [
    sql`delete from ${queueUploadSheets} where ${queueUploadSheets.uploadId} in
      (select ${queueUploads.id} from ${queueUploads} where ${isOld})`,
    sql`delete from ${queueUploads} where ${isOld}`,
  ];
}

/** A sheet has up to 4.5 MB. */
const SHEETS = { first: 4, least: 1, most: 200 };

/**
 * Deletes all uploads that started before a time.
 * @returns how many.
 */
export async function deleteUploadsBefore(db: Database, startedAt: number): Promise<number> {
  const { uploadId, part, sheet } = queueUploadSheets;
  const old = sql`select ${queueUploads.id} from ${queueUploads} where ${startedBefore(startedAt)}`;
  await deleteInBatches(
    db,
    (size) => sql`delete from ${queueUploadSheets} where (${uploadId}, ${part}, ${sheet}) in
      (select ${uploadId}, ${part}, ${sheet} from ${queueUploadSheets} where ${uploadId} in (${old}) limit ${size})`,
    SHEETS,
  );
  // The rows are deleted last, because a later run finds the sheets through them.
  return deleteInBatches(
    db,
    (size) => sql`delete from ${queueUploads} where ${queueUploads.id} in (${old} limit ${size})`,
  );
}

/** Uploaded queues, newest first, after `after`: at most `limit`. */
export const listQueueRows = (
  db: Database,
  pool: Pool,
  after: Pick<typeof queues.$inferSelect, 'id' | 'uploadedAt'> | null,
  limit: number,
) =>
  db
    .select({
      id: queues.id,
      queue_id: queues.queueId,
      queue_date: queues.queueDate,
      queue_total: queues.queueTotal,
      accounts: queues.accounts,
      uploadedAt: queues.uploadedAt,
    })
    .from(queues)
    .where(
      sql`${queues.pool} = ${pool} and ${queues.isDeleted} = 0
        ${after === null ? sql`` : sql`and (${queues.uploadedAt}, ${queues.id}) < (${after.uploadedAt}, ${after.id})`}`,
    )
    .orderBy(desc(queues.uploadedAt), desc(queues.id))
    .limit(limit);
