import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import type { Pool } from './store-pools.ts';

/** A category as the statements below name it: pool and name key. */
export interface CategoryKey {
  pool: Pool;
  nameKey: string;
}

const categoryId = ({ pool, nameKey }: CategoryKey): SQL =>
  sql`(select id from queue_categories where pool = ${pool} and name_key = ${nameKey})`;

/** Id and spelling of a category; no row when there is none. */
export const selectCategory = ({ pool, nameKey }: CategoryKey): SQL =>
  sql`select id, name from queue_categories where pool = ${pool} and name_key = ${nameKey}`;

/** Makes the category unless a name that differs in case only is there. */
export const createCategory = (key: CategoryKey, name: string, createdAt: number): SQL =>
  sql`insert into queue_categories (pool, name_key, name, created_at) values (${key.pool}, ${key.nameKey}, ${name}, ${createdAt}) on conflict (pool, name_key) do nothing`;

/** Accounts of a JSON object key -> spelling that the pool does not know yet. */
export const createAccounts = (pool: Pool, accounts: string): SQL =>
  sql`insert into queue_accounts (pool, email_key, email) select ${pool}, given.key, given.value from json_each(${accounts}) as given
    where true order by given.key on conflict (pool, email_key) do nothing`;

/** Puts accounts (the keys of a JSON object) into a category; its changed rows are the ones that were new there. */
export const addToCategory = (key: CategoryKey, accounts: string): SQL =>
  sql`insert into queue_category_accounts (category_id, account_id)
    select ${categoryId(key)}, account.id from json_each(${accounts}) as given
    cross join queue_accounts as account on account.pool = ${key.pool} and account.email_key = given.key
    where true order by account.id on conflict do nothing`;

/** Puts into one category those accounts (keys of a JSON object) that another holds. */
export const copyBetween = (from: CategoryKey, to: CategoryKey, accounts: string): SQL =>
  sql`insert into queue_category_accounts (category_id, account_id)
    select ${categoryId(to)}, account.id from json_each(${accounts}) as given
    cross join queue_accounts as account on account.pool = ${to.pool} and account.email_key = given.key
    cross join queue_category_accounts as held on held.category_id = ${categoryId(from)} and held.account_id = account.id
    where true order by account.id on conflict do nothing`;

/** Takes accounts (keys of a JSON object) out of a category. */
export const removeFromCategory = (key: CategoryKey, accounts: string): SQL =>
  sql`delete from queue_category_accounts where category_id = ${categoryId(key)}
    and account_id in (select account.id from json_each(${accounts}) as given
    cross join queue_accounts as account on account.pool = ${key.pool} and account.email_key = given.key)`;

export const renameCategoryRow = (from: CategoryKey, to: { nameKey: string; name: string }): SQL =>
  sql`update queue_categories set name_key = ${to.nameKey}, name = ${to.name} where pool = ${from.pool} and name_key = ${from.nameKey}`;

/** Drops a category and the accounts that nothing else holds: neither a queue nor another category. */
export function deleteCategoryRows(key: CategoryKey): SQL[] {
  const id = categoryId(key);
  return [
    sql`delete from queue_accounts where id in (select account_id from queue_category_accounts where category_id = ${id})
      and not exists (select 1 from queue_account_stats as s where s.account_id = queue_accounts.id)
      and not exists (select 1 from queue_category_accounts as held where held.account_id = queue_accounts.id and held.category_id <> ${id})`,
    sql`delete from queue_category_accounts where category_id = ${id}`,
    sql`delete from queue_categories where pool = ${key.pool} and name_key = ${key.nameKey}`,
  ];
}

/** Every category of a pool with its numbers, by name. */
export async function listCategories(db: Database, pool: Pool) {
  return db.all<{
    name: string;
    name_key: string;
    total_accounts: number;
    tested_accounts: number;
  }>(
    sql`select category.name, category.name_key, count(held.account_id) as total_accounts, count(s.account_id) as tested_accounts
      from queue_categories as category
      left join queue_category_accounts as held on held.category_id = category.id
      left join queue_account_stats as s on s.account_id = held.account_id
      where category.pool = ${pool} group by category.id order by category.name_key`,
  );
}

/** A category's numbers; null when there is no such category. */
export async function readSummary(db: Database, { pool, nameKey }: CategoryKey) {
  const rows = await db.all<{ name: string; total_accounts: number; tested_accounts: number }>(
    sql`select category.name, (select count(*) from queue_category_accounts as held where held.category_id = category.id) as total_accounts,
      (select count(*) from queue_category_accounts as held cross join queue_account_stats as s on s.account_id = held.account_id where held.category_id = category.id) as tested_accounts
      from queue_categories as category where category.pool = ${pool} and category.name_key = ${nameKey}`,
  );
  return rows[0] ?? null;
}

/** What best accounts are picked from. */
export interface BestFilter {
  pool: Pool;
  /** Name keys; none means all categories. */
  categories: readonly string[];
  minRatio: number;
  maxRatio: number;
  limit: number;
}

/**
 * The best tested accounts: distinct, lowest average first, ties by e-mail (part 4, "Queue tools"). They are looked for
 * in the order of the ranked index, which ends as soon as there are enough. The answer is one JSON text: thousands of
 * rows of the protocol cost more than the search itself. 17 digits keep every number exact. The plus keeps the index
 * from being asked once per category: an account is in few of them.
 */
export async function listBestRows(
  db: Database,
  filter: BestFilter,
): Promise<[string, number, number, number, number][]> {
  const named =
    filter.categories.length === 0
      ? sql``
      : sql`and name_key in (select value from json_each(${JSON.stringify(filter.categories)}))`;
  const rows = await db.all<{ accounts: string | null }>(
    sql`select group_concat(format('[%s,%d,%!.17g,%!.17g,%!.17g]', json_quote(email), total_queues, avg_ratio, best_ratio, worst_ratio)) as accounts
      from (select a.email, s.total_queues, s.avg_ratio, s.best_ratio, s.worst_ratio
      from queue_account_stats as s indexed by queue_account_stats_rank cross join queue_accounts as a on a.id = s.account_id
      where s.pool = ${filter.pool} and s.avg_ratio between ${filter.minRatio} and ${filter.maxRatio}
      and exists (select 1 from queue_category_accounts as held where held.account_id = s.account_id
      and +held.category_id in (select id from queue_categories where pool = ${filter.pool} ${named}))
      order by s.avg_ratio, a.email_key limit ${filter.limit})`,
  );
  return JSON.parse(`[${rows[0]?.accounts ?? ''}]`);
}

/** Those of the name keys that a pool has a category for. */
export async function listKnownKeys(db: Database, pool: Pool, nameKeys: readonly string[]) {
  const rows = await db.all<{ name_key: string }>(
    sql`select name_key from queue_categories
      where pool = ${pool} and name_key in (select value from json_each(${JSON.stringify(nameKeys)}))`,
  );
  return rows.map((row) => row.name_key);
}

/** Accounts of categories for a dispatch: key range by id, with the name keys of their categories as JSON. */
export async function listAccountsAfter(
  db: Database,
  filter: { pool: Pool; categories: readonly string[]; afterId: number; limit: number },
) {
  const named =
    filter.categories.length === 0
      ? sql``
      : sql`and category.name_key in (select value from json_each(${JSON.stringify(filter.categories)}))`;
  return db.all<{ id: number; email: string; avg_ratio: number | null; categories: string }>(
    sql`select a.id, a.email, s.avg_ratio, json_group_array(category.name) as categories
      from queue_category_accounts as held indexed by queue_category_accounts_account
      cross join queue_categories as category on category.id = held.category_id
      cross join queue_accounts as a on a.id = held.account_id
      left join queue_account_stats as s on s.account_id = held.account_id
      where held.account_id > ${filter.afterId} and category.pool = ${filter.pool} ${named}
      group by held.account_id order by held.account_id limit ${filter.limit}`,
  );
}

/** The numbers of the dashboard that queues own. */
export async function readTotals(db: Database) {
  const rows = await db.all<{
    files: number;
    records: number;
    position_sum: number;
    active: number;
    processing: number;
  }>(
    sql`select count(*) as files, coalesce(sum(accounts), 0) as records, coalesce(sum(position_sum), 0.0) as position_sum,
      count(*) filter (where accounts > 0) as active,
      (select count(*) from queue_uploads where applied_at is null) as processing from queues`,
  );
  return rows[0];
}
