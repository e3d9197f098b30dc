import * as z from 'zod/mini';
import { DomainError } from '../../../../shared/errors.ts';
import { readStored } from '../../../../shared/json.ts';
import { countOf } from '../../../../shared/numbers.ts';
import { accountKey, categoryKey } from '../../../../shared/queues/keys.ts';
import type {
  AddCategoryAccountsRequest,
  CategorySummary,
  DeleteCategoryRequest,
  Holders,
  HoldersRequest,
  QueueType,
  RemoveAccountsRequest,
  RenameCategoryRequest,
  TransferAccountsRequest,
} from '../../../../shared/queues/schema.ts';
import { afterwards, type Ctx } from '../../../context/context.ts';
import { splitJsonObject } from '../../../db/bulk.ts';
import { type Changing, change } from '../../../db/change.ts';
import { noCategoryText } from '../accounts/service.ts';
import { COUNT_JOB, readCounting } from '../counting/service.ts';
import { poolOf } from '../pool.ts';
import {
  addToCategory,
  type CategoryKey,
  categoryFacts,
  createAccounts,
  createCategory,
  deleteUnheld,
  hideCategory,
  listCategories,
  listHolders,
  readCategoryNames,
  removeFromCategory,
  renameCategoryRow,
  selectCategory,
} from './store.ts';

const keyOf = (type: QueueType, name: string): CategoryKey => ({
  pool: poolOf(type),
  nameKey: categoryKey(name),
});

/**
 * The key has no case, as in comparisons of names, so that the history of a category is found under
 * each spelling.
 */
const idOf = (type: QueueType, name: string) => `${type}:${categoryKey(name)}`;
const subjectOf = (type: QueueType, name: string) => `queue_category:${idOf(type, name)}`;

const noSuchCategory = (name: string) => new DomainError('not_found', noCategoryText(name));

/** Every category of a type with its numbers, by name. */
export const summarizeCategories = (
  { db }: Pick<Ctx, 'db'>,
  type: QueueType,
): Promise<CategorySummary[]> => listCategories(db, poolOf(type));

/** The numbers of the categories, and the count that changes them. */
export async function readCategoryNumbers(ctx: Pick<Ctx, 'db'>, type: QueueType) {
  const [list, counting] = await Promise.all([
    summarizeCategories(ctx, type),
    readCounting(ctx.db, poolOf(type)),
  ]);
  return { list, counting };
}

const categoryIds = z.array(z.int());

/** The accounts that one statement looks up, so that its answer stays below libSQL's 10 MB. */
const HELD_AT_ONCE = 10_000;

/** The categories that contain these accounts. */
export async function findHolders(
  ctx: Pick<Ctx, 'db'>,
  { type, accounts }: HoldersRequest,
): Promise<Holders> {
  const pool = poolOf(type);
  const names = await readCategoryNames(ctx.db, pool);
  const keys = [...new Set(accounts.map(accountKey))];
  const holders: [string, string[]][] = [];
  for (let from = 0; from < keys.length; from += HELD_AT_ONCE) {
    const rows = await listHolders(ctx.db, pool, keys.slice(from, from + HELD_AT_ONCE));
    for (const { emailKey, categories } of rows) {
      const ids = readStored(categoryIds, categories);
      // Members of a deleted category are erased later.
      const held = ids.flatMap((id) => names.get(id) ?? []);
      if (held.length > 0) holders.push([emailKey, held]);
    }
  }
  return Object.fromEntries(holders);
}

/**
 * Adds accounts to a category, which is created if it does not exist. The message contains the
 * number of new ones.
 */
export async function addCategoryAccounts(
  ctx: Changing,
  input: AddCategoryAccountsRequest,
): Promise<string> {
  const { type, category_name: name } = input;
  const usable = input.accounts.filter((account) => account.includes('@'));
  const accounts = new Map<string, string>();
  for (const account of usable) {
    const key = accountKey(account);
    if (!accounts.has(key)) accounts.set(key, account);
  }
  const sheets = splitJsonObject(accounts);
  const key = keyOf(type, name);
  const { added, stored } = await change(ctx, {
    statements: {
      created: createCategory(key, name, ctx.clock()),
      accounts: sheets.map((sheet) => createAccounts(key.pool, sheet)),
      added: sheets.map((sheet) => addToCategory(key, sheet)),
      stored: selectCategory(key),
    },
    audit: {
      action: 'queues.category.add',
      subject: subjectOf(type, name),
      detail: { accounts: accounts.size },
    },
  });
  const fresh = added.rowsAffected;
  const existing = accounts.size - fresh;
  const skipped = input.accounts.length - usable.length;
  return [
    `${countOf(fresh, 'new account')} in "${stored.rows[0]?.name}"`,
    existing > 0 ? `, ${existing.toLocaleString('en')} already there` : '',
    skipped > 0 ? `, ${skipped.toLocaleString('en')} without @ ignored` : '',
    '.',
  ].join('');
}

/**
 * Renames a category. Another spelling of its current name is allowed; the name of another category
 * is not.
 * @throws DomainError `not_found`, `conflict`.
 */
export async function renameCategory(ctx: Changing, input: RenameCategoryRequest): Promise<string> {
  const { type, old_category_name: oldName, new_category_name: newName } = input;
  const from = keyOf(type, oldName);
  const to = keyOf(type, newName);
  await change(ctx, {
    statements: { renamed: renameCategoryRow(from, { nameKey: to.nameKey, name: newName }) },
    audit: {
      action: 'queues.category.rename',
      subject: subjectOf(type, newName),
      detail: { name: newName, was: { name: oldName }, from: subjectOf(type, oldName) },
    },
    expect: { renamed: () => noSuchCategory(oldName) },
    conflict: () => new DomainError('conflict', `A category named "${newName}" already exists.`),
  });
  return `Category "${oldName}" renamed to "${newName}".`;
}

/**
 * Deletes a category. Accounts that are in a queue or another category stay.
 * @throws DomainError `not_found`.
 */
export async function deleteCategory(
  ctx: Changing & Pick<Ctx, 'enqueue' | 'log'>,
  input: DeleteCategoryRequest,
): Promise<string> {
  const { type, category_name: name } = input;
  const key = keyOf(type, name);
  await change(ctx, {
    statements: { deleted: hideCategory(key) },
    audit: {
      action: 'queues.category.delete',
      subject: 'queue_category',
      before: categoryFacts(key, idOf(type, name)),
    },
    expect: { deleted: () => noSuchCategory(name) },
  });
  await afterwards(ctx, 'the members of a category are not erased yet', () =>
    ctx.enqueue([COUNT_JOB]),
  );
  return `Category "${name}" deleted.`;
}

/**
 * Moves or copies accounts of one category into another, which is created if it is new.
 * @throws DomainError `not_found` when there is no such source, `bad_request` when both are the same.
 */
export async function transferAccounts(
  ctx: Changing,
  input: TransferAccountsRequest,
): Promise<string> {
  const { type, mode, from_category: fromName, to_category: toName } = input;
  const from = keyOf(type, fromName);
  const to = keyOf(type, toName);
  if (from.nameKey === to.nameKey) {
    throw new DomainError('bad_request', 'Choose another category than the one they are in.');
  }
  const { keys, sheets } = keysOf(input.accounts);
  const { copied, removed } = await change(ctx, {
    statements: {
      source: selectCategory(from),
      created: createCategory(to, toName, ctx.clock()),
      copied: sheets.map((sheet) => addToCategory(to, sheet, from)),
      removed: mode === 'move' ? sheets.map((sheet) => removeFromCategory(from, sheet)) : [],
    },
    audit: {
      action: `queues.category.${mode}`,
      subject: subjectOf(type, fromName),
      detail: { to: toName, accounts: keys },
    },
    expect: { source: () => noSuchCategory(fromName) },
  });
  const added = copied.rowsAffected;
  if (mode === 'copy') return `${countOf(added, 'account')} copied to "${toName}".`;
  const moved = removed.rowsAffected;
  const existing = moved - added;
  const already = existing > 0 ? ` (${existing.toLocaleString('en')} already there)` : '';
  return `${countOf(moved, 'account')} moved to "${toName}"${already}.`;
}

/** The number of distinct accounts, and their keys as JSON objects. */
function keysOf(accounts: readonly string[]): { keys: number; sheets: string[] } {
  const keys = new Set(accounts.map(accountKey));
  return { keys: keys.size, sheets: splitJsonObject([...keys].map((key) => [key, 1])) };
}

/**
 * Removes accounts from a category. Their positions in queues and other categories stay.
 * @throws DomainError `not_found` when there is no such category.
 */
export async function removeAccounts(ctx: Changing, input: RemoveAccountsRequest): Promise<string> {
  const { type, category_name: name } = input;
  const key = keyOf(type, name);
  const { keys, sheets } = keysOf(input.accounts);
  const { removed } = await change(ctx, {
    statements: {
      source: selectCategory(key),
      removed: sheets.map((sheet) => removeFromCategory(key, sheet)),
      deleted: sheets.map((sheet) => deleteUnheld(key.pool, sheet)),
    },
    audit: {
      action: 'queues.category.remove',
      subject: subjectOf(type, name),
      detail: { accounts: keys },
    },
    expect: { source: () => noSuchCategory(name) },
  });
  return `${countOf(removed.rowsAffected, 'account')} removed from "${name}".`;
}
