import { sql } from 'drizzle-orm';
import type { Performance } from '../../../../shared/queues/ratios.ts';
import type { Ctx } from '../../../context/context.ts';
import type { Database } from '../../../db/client.ts';
import type { Pool } from '../pool.ts';

/** The numbers of queues on the dashboard. */
interface QueueNumbers {
  /** `overview.queue_files_processed` */
  files_processed: number;
  total_records: number;
  /** Mean position over all records, with two decimals; 0 without records. */
  avg_position: number;
  active_queues: number;
  /** Uploads in parts that have not been applied yet. */
  processing_queues: number;
}

/** The numbers of both queue types together. */
export async function countQueues({ db }: Pick<Ctx, 'db'>): Promise<QueueNumbers> {
  const [numbers] = await db.all<QueueNumbers>(
    sql`select count(*) as files_processed, coalesce(sum(accounts), 0) as total_records,
      coalesce(round(sum(position_sum) * 1.0 / sum(accounts) * 100) / 100, 0) as avg_position,
      count(*) filter (where accounts > 0) as active_queues,
      (select count(*) from queue_uploads where applied_at is null) as processing_queues from queues where is_deleted = 0`,
  );
  // A query of sums has one row.
  return numbers as QueueNumbers;
}

/** The mean ratio of position to queue total of each of the last `days` queue dates, latest first. */
export const listDayRatios = (db: Database, days: number) =>
  db.all<{ day: string; ratio: number; positions: number }>(
    sql`select queue_date as day, sum(position_sum * 1.0 / queue_total) / sum(accounts) as ratio, sum(accounts) as positions
      from queues where accounts > 0 and is_deleted = 0 group by queue_date order by queue_date desc limit ${days}`,
  );

/** Tested accounts of each pool by performance label. An account of both queue types is in both pools. */
export const readClasses = (db: Database) =>
  db.all<{ pool: Pool; performance: Performance; accounts: number }>(
    sql`select pool, performance, accounts from queue_label_counts
      where generation = (select ranked from queue_statistics) and accounts > 0 order by pool, performance`,
  );
