import { type SQL, sql } from 'drizzle-orm';
import type { UploadedQueue } from '../../../../shared/queues/schema.ts';
import { factsOf } from '../../../db/audit.ts';
import type { Database } from '../../../db/client.ts';
import type { Pool } from '../pool.ts';

/** The queue that an upload fills. */
export type QueueHead = Pick<UploadedQueue, 'queue_id' | 'queue_total' | 'queue_date'> & {
  pool: Pool;
};
type QueueKey = Pick<QueueHead, 'pool' | 'queue_id'>;

/** The condition for the row of a queue. */
const isQueue = ({ pool, queue_id }: QueueKey) =>
  sql`pool = ${pool} and queue_id = ${queue_id} and is_deleted = 0`;

const queueRef = (head: QueueKey) => sql`(select id from queues where ${isQueue(head)})`;

/**
 * Rows `key, value, type, id` of a sheet: a JSON object of account key -> position, or -> [position, spelling] where the
 * spelling differs from the key. An object, because json_each reads keys and numbers without parsing each row again.
 */
export const rowsOfSheet = (json: string): SQL => sql`json_each(${json}) as given`;

/** As {@link rowsOfSheet}, of one part of an upload. */
export const rowsOfPart = (uploadId: string, part: number): SQL =>
  sql`queue_upload_sheets as sheets cross join json_each(sheets.positions) as given on sheets.upload_id = ${uploadId} and sheets.part = ${part}`;

/** How many accounts the queue of this id holds; no row when there is none. */
export const selectQueue = (head: QueueKey): SQL =>
  sql`select accounts from queues where ${isQueue(head)}`;

/** For the audit trail: the queue that an upload replaces, or that is deleted. */
export const factsBefore = (head: QueueKey, id: string): SQL =>
  sql`select ${id} as id, (select ${factsOf({ queue_total: sql`queue_total`, queue_date: sql`queue_date`, accounts: sql`accounts` })}
    from queues where ${isQueue(head)}) as was`;

/** The condition for the positions of one queue; `alias` is that of queue_positions. */
const ofQueue = (alias: string, head: QueueKey): SQL =>
  sql`${sql.raw(alias)}.shard = ${queueRef(head)} >> 4 and ${sql.raw(alias)}.queue_ref = ${queueRef(head)}`;

/**
 * Removes a queue from all lists. The statistics hold it until they are counted without it; its positions are erased
 * afterwards. Changes no row when there is no such queue.
 */
export const hideQueue = (head: QueueKey): SQL =>
  sql`update queues set is_deleted = 1 where ${isQueue(head)}`;

/** The condition for all versions of a queue, also deleted ones. */
export const versionsOf = ({ pool, queue_id }: QueueKey): SQL =>
  sql`pool = ${pool} and queue_id = ${queue_id}`;

/** The queue's own row; {@link sumUp} counts its accounts, and the statistics are counted later. */
export const writeQueue = (head: QueueHead, uploadedAt: number): SQL =>
  sql`insert into queues (pool, queue_id, queue_total, queue_date, accounts, position_sum, uploaded_at, is_counted)
    values (${head.pool}, ${head.queue_id}, ${head.queue_total}, ${head.queue_date}, 0, 0, ${uploadedAt}, 0)`;

/**
 * Writes accounts and positions. Of an account that is named twice, the best position counts and the first spelling is
 * kept. Rows are written in the order of the tables' keys, so that each page is touched once.
 */
export function writePositions(head: QueueHead, rows: SQL): SQL[] {
  const { pool } = head;
  return [
    sql`insert into queue_accounts (pool, email_key, email)
      select ${pool}, given.key, case given.type when 'array' then given.value ->> 1 else given.key end from ${rows}
      where true order by given.key, given.id on conflict (pool, email_key) do nothing`,
    sql`insert into queue_positions (shard, account_id, queue_ref, position)
      select queue.id >> 4, account.id, queue.id, case given.type when 'array' then given.value ->> 0 else given.value end
      from queues as queue cross join ${rows}
      cross join queue_accounts as account on account.pool = ${pool} and account.email_key = given.key
      where queue.pool = ${pool} and queue.queue_id = ${head.queue_id} and queue.is_deleted = 0 order by account.id
      on conflict (shard, account_id, queue_ref) do update set position = min(position, excluded.position)`,
  ];
}

/** Keeps how many accounts a queue holds, and the sum of their positions. After {@link writePositions}. */
export const sumUp = (head: QueueKey): SQL =>
  sql`update queues set (accounts, position_sum) =
    (select count(*), coalesce(sum(own.position), 0) from queue_positions as own where ${ofQueue('own', head)})
    where ${isQueue(head)}`;

/** An upload in parts. */
export interface Upload extends QueueHead {
  id: string;
  parts: number;
  operatorId: number | null;
}

/** Opens the upload with its first part; later parts find it open. */
export const openUpload = (upload: Upload, startedAt: number): SQL =>
  sql`insert into queue_uploads (id, operator_id, pool, queue_id, queue_total, queue_date, parts, started_at)
    values (${upload.id}, ${upload.operatorId}, ${upload.pool}, ${upload.queue_id}, ${upload.queue_total}, ${upload.queue_date}, ${upload.parts}, ${startedAt})
    on conflict (id) do nothing`;

/** One row while the upload of this id fills the same queue, for the same operator. */
export const selectSameUpload = (upload: Upload): SQL =>
  sql`select 1 from queue_uploads where id = ${upload.id} and operator_id is ${upload.operatorId} and pool = ${upload.pool}
    and queue_id = ${upload.queue_id} and queue_total = ${upload.queue_total} and queue_date = ${upload.queue_date} and parts = ${upload.parts}`;

/** Keeps a part until the rest is there; a repeated part replaces itself. Does nothing once the upload is applied. */
export function keepPart(uploadId: string, part: number, sheets: readonly string[]): SQL[] {
  return [
    sql`delete from queue_upload_sheets where upload_id = ${uploadId} and part = ${part}`,
    ...sheets.map(
      (positions, sheet) =>
        sql`insert into queue_upload_sheets (upload_id, part, sheet, positions)
          select id, ${part}, ${sheet}, ${positions} from queue_uploads where id = ${uploadId} and applied_at is null`,
    ),
  ];
}

/** When the upload was applied (milliseconds, or null), and how many of its parts are there. */
export const selectProgress = (uploadId: string): SQL =>
  sql`select applied_at, (select count(distinct part) from queue_upload_sheets where upload_id = queue_uploads.id) as received
    from queue_uploads where id = ${uploadId}`;

/** Marks a complete upload as applied; changes no row when it is applied already or a part is missing. */
export const claimUpload = (uploadId: string, appliedAt: number): SQL =>
  sql`update queue_uploads set applied_at = ${appliedAt} where id = ${uploadId} and applied_at is null
    and parts = (select count(distinct part) from queue_upload_sheets where upload_id = ${uploadId})`;

export const deleteSheets = (uploadId: string): SQL =>
  sql`delete from queue_upload_sheets where upload_id = ${uploadId}`;

/** Deletes the uploads that started before; the second statement counts them. */
export const deleteUploadsBefore = (startedAt: number): SQL[] => [
  sql`delete from queue_upload_sheets where upload_id in (select id from queue_uploads where started_at < ${startedAt})`,
  sql`delete from queue_uploads where started_at < ${startedAt}`,
];

/** One of the uploaded queues. */
type UploadedRow = Omit<UploadedQueue, 'uploaded_at'> & { id: number; uploaded_at: number };

/** Uploaded queues, newest first, behind `after`: at most `limit`. */
export const listQueueRows = async (
  db: Database,
  pool: Pool,
  after: Pick<UploadedRow, 'id' | 'uploaded_at'> | null,
  limit: number,
) =>
  db.all<UploadedRow>(
    sql`select id, queue_id, queue_date, queue_total, accounts, uploaded_at from queues where pool = ${pool} and is_deleted = 0
      ${after === null ? sql`` : sql`and (uploaded_at, id) < (${after.uploaded_at}, ${after.id})`}
      order by uploaded_at desc, id desc limit ${limit}`,
  );
