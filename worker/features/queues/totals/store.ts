import { sql } from 'drizzle-orm';
import type { Performance } from '../../../../shared/queues/accounts/ratios.ts';
import type { Ctx } from '../../../context/context.ts';
import type { Database } from '../../../db/client.ts';
import { queueClasses, queueStatistics, queues, queueUploads } from '../../../db/schema/queues.ts';
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
  const { accounts, positionSum, isDeleted } = queues;
  const [numbers] = await db.all<QueueNumbers>(
    sql`select count(*) as files_processed, coalesce(sum(${accounts}), 0) as total_records,
      coalesce(round(sum(${positionSum}) * 1.0 / sum(${accounts}) * 100) / 100, 0) as avg_position,
      count(*) filter (where ${accounts} > 0) as active_queues,
      (select count(*) from ${queueUploads} where ${queueUploads.appliedAt} is null) as processing_queues
      from ${queues} where ${isDeleted} = 0`,
  );
  // A query of sums has one row.
  return numbers as QueueNumbers;
}

/** The mean ratio of position to queue total of each of the last `days` queue dates, latest first. */
export function listDayRatios(db: Database, days: number) {
  const { queueDate, queueTotal, positionSum, accounts, isDeleted } = queues;
  return db.all<{ day: string; ratio: number; positions: number }>(
    sql`select ${queueDate} as day, sum(${positionSum} * 1.0 / ${queueTotal}) / sum(${accounts}) as ratio, sum(${accounts}) as positions
      from ${queues} where ${accounts} > 0 and ${isDeleted} = 0 group by ${queueDate} order by ${queueDate} desc limit ${days}`,
  );
}

/** Tested accounts of each pool by performance label. An account of both queue types is in both pools. */
export function readClasses(db: Database) {
  const { pool, performance, accounts, generation } = queueClasses;
  return db.all<{ pool: Pool; performance: Performance; accounts: number }>(
    sql`select ${pool} as pool, ${performance} as performance, ${accounts} as accounts from ${queueClasses}
      where ${generation} = (select ${queueStatistics.ranked} from ${queueStatistics}) and ${accounts} > 0
      order by ${pool}, ${performance}`,
  );
}
