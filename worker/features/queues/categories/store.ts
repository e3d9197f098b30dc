import { type SQL, sql } from 'drizzle-orm';
import type { CategorySummary } from '../../../../shared/queues/schema.ts';
import { factsOf } from '../../../db/audit.ts';
import type { Database } from '../../../db/client.ts';
import type { Pool } from '../pool.ts';

/** A category as the statements below name it: pool and name key. */
export interface CategoryKey {
  pool: Pool;
  nameKey: string;
}

/** The condition for the row of a category; deleted ones have lost their name. */
const isCategory = ({ pool, nameKey }: CategoryKey): SQL =>
  sql`pool = ${pool} and name_key = ${nameKey} and is_deleted = 0`;

export const categoryId = (key: CategoryKey): SQL =>
  sql`(select id from queue_categories where ${isCategory(key)})`;

/** Id and spelling of a category; no row when there is none. */
export const selectCategory = (key: CategoryKey): SQL =>
  sql`select id, name from queue_categories where ${isCategory(key)}`;

/** For the audit trail: the category that is deleted. */
export const categoryFacts = (key: CategoryKey, id: string): SQL =>
  sql`select ${id} as id, ${factsOf({
    name: sql`name`,
    accounts: sql`accounts`,
  })} as was from queue_categories where ${isCategory(key)}`;

/** Makes the category unless a name that differs in case only is there. */
export const createCategory = (key: CategoryKey, name: string, createdAt: number): SQL =>
  sql`insert into queue_categories (pool, name_key, name, created_at) values (${key.pool}, ${key.nameKey}, ${name}, ${createdAt}) on conflict (pool, name_key) where is_deleted = 0 do nothing`;

/** Accounts of a JSON object key -> spelling that are not in the pool yet. */
export const createAccounts = (pool: Pool, accounts: string): SQL =>
  sql`insert into queue_accounts (pool, email_key, email) select ${pool}, given.key, given.value from json_each(${accounts}) as given
    where true order by given.key on conflict (pool, email_key) do nothing`;

/**
 * Puts accounts (the keys of a JSON object) into a category, or those of them that another category holds. Its changed
 * rows are the ones that were new there.
 */
export function addToCategory(key: CategoryKey, accounts: string, from?: CategoryKey): SQL {
  const held = sql`cross join queue_category_accounts as held on held.account_id = account.id`;
  return sql`insert into queue_category_accounts (category_id, account_id)
    select ${categoryId(key)}, account.id from json_each(${accounts}) as given
    cross join queue_accounts as account on account.pool = ${key.pool} and account.email_key = given.key
    ${from ? sql`${held} and held.category_id = ${categoryId(from)}` : sql``}
    where true order by account.id on conflict do nothing`;
}

/** Removes accounts (keys of a JSON object) from a category. */
export const removeFromCategory = (key: CategoryKey, accounts: string): SQL =>
  sql`delete from queue_category_accounts where category_id = ${categoryId(key)}
    and account_id in (select account.id from json_each(${accounts}) as given
    cross join queue_accounts as account on account.pool = ${key.pool} and account.email_key = given.key)`;

export const renameCategoryRow = (from: CategoryKey, to: { nameKey: string; name: string }): SQL =>
  sql`update queue_categories set name_key = ${to.nameKey}, name = ${to.name} where ${isCategory(from)}`;

const IN_NO_QUEUE = sql.raw(
  'not exists (select 1 from queue_positions as p where p.shard in (select id >> 4 from queues) and p.account_id = queue_accounts.id)',
);

/** Deletes those accounts (keys of a JSON object) that no queue and no category holds. */
export const deleteUnheld = (pool: Pool, accounts: string): SQL =>
  sql`delete from queue_accounts where pool = ${pool} and email_key in (select key from json_each(${accounts})) and ${IN_NO_QUEUE}
    and not exists (select 1 from queue_category_accounts as held where held.account_id = queue_accounts.id)`;

/** Removes a category from all lists. Its members, and the accounts that nothing else holds, are erased afterwards. */
export const hideCategory = (key: CategoryKey): SQL =>
  sql`update queue_categories set is_deleted = 1 where ${isCategory(key)}`;

/** Which categories hold these accounts: `categories` is a JSON array of their ids. */
export const listHolders = async (db: Database, pool: Pool, keys: readonly string[]) =>
  db.all<{ email_key: string; categories: string }>(
    sql`select account.email_key, json_group_array(held.category_id) as categories from json_each(${JSON.stringify(keys)}) as given
      cross join queue_accounts as account on account.pool = ${pool} and account.email_key = given.value
      cross join queue_category_accounts as held indexed by queue_category_accounts_account on held.account_id = account.id
      group by account.id`,
  );

/** Names of a pool's categories by id. */
export async function readCategoryNames(db: Database, pool: Pool): Promise<Map<number, string>> {
  const rows = await db.all<{ id: number; name: string }>(
    sql`select id, name from queue_categories where pool = ${pool} and is_deleted = 0`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const SUMMARY = sql.raw('name, accounts as total_accounts, tested_accounts');

/** Every category of a pool with its numbers, by name. */
export const listCategories = (db: Database, pool: Pool) =>
  db.all<CategorySummary>(
    sql`select ${SUMMARY} from queue_categories where pool = ${pool} and is_deleted = 0 order by name_key`,
  );

/** A category's numbers; null when there is no such category. */
export async function readSummary(db: Database, key: CategoryKey) {
  const rows = await db.all<CategorySummary>(
    sql`select ${SUMMARY} from queue_categories where ${isCategory(key)}`,
  );
  return rows[0] ?? null;
}
