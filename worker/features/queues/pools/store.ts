import { type SQL, sql } from 'drizzle-orm';
import { isOneOf } from '../../../db/bulk.ts';
import type { Database } from '../../../db/client.ts';
import { PUBLISHED_STATS, PUBLISHED_STATS_OR_NULL, publishedRanks } from '../counting/store.ts';
import type { Pool } from '../pool.ts';

/** libSQL returns texts of up to 5 MB and answers of up to 10 MB. Escaping makes a text at most six times as long. */
const TEXT_BYTES = 4_000_000;
const ROW_TEXT_BYTES = 1_500_000;

/** The source of the best accounts. */
export interface BestFilter {
  pool: Pool;
  /** Name keys; none means all categories. */
  categories: readonly string[];
  minRatio: number;
  maxRatio: number;
  limit: number;
}

/** An account, its number of queues, and its average, best and worst ratio. */
export type BestRow = [string, number, number, number, number];

/**
 * The best tested accounts: distinct, lowest average first, ties by e-mail. Of those behind the first `offset`, as many
 * as one answer holds; `isComplete` is true if that is all of them.
 *
 * They are read in the order of the ranks, and the reading ends as soon as there are enough. The answer is one JSON text:
 * thousands of rows of the protocol cost more than the search itself. 17 digits keep every number exact. The plus keeps
 * the index of categories from being read once per category: an account is in few of them.
 */
export async function listBestRows(
  db: Database,
  filter: BestFilter,
  offset: number,
): Promise<{ accounts: BestRow[]; isComplete: boolean }> {
  const rows = await db.all<{ accounts: string | null; found: number; returned: number }>(
    sql`select group_concat(entry) filter (where bytes <= ${TEXT_BYTES}) as accounts,
      count(*) as found, count(*) filter (where bytes <= ${TEXT_BYTES}) as returned
      from (select entry, sum(length(cast(entry as blob)) + 1) over (rows unbounded preceding) as bytes
      from (select format('[%s,%d,%!.17g,%!.17g,%!.17g]', json_quote(a.email), s.total_queues, s.avg_ratio, s.best_ratio, s.worst_ratio) as entry
      from queue_ranks as r cross join queue_accounts as a on a.id = r.account_id cross join ${PUBLISHED_STATS} as s on s.account_id = r.account_id
      where ${publishedRanks('r', filter.pool)} and r.avg_ratio between ${filter.minRatio} and ${filter.maxRatio}
      and exists (select 1 from queue_category_accounts as held where held.account_id = r.account_id
      and +held.category_id in (select id from queue_categories as category where category.pool = ${filter.pool} and category.is_deleted = 0 ${named(filter.categories)}))
      order by r.avg_ratio, a.email_key limit ${filter.limit - offset} offset ${offset}))`,
  );
  const { accounts, found, returned } = rows[0] ?? { accounts: null, found: 0, returned: 0 };
  return { accounts: JSON.parse(`[${accounts ?? ''}]`), isComplete: returned === found };
}

const named = (nameKeys: readonly string[]): SQL =>
  nameKeys.length === 0 ? sql`` : sql`and ${isOneOf(sql`category.name_key`, nameKeys)}`;

/** Those of the name keys that a pool has a category for. */
export async function listKnownKeys(db: Database, pool: Pool, nameKeys: readonly string[]) {
  const rows = await db.all<{ name_key: string }>(
    sql`select name_key from queue_categories as category where pool = ${pool} and is_deleted = 0 ${named(nameKeys)}`,
  );
  return rows.map((row) => row.name_key);
}

/**
 * Accounts of categories for a dispatch, by id, behind `afterId`: as many as one answer holds. `categories` is a JSON
 * array of the categories' names.
 */
export async function listAccountsAfter(
  db: Database,
  filter: { pool: Pool; categories: readonly string[]; afterId: number; limit: number },
) {
  return db.all<{ id: number; email: string; avg_ratio: number | null; categories: string }>(
    sql`select id, email, avg_ratio, categories
      from (select *, sum(length(cast(email as blob)) + length(cast(categories as blob))) over (rows unbounded preceding) as bytes
      from (select a.id, a.email, s.avg_ratio, json_group_array(category.name) as categories
      from queue_category_accounts as held indexed by queue_category_accounts_account
      cross join queue_categories as category on category.id = held.category_id and category.is_deleted = 0
      cross join queue_accounts as a on a.id = held.account_id
      left join ${PUBLISHED_STATS_OR_NULL} as s on s.account_id = held.account_id
      where held.account_id > ${filter.afterId} and category.pool = ${filter.pool} ${named(filter.categories)}
      group by held.account_id order by held.account_id limit ${filter.limit}))
      where bytes <= ${ROW_TEXT_BYTES}`,
  );
}

/**
 * Accounts of any category by e-mail, behind `after`: as many as one answer holds. `entries` is a list of JSON arrays, each
 * with the average ratio (null without a queue) and the ids of the categories.
 */
export async function listPoolEntries(
  db: Database,
  { pool, after, limit }: { pool: Pool; after: string; limit: number },
): Promise<{ entries: string; last: string } | null> {
  const [row] = await db.all<{ entries: string | null; last: string | null }>(
    sql`select group_concat(entry) as entries, max(email_key) as last
      from (select *, sum(length(entry)) over (rows unbounded preceding) as bytes
      from (select a.email_key, '[' || iif(s.avg_ratio is null, 'null', format('%!.17g', s.avg_ratio)) || (select group_concat(',' || held.category_id, '')
        from queue_category_accounts as held indexed by queue_category_accounts_account where held.account_id = a.id) || ']' as entry
      from queue_accounts as a left join ${PUBLISHED_STATS_OR_NULL} as s on s.account_id = a.id
      where a.pool = ${pool} and a.email_key > ${after}
      and exists (select 1 from queue_category_accounts as held where held.account_id = a.id)
      order by a.email_key limit ${limit}))
      where bytes <= ${TEXT_BYTES}`,
  );
  return row?.entries && row.last !== null ? { entries: row.entries, last: row.last } : null;
}
