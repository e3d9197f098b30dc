import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import type { Pool } from './store-pools.ts';

/** The queue that an upload fills. */
export interface QueueHead {
  pool: Pool;
  queueId: string;
  queueTotal: number;
  queueDate: string;
  uploadId: string | null;
  uploadedAt: number;
}

/** Positions as they travel: JSON objects, because json_each gives key and value without a second parse. */
export interface PositionSheet {
  /** account key -> position */
  positions: string;
  /** account key -> spelling, where the two differ */
  spellings: string;
}

/** Ratios are summed in whole units of 1e-14: exact in any order, and good for 92,000 queues of one account. */
const UNITS = sql.raw('1e14');

const queueRef = ({ pool, queueId }: Pick<QueueHead, 'pool' | 'queueId'>) =>
  sql`(select id from queues where pool = ${pool} and queue_id = ${queueId})`;

/** Rows `key, value` of a sheet that travels with the statement. */
export const rowsOfSheet = (json: string): SQL => sql`(select key, value from json_each(${json}))`;

/** Rows `key, value` of the positions or spellings of a part that was kept. */
export const rowsOfPart = (uploadId: string, part: number, sheet: keyof PositionSheet): SQL =>
  sql`(select each.key as key, each.value as value from queue_upload_parts as kept, json_each(kept.${sql.identifier(sheet)}) as each where kept.upload_id = ${uploadId} and kept.part = ${part})`;

/** How many accounts a queue of this id holds now; no row when there is none. The first statement of an upload's batch. */
export const selectQueue = (head: Pick<QueueHead, 'pool' | 'queueId'>): SQL =>
  sql`select accounts, upload_id from queues where pool = ${head.pool} and queue_id = ${head.queueId}`;

/**
 * Takes a queue's positions back, with their share in the statistics and accounts that nothing else holds.
 * Best and worst cannot be taken back by sums, so the accounts concerned are counted anew without the queue.
 * Does nothing when there is no such queue.
 */
export function takePositionsBack(head: Pick<QueueHead, 'pool' | 'queueId'>): SQL[] {
  const ref = queueRef(head);
  const inQueue = sql`(select account_id from queue_positions where queue_ref = ${ref})`;
  return [
    sql`delete from queue_accounts where id in ${inQueue}
      and id in (select account_id from queue_account_stats where account_id in ${inQueue} and total_queues = 1)
      and not exists (select 1 from queue_category_accounts as held where held.account_id = queue_accounts.id)`,
    sql`delete from queue_account_stats where account_id in ${inQueue} and total_queues = 1`,
    sql`update queue_account_stats set total_queues = rest.n, ratio_sum = rest.units, best_ratio = rest.best, worst_ratio = rest.worst,
      avg_ratio = case rest.n when 1 then rest.best else rest.units / ${UNITS} / rest.n end
      from (select other.account_id as account_id, count(*) as n,
        sum(cast(round(other.position * ${UNITS} / queues.queue_total) as integer)) as units,
        min(other.position * 1.0 / queues.queue_total) as best, max(other.position * 1.0 / queues.queue_total) as worst
        from queue_positions as gone
        cross join queue_positions as other on other.account_id = gone.account_id and other.queue_ref <> gone.queue_ref
        cross join queues on queues.id = other.queue_ref
        where gone.queue_ref = ${ref} group by other.account_id) as rest
      where rest.account_id = queue_account_stats.account_id`,
    sql`delete from queue_positions where queue_ref = ${ref}`,
  ];
}

/** The queue's own row; how many accounts it holds is counted by {@link addToStatistics}. */
export const writeQueue = (head: QueueHead): SQL =>
  sql`insert into queues (pool, queue_id, queue_total, queue_date, accounts, position_sum, upload_id, uploaded_at)
    values (${head.pool}, ${head.queueId}, ${head.queueTotal}, ${head.queueDate}, 0, 0, ${head.uploadId}, ${head.uploadedAt})
    on conflict (pool, queue_id) do update set queue_total = excluded.queue_total, queue_date = excluded.queue_date,
    upload_id = excluded.upload_id, uploaded_at = excluded.uploaded_at`;

/**
 * Writes accounts and positions; of an account that another sheet named already the best position stays. Rows are
 * visited in the order of the tables' keys, so that each page is touched once.
 */
export function writePositions(head: QueueHead, rows: SQL, spellings: SQL | null): SQL[] {
  const { pool } = head;
  const spelled = spellings === null ? sql`given.key` : sql`coalesce(spelled.value, given.key)`;
  const withSpelling =
    spellings === null ? sql`` : sql`left join ${spellings} as spelled on spelled.key = given.key`;
  return [
    sql`insert into queue_accounts (pool, email_key, email) select ${pool}, given.key, ${spelled} from ${rows} as given ${withSpelling}
      where true order by given.key on conflict (pool, email_key) do nothing`,
    sql`insert into queue_positions (account_id, queue_ref, position)
      select account.id, ${queueRef(head)}, given.value from ${rows} as given
      cross join queue_accounts as account on account.pool = ${pool} and account.email_key = given.key
      where true order by account.id
      on conflict (account_id, queue_ref) do update set position = min(position, excluded.position)`,
  ];
}

/** Adds a queue's positions to the statistics and counts them. Behind {@link writePositions}, in the same batch. */
export function addToStatistics(head: QueueHead): SQL[] {
  const ref = queueRef(head);
  const { pool, queueTotal } = head;
  return [
    sql`insert into queue_account_stats (account_id, pool, total_queues, ratio_sum, avg_ratio, best_ratio, worst_ratio)
      select account_id, ${pool}, 1, cast(round(position * ${UNITS} / ${queueTotal}) as integer),
      position * 1.0 / ${queueTotal}, position * 1.0 / ${queueTotal}, position * 1.0 / ${queueTotal}
      from queue_positions where queue_ref = ${ref} order by account_id
      on conflict (account_id) do update set total_queues = total_queues + 1, ratio_sum = ratio_sum + excluded.ratio_sum,
      avg_ratio = (ratio_sum + excluded.ratio_sum) / ${UNITS} / (total_queues + 1),
      best_ratio = min(best_ratio, excluded.best_ratio), worst_ratio = max(worst_ratio, excluded.worst_ratio)`,
    sql`update queues set (accounts, position_sum) = (select count(*), coalesce(sum(position), 0) from queue_positions where queue_ref = ${ref})
      where pool = ${pool} and queue_id = ${head.queueId}`,
  ];
}

/** Drops a queue's own row; its positions were taken back before. */
export const deleteQueueRow = (head: Pick<QueueHead, 'pool' | 'queueId'>): SQL =>
  sql`delete from queues where pool = ${head.pool} and queue_id = ${head.queueId}`;

/** One part of a large upload. */
interface UploadPart extends PositionSheet {
  uploadId: string;
  part: number;
  receivedAt: number;
}

/** Keeps a part until the rest is there; a repeated part replaces itself. */
export const keepPart = (part: UploadPart): SQL =>
  sql`insert into queue_upload_parts (upload_id, part, positions, spellings, received_at)
    values (${part.uploadId}, ${part.part}, ${part.positions}, ${part.spellings}, ${part.receivedAt})
    on conflict (upload_id, part) do update set positions = excluded.positions, spellings = excluded.spellings`;

export const countParts = (uploadId: string): SQL =>
  sql`select count(*) as parts from queue_upload_parts where upload_id = ${uploadId}`;

export const dropParts = (uploadId: string): SQL =>
  sql`delete from queue_upload_parts where upload_id = ${uploadId}`;

/** Uploads that nobody finished. */
export const dropPartsBefore = (receivedAt: number): SQL =>
  sql`delete from queue_upload_parts where received_at < ${receivedAt}`;

/** The uploaded queues, newest first. */
export async function listQueueRows(db: Database, pool: Pool) {
  return db.all<{
    queue_id: string;
    queue_date: string;
    queue_total: number;
    accounts: number;
    uploaded_at: number;
  }>(
    sql`select queue_id, queue_date, queue_total, accounts, uploaded_at from queues where pool = ${pool} order by uploaded_at desc, id desc limit 5000`,
  );
}
