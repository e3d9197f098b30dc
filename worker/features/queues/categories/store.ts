import { and, eq, type SQL, sql } from 'drizzle-orm';
import { factsOf } from '../../../db/audit.ts';
import type { Database } from '../../../db/client.ts';
import { into, nameOf, namesOf } from '../../../db/names.ts';
import {
  queueAccounts,
  queueCategories,
  queueCategoryAccounts,
  queuePositions,
  queues,
} from '../../../db/schema/queues.ts';
import type { Pool } from '../pool.ts';
import { account, held, placed } from '../store-tables.ts';

/** A category as the statements below identify it: pool and name key. */
export interface CategoryKey {
  pool: Pool;
  nameKey: string;
}

/** The condition for the row of a category. Deleted categories no longer have their name. */
const isCategory = ({ pool, nameKey }: CategoryKey): SQL =>
  sql`${queueCategories.pool} = ${pool} and ${queueCategories.nameKey} = ${nameKey} and ${queueCategories.isDeleted} = 0`;

export const categoryId = (key: CategoryKey): SQL =>
  sql`(select ${queueCategories.id} from ${queueCategories} where ${isCategory(key)})`;

/** Id and spelling of a category; no row if there is none. */
export const selectCategory = (key: CategoryKey): SQL =>
  sql`select ${queueCategories.id} as id, ${queueCategories.name} as name from ${queueCategories} where ${isCategory(key)}`;

/** For the audit trail: the category that is deleted. */
export const categoryFacts = (key: CategoryKey, id: string): SQL =>
  sql`select ${id} as id, ${factsOf({
    name: queueCategories.name,
    accounts: queueCategories.accounts,
  })} as was from ${queueCategories} where ${isCategory(key)}`;

/** Creates the category unless one with the same name, in any letter case, exists. */
export const createCategory = (key: CategoryKey, name: string, createdAt: number): SQL =>
  sql`insert into ${into(queueCategories, ['pool', 'nameKey', 'name', 'createdAt'])}
    values (${key.pool}, ${key.nameKey}, ${name}, ${createdAt})
    on conflict (${namesOf(queueCategories.pool, queueCategories.nameKey)}) where ${nameOf(queueCategories.isDeleted)} = 0 do nothing`;

/** Accounts of a JSON object key -> spelling that are not in the pool yet. */
export const createAccounts = (pool: Pool, accounts: string): SQL =>
  sql`insert into ${into(queueAccounts, ['pool', 'emailKey', 'email'])}
    select ${pool}, given.key, given.value from json_each(${accounts}) as given where true order by given.key
    on conflict (${namesOf(queueAccounts.pool, queueAccounts.emailKey)}) do nothing`;

/** Accounts of a pool by the keys of a JSON object. */
const accountsByKeys = (pool: Pool, accounts: string): SQL =>
  sql`json_each(${accounts}) as given
    cross join ${queueAccounts} as ${account} on ${account.pool} = ${pool} and ${account.emailKey} = given.key`;

/**
 * Adds accounts (the keys of a JSON object) to a category, or only those that another category
 * contains. The number of changed rows is the number of new members.
 */
export function addToCategory(key: CategoryKey, accounts: string, from?: CategoryKey): SQL {
  const ofOther = (other: CategoryKey) =>
    sql`cross join ${queueCategoryAccounts} as ${held} on ${held.accountId} = ${account.id} and ${held.categoryId} = ${categoryId(other)}`;
  return sql`insert into ${into(queueCategoryAccounts, ['categoryId', 'accountId'])}
    select ${categoryId(key)}, ${account.id} from ${accountsByKeys(key.pool, accounts)} ${from ? ofOther(from) : sql``}
    where true order by ${account.id} on conflict do nothing`;
}

/** Removes accounts (keys of a JSON object) from a category. */
export const removeFromCategory = (key: CategoryKey, accounts: string): SQL =>
  sql`delete from ${queueCategoryAccounts} where ${queueCategoryAccounts.categoryId} = ${categoryId(key)}
    and ${queueCategoryAccounts.accountId} in (select ${account.id} from ${accountsByKeys(key.pool, accounts)})`;

export const renameCategoryRow = (from: CategoryKey, to: { nameKey: string; name: string }): SQL =>
  sql`update ${queueCategories} set ${nameOf(queueCategories.nameKey)} = ${to.nameKey}, ${nameOf(queueCategories.name)} = ${to.name}
    where ${isCategory(from)}`;

/** Deletes the accounts (keys of a JSON object) that no queue and no category contains. */
export const deleteUnheld = (pool: Pool, accounts: string): SQL =>
  sql`delete from ${queueAccounts} where ${queueAccounts.pool} = ${pool}
    and ${queueAccounts.emailKey} in (select key from json_each(${accounts}))
    and not exists (select 1 from ${queuePositions} as ${placed}
      where ${placed.shard} in (select ${queues.id} >> 4 from ${queues}) and ${placed.accountId} = ${queueAccounts.id})
    and not exists (select 1 from ${queueCategoryAccounts} as ${held} where ${held.accountId} = ${queueAccounts.id})`;

/**
 * Removes a category from all lists. Its members, and the accounts that nothing else contains, are
 * erased later.
 */
export const hideCategory = (key: CategoryKey): SQL =>
  sql`update ${queueCategories} set ${nameOf(queueCategories.isDeleted)} = 1 where ${isCategory(key)}`;

/** The categories of these accounts: `categories` is a JSON array of their ids. */
export const listHolders = async (db: Database, pool: Pool, keys: readonly string[]) =>
  db.all<{ emailKey: string; categories: string }>(
    sql`select ${account.emailKey} as "emailKey", json_group_array(${held.categoryId}) as categories
      from json_each(${JSON.stringify(keys)}) as given
      cross join ${queueAccounts} as ${account} on ${account.pool} = ${pool} and ${account.emailKey} = given.value
      cross join ${queueCategoryAccounts} as ${held} indexed by queue_category_accounts_account on ${held.accountId} = ${account.id}
      group by ${account.id}`,
  );

const inPool = (pool: Pool) =>
  and(eq(queueCategories.pool, pool), sql`${queueCategories.isDeleted} = 0`);

/** Names of a pool's categories by id. */
export async function readCategoryNames(db: Database, pool: Pool): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: queueCategories.id, name: queueCategories.name })
    .from(queueCategories)
    .where(inPool(pool));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const SUMMARY = {
  name: queueCategories.name,
  total_accounts: queueCategories.accounts,
  tested_accounts: queueCategories.testedAccounts,
};

/** Every category of a pool with its numbers, by name. */
export const listCategories = async (db: Database, pool: Pool) =>
  db.select(SUMMARY).from(queueCategories).where(inPool(pool)).orderBy(queueCategories.nameKey);

/** A category's numbers; null when there is no such category. */
export async function readSummary(db: Database, key: CategoryKey) {
  const rows = await db.select(SUMMARY).from(queueCategories).where(isCategory(key));
  return rows[0] ?? null;
}
