import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { readStored } from '../../../../shared/json.ts';
import { isOneOf } from '../../../db/bulk.ts';
import type { Database } from '../../../db/client.ts';
import {
  queueAccounts,
  queueCategories,
  queueCategoryAccounts,
  queueRanks,
} from '../../../db/schema/queues.ts';
import { PUBLISHED_STATS, PUBLISHED_STATS_OR_NULL, publishedRanks } from '../counting/store.ts';
import type { Pool } from '../pool.ts';
import { account, category, held, ranked, stats } from '../store-tables.ts';

/** libSQL returns texts of up to 5 MB and answers of up to 10 MB. Escaping makes a text up to six times as long. */
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
const bestRow = z.tuple([z.string(), z.int(), z.number(), z.number(), z.number()]);
const bestRows = z.array(bestRow);
export type BestRow = z.infer<typeof bestRow>;

/**
 * The best tested accounts: distinct, lowest average first, ties by e-mail. After the first
 * `offset`, as many as fit into one answer; `isComplete` is true if that is all of them.
 *
 * They are read in the order of the ranks, and the reading ends as soon as there are enough. The
 * answer is one JSON text: thousands of rows of the protocol cost more than the search itself. 17
 * digits keep every number exact. The plus keeps the index of categories from being read once per
 * category: an account is in few of them.
 */
export async function listBestRows(
  db: Database,
  filter: BestFilter,
  offset: number,
): Promise<{ accounts: BestRow[]; isComplete: boolean }> {
  const entry = sql`format('[%s,%d,%!.17g,%!.17g,%!.17g]', json_quote(${account.email}), ${stats.totalQueues}, ${stats.avgRatio}, ${stats.bestRatio}, ${stats.worstRatio})`;
  const rows = await db.all<{ accounts: string | null; found: number; returned: number }>(
    sql`select group_concat(entry) filter (where bytes <= ${TEXT_BYTES}) as accounts,
      count(*) as found, count(*) filter (where bytes <= ${TEXT_BYTES}) as returned
      from (select entry, sum(length(cast(entry as blob)) + 1) over (rows unbounded preceding) as bytes
      from (select ${entry} as entry
      from ${queueRanks} as ${ranked} cross join ${queueAccounts} as ${account} on ${account.id} = ${ranked.accountId}
      cross join ${PUBLISHED_STATS} as ${stats} on ${stats.accountId} = ${ranked.accountId}
      where ${publishedRanks(ranked, filter.pool)} and ${ranked.avgRatio} between ${filter.minRatio} and ${filter.maxRatio}
      and exists (select 1 from ${queueCategoryAccounts} as ${held} where ${held.accountId} = ${ranked.accountId}
      and +${held.categoryId} in (select ${category.id} from ${queueCategories} as ${category}
        where ${category.pool} = ${filter.pool} and ${category.isDeleted} = 0 ${named(filter.categories)}))
      order by ${ranked.avgRatio}, ${account.emailKey} limit ${filter.limit - offset} offset ${offset}))`,
  );
  const { accounts, found, returned } = rows[0] ?? { accounts: null, found: 0, returned: 0 };
  return { accounts: readStored(bestRows, `[${accounts ?? ''}]`), isComplete: returned === found };
}

const named = (nameKeys: readonly string[]): SQL =>
  nameKeys.length === 0 ? sql`` : sql`and ${isOneOf(category.nameKey, nameKeys)}`;

/** Those of the given name keys for which a pool has a category. */
export async function listKnownKeys(db: Database, pool: Pool, nameKeys: readonly string[]) {
  const rows = await db
    .select({ nameKey: category.nameKey })
    .from(category)
    .where(sql`${category.pool} = ${pool} and ${category.isDeleted} = 0 ${named(nameKeys)}`);
  return rows.map((row) => row.nameKey);
}

/**
 * Accounts of categories for a dispatch, by id, after `afterId`: as many as fit into one answer.
 * `categories` is a JSON array of the categories' names.
 */
export async function listAccountsAfter(
  db: Database,
  filter: { pool: Pool; categories: readonly string[]; afterId: number; limit: number },
) {
  return db.all<{ id: number; email: string; avgRatio: number | null; categories: string }>(
    sql`select id, email, "avgRatio", categories
      from (select *, sum(length(cast(email as blob)) + length(cast(categories as blob))) over (rows unbounded preceding) as bytes
      from (select ${account.id} as id, ${account.email} as email, ${stats.avgRatio} as "avgRatio", json_group_array(${category.name}) as categories
      from ${queueCategoryAccounts} as ${held} indexed by queue_category_accounts_account
      cross join ${queueCategories} as ${category} on ${category.id} = ${held.categoryId} and ${category.isDeleted} = 0
      cross join ${queueAccounts} as ${account} on ${account.id} = ${held.accountId}
      left join ${PUBLISHED_STATS_OR_NULL} as ${stats} on ${stats.accountId} = ${held.accountId}
      where ${held.accountId} > ${filter.afterId} and ${category.pool} = ${filter.pool} ${named(filter.categories)}
      group by ${held.accountId} order by ${held.accountId} limit ${filter.limit}))
      where bytes <= ${ROW_TEXT_BYTES}`,
  );
}

/**
 * Accounts of any category by e-mail, after `after`: as many as fit into one answer. `entries` is a
 * list of JSON arrays, each with the average ratio (null without a queue) and the ids of the
 * categories.
 */
export async function listPoolEntries(
  db: Database,
  { pool, after, limit }: { pool: Pool; after: string; limit: number },
): Promise<{ entries: string; last: string } | null> {
  const ofAccount = sql`from ${queueCategoryAccounts} as ${held} indexed by queue_category_accounts_account
    where ${held.accountId} = ${account.id}`;
  const ratio = sql`iif(${stats.avgRatio} is null, 'null', format('%!.17g', ${stats.avgRatio}))`;
  const [row] = await db.all<{ entries: string | null; last: string | null }>(
    sql`select group_concat(entry) as entries, max(key) as last
      from (select *, sum(length(entry)) over (rows unbounded preceding) as bytes
      from (select ${account.emailKey} as key, '[' || ${ratio} || (select group_concat(',' || ${held.categoryId}, '') ${ofAccount}) || ']' as entry
      from ${queueAccounts} as ${account} left join ${PUBLISHED_STATS_OR_NULL} as ${stats} on ${stats.accountId} = ${account.id}
      where ${account.pool} = ${pool} and ${account.emailKey} > ${after}
      and exists (select 1 from ${queueCategoryAccounts} as ${held} where ${held.accountId} = ${account.id})
      order by ${account.emailKey} limit ${limit}))
      where bytes <= ${TEXT_BYTES}`,
  );
  return row?.entries && row.last !== null ? { entries: row.entries, last: row.last } : null;
}
