import { desc, type SQL, sql } from 'drizzle-orm';
import type { UploadedQueue } from '../../../../shared/queues/schema.ts';
import { factsOf } from '../../../db/audit.ts';
import { deleteInBatches } from '../../../db/batches.ts';
import type { Database } from '../../../db/client.ts';
import { excluded, into, nameOf, namesOf } from '../../../db/names.ts';
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

/** The condition for all versions of a queue, also deleted ones. */
export const versionsOf = ({ pool, queue_id }: QueueKey): SQL =>
  sql`${queues.pool} = ${pool} and ${queues.queueId} = ${queue_id}`;

/** The condition for the row of a queue. */
const isQueue = (key: QueueKey) => sql`${versionsOf(key)} and ${queues.isDeleted} = 0`;

const queueRef = (head: QueueKey) =>
  sql`(select ${queues.id} from ${queues} where ${isQueue(head)})`;

/**
 * Rows `key, value, type, id` of a sheet: a JSON object of account key -> position, or -> [position, spelling] where the
 * spelling differs from the key. An object, because json_each reads keys and numbers without parsing each row again.
 */
export const rowsOfSheet = (json: string): SQL => sql`json_each(${json}) as given`;

/** The rows of one part of an upload, in the form of {@link rowsOfSheet}. */
export const rowsOfPart = (uploadId: string, part: number): SQL =>
  sql`${queueUploadSheets} cross join json_each(${queueUploadSheets.positions}) as given
    on ${queueUploadSheets.uploadId} = ${uploadId} and ${queueUploadSheets.part} = ${part}`;

/** How many accounts the queue of this id holds; no row when there is none. */
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
 * Removes a queue from all lists. The statistics hold it until they are counted without it; its positions are erased
 * afterwards. Changes no row when there is no such queue.
 */
export const hideQueue = (head: QueueKey): SQL =>
  sql`update ${queues} set ${nameOf(queues.isDeleted)} = 1 where ${isQueue(head)}`;

/** The queue's own row; {@link sumUp} counts its accounts, and the statistics are counted later. */
export const writeQueue = (head: QueueHead, uploadedAt: number): SQL =>
  sql`insert into ${into(queues, ['pool', 'queueId', 'queueTotal', 'queueDate', 'accounts', 'positionSum', 'uploadedAt', 'isCounted'])}
    values (${head.pool}, ${head.queue_id}, ${head.queue_total}, ${head.queue_date}, 0, 0, ${uploadedAt}, 0)`;

/**
 * Writes accounts and positions. Of an account that is named twice, the best position counts and the first spelling is
 * kept. Rows are written in the order of the tables' keys, so that each page is touched once.
 */
export function writePositions(head: QueueHead, rows: SQL): SQL[] {
  const { pool } = head;
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
      where ${queue.pool} = ${pool} and ${queue.queueId} = ${head.queue_id} and ${queue.isDeleted} = 0 order by ${account.id}
      on conflict (${namesOf(shard, accountId, queueRef)}) do update set ${nameOf(position)} = min(${position}, ${excluded(position)})`,
  ];
}

/** Stores how many accounts a queue holds and the sum of their positions. Call it after {@link writePositions}. */
export const sumUp = (head: QueueKey): SQL =>
  sql`update ${queues} set (${namesOf(queues.accounts, queues.positionSum)}) =
    (select count(*), coalesce(sum(${placed.position}), 0) from ${queuePositions} as ${placed}
      where ${placed.shard} = ${queueRef(head)} >> 4 and ${placed.queueRef} = ${queueRef(head)})
    where ${isQueue(head)}`;

/** An upload in parts. */
export interface Upload extends QueueHead {
  id: string;
  parts: number;
  operatorId: number | null;
}

/** Opens the upload with its first part; later parts find it open. */
export const openUpload = (upload: Upload, startedAt: number): SQL =>
  sql`insert into ${into(queueUploads, ['id', 'operatorId', 'pool', 'queueId', 'queueTotal', 'queueDate', 'parts', 'startedAt'])}
    values (${upload.id}, ${upload.operatorId}, ${upload.pool}, ${upload.queue_id}, ${upload.queue_total}, ${upload.queue_date}, ${upload.parts}, ${startedAt})
    on conflict (${nameOf(queueUploads.id)}) do nothing`;

/** One row while the upload of this id fills the same queue, for the same operator. */
export function selectSameUpload(upload: Upload): SQL {
  const { id, operatorId, pool, queueId, queueTotal, queueDate, parts } = queueUploads;
  return sql`select 1 from ${queueUploads} where ${id} = ${upload.id} and ${operatorId} is ${upload.operatorId} and ${pool} = ${upload.pool}
    and ${queueId} = ${upload.queue_id} and ${queueTotal} = ${upload.queue_total} and ${queueDate} = ${upload.queue_date} and ${parts} = ${upload.parts}`;
}

const isUpload = (id: string): SQL => sql`${queueUploads.id} = ${id}`;
const isSheetOf = (uploadId: string): SQL => sql`${queueUploadSheets.uploadId} = ${uploadId}`;

/** Keeps a part until the rest is there; a repeated part replaces itself. Does nothing once the upload is applied. */
export function keepPart(uploadId: string, part: number, sheets: readonly string[]): SQL[] {
  return [
    sql`delete from ${queueUploadSheets} where ${isSheetOf(uploadId)} and ${queueUploadSheets.part} = ${part}`,
    ...sheets.map(
      (positions, sheet) =>
        sql`insert into ${into(queueUploadSheets, ['uploadId', 'part', 'sheet', 'positions'])}
          select ${queueUploads.id}, ${part}, ${sheet}, ${positions} from ${queueUploads}
          where ${isUpload(uploadId)} and ${queueUploads.appliedAt} is null`,
    ),
  ];
}

/** When the upload was applied (milliseconds, or null), and how many of its parts are there. */
export const selectProgress = (uploadId: string): SQL =>
  sql`select ${queueUploads.appliedAt} as applied_at, ${partsOf(uploadId)} as received
    from ${queueUploads} where ${isUpload(uploadId)}`;

/** How many parts of an upload are kept. */
const partsOf = (uploadId: string): SQL =>
  sql`(select count(distinct ${queueUploadSheets.part}) from ${queueUploadSheets} where ${isSheetOf(uploadId)})`;

/** Marks a complete upload as applied; changes no row when it is applied already or a part is missing. */
export const claimUpload = (uploadId: string, appliedAt: number): SQL =>
  sql`update ${queueUploads} set ${nameOf(queueUploads.appliedAt)} = ${appliedAt}
    where ${isUpload(uploadId)} and ${queueUploads.appliedAt} is null and ${queueUploads.parts} = ${partsOf(uploadId)}`;

export const deleteSheets = (uploadId: string): SQL =>
  sql`delete from ${queueUploadSheets} where ${isSheetOf(uploadId)}`;

const startedBefore = (startedAt: number): SQL => sql`${queueUploads.startedAt} < ${startedAt}`;

/** Deletes the upload of this id if it started before: its id may then name another one. */
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

/** Deletes all uploads that started before. @returns how many. */
export async function deleteUploadsBefore(db: Database, startedAt: number): Promise<number> {
  const { uploadId, part, sheet } = queueUploadSheets;
  const old = sql`select ${queueUploads.id} from ${queueUploads} where ${startedBefore(startedAt)}`;
  await deleteInBatches(
    db,
    (size) => sql`delete from ${queueUploadSheets} where (${uploadId}, ${part}, ${sheet}) in
      (select ${uploadId}, ${part}, ${sheet} from ${queueUploadSheets} where ${uploadId} in (${old}) limit ${size})`,
    SHEETS,
  );
  // The rows are deleted last: a later run finds the sheets by them.
  return deleteInBatches(
    db,
    (size) => sql`delete from ${queueUploads} where ${queueUploads.id} in (${old} limit ${size})`,
  );
}

/** Uploaded queues, newest first, behind `after`: at most `limit`. */
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
