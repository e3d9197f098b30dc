import * as z from 'zod';
import { DomainError } from '../../../shared/errors.ts';
import { accountKey, categoryKey } from '../../../shared/queues/keys.ts';
import type {
  AddCategoryAccountsRequest,
  BestAccountsRequest,
  CategoryAccount,
  CategoryAccountsAnswer,
  CategoryAccountsQuery,
  CategorySummary,
  DeleteCategoryRequest,
  QueueType,
  RenameCategoryRequest,
  TransferAccountsRequest,
} from '../../../shared/queues/schema.ts';
import type { Ctx } from '../../context.ts';
import { auditStatement } from '../../db/audit.ts';
import { readCursor, writeCursor } from './cursor.ts';
import {
  addToCategory,
  type CategoryKey,
  type CategoryRow,
  copyBetween,
  createAccounts,
  createCategory,
  deleteCategoryRows,
  listBestRows,
  listCategories,
  listMemberIds,
  listMemberRows,
  readMembers,
  removeFromCategory,
  renameCategoryRow,
  selectCategory,
} from './store-categories.ts';
import { runChange } from './store-change.ts';
import { poolOf } from './store-pools.ts';

type WriteCtx = Pick<Ctx, 'db' | 'operator' | 'clock' | 'requestId'>;

/** Accounts that one statement answers: far below libSQL's 10 MB. */
const ACCOUNTS_AT_ONCE = 10_000;

const keyOf = (type: QueueType, name: string): CategoryKey => ({
  pool: poolOf(type),
  nameKey: categoryKey(name),
});

const subjectOf = (type: QueueType, name: string) => `queue_category:${type}:${name}`;

const noSuchCategory = (name: string) =>
  new DomainError('not_found', `There is no category "${name}".`);

const accountsText = (count: number) =>
  `${count.toLocaleString('en')} ${count === 1 ? 'account' : 'accounts'}`;

/** Every category of a type with its numbers, by name. */
export async function summarizeCategories(
  ctx: Pick<Ctx, 'db'>,
  type: QueueType,
): Promise<CategorySummary[]> {
  const rows = await listCategories(ctx.db, poolOf(type));
  return rows.map(({ name, total_accounts, tested_accounts }) => ({
    name,
    total_accounts,
    tested_accounts,
  }));
}

const offsetCursor = z.object({ offset: z.number().int().min(0), total: z.number().int() });

/**
 * A page of one category, lowest average first, untested accounts last.
 * @throws DomainError `not_found` when there is no such category.
 */
export async function readCategoryPage(
  ctx: Pick<Ctx, 'db'>,
  query: CategoryAccountsQuery,
  page: { category: string; limit: number },
): Promise<CategoryAccountsAnswer> {
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor, offsetCursor);
  const offset = cursor?.offset ?? 0;
  const key = keyOf(query.type, page.category);
  const found = await readMembers(ctx.db, key, { search: query.search, offset, limit: page.limit });
  if (found === null) throw noSuchCategory(page.category);
  const { summary, rows, count } = found;
  const end = offset + rows.length;
  const isRanked = !query.search;
  const accounts = rows.map((row, index) =>
    isRanked ? { ...memberOf(row), rank: offset + index + 1 } : memberOf(row),
  );
  return {
    success: true,
    data: { [summary.name]: accounts },
    stats: { categories_list: [summary] },
    page: {
      total_accounts: count,
      next_cursor:
        end < count && rows.length > 0 ? writeCursor({ offset: end, total: count }) : null,
    },
  };
}

/** Every category with its accounts (the best `limit` of each), as JSON text, piece by piece. */
export async function* streamCategories(
  ctx: Pick<Ctx, 'db'>,
  type: QueueType,
  limit: number = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  const categories = await listCategories(ctx.db, poolOf(type));
  yield '{"success":true,"data":{';
  for (const [index, category] of categories.entries()) {
    yield `${index === 0 ? '' : ','}${JSON.stringify(category.name)}:[`;
    let separator = '';
    const ids = (await listMemberIds(ctx.db, category.id)).slice(0, limit);
    for (let from = 0; from < ids.length; from += ACCOUNTS_AT_ONCE) {
      const rows = await listMemberRows(ctx.db, ids.slice(from, from + ACCOUNTS_AT_ONCE));
      if (rows.length === 0) continue;
      yield separator + rows.map((row) => JSON.stringify(memberOf(row))).join(',');
      separator = ',';
    }
    yield ']';
  }
  const list = categories.map(({ name, total_accounts, tested_accounts }) => ({
    name,
    total_accounts,
    tested_accounts,
  }));
  yield `},"stats":${JSON.stringify({ categories_list: list })}}`;
}

const memberOf = (row: CategoryRow): CategoryAccount => ({
  account: row.email,
  total_queues: row.total_queues,
  avg_ratio: row.avg_ratio,
  best_ratio: row.best_ratio,
  worst_ratio: row.worst_ratio,
});

/** Adds accounts to a category, which is made when it is new; merges without doubles and says how many were new. */
export async function addCategoryAccounts(
  ctx: WriteCtx,
  input: AddCategoryAccountsRequest,
): Promise<string> {
  const { type, category_name: name } = input;
  const usable = input.accounts.filter((account) => account.includes('@'));
  const accounts = new Map<string, string>();
  for (const account of usable) {
    const key = accountKey(account);
    if (!accounts.has(key)) accounts.set(key, account);
  }
  const json = JSON.stringify(Object.fromEntries(accounts));
  const key = keyOf(type, name);
  const [, , added, found] = await runChange(ctx.db, [
    createCategory(key, name, ctx.clock()),
    createAccounts(key.pool, json),
    addToCategory(key, json),
    selectCategory(key),
    auditStatement(ctx, {
      action: 'queues.category.add',
      subject: subjectOf(type, name),
      detail: { accounts: accounts.size },
    }),
  ]);
  const fresh = added?.changes ?? 0;
  const stored = String(found?.rows[0]?.name ?? name);
  const known = accounts.size - fresh;
  const skipped = input.accounts.length - usable.length;
  return [
    `Category "${stored}": ${accountsText(fresh)} new`,
    known > 0 ? `, ${known.toLocaleString('en')} already there` : '',
    skipped > 0 ? `, ${skipped.toLocaleString('en')} without @ left out` : '',
    '.',
  ].join('');
}

/**
 * Renames a category. Another spelling of its own name is fine; a name that another one has is not.
 * @throws DomainError `not_found`, `conflict`.
 */
export async function renameCategory(ctx: WriteCtx, input: RenameCategoryRequest): Promise<string> {
  const { type, old_category_name: oldName, new_category_name: newName } = input;
  const from = keyOf(type, oldName);
  const to = keyOf(type, newName);
  const [old, taken] = await runChange(ctx.db, [selectCategory(from), selectCategory(to)]);
  if (old?.rows[0] === undefined) throw noSuchCategory(oldName);
  if (to.nameKey !== from.nameKey && taken?.rows[0] !== undefined) {
    throw new DomainError('conflict', `There is a category "${newName}" already.`);
  }
  await runChange(ctx.db, [
    renameCategoryRow(from, { nameKey: to.nameKey, name: newName }),
    auditStatement(ctx, {
      action: 'queues.category.rename',
      subject: subjectOf(type, oldName),
      detail: { new_name: newName },
    }),
  ]);
  return `Category "${oldName}" renamed to "${newName}".`;
}

/**
 * Deletes a category. Accounts that stand in a queue or another category stay.
 * @throws DomainError `not_found`.
 */
export async function deleteCategory(ctx: WriteCtx, input: DeleteCategoryRequest): Promise<string> {
  const { type, category_name: name } = input;
  const key = keyOf(type, name);
  const [found] = await runChange(ctx.db, [selectCategory(key)]);
  if (found?.rows[0] === undefined) throw noSuchCategory(name);
  await runChange(ctx.db, [
    ...deleteCategoryRows(key),
    auditStatement(ctx, { action: 'queues.category.delete', subject: subjectOf(type, name) }),
  ]);
  return `Category "${name}" deleted.`;
}

/**
 * Moves or copies accounts of one category into another, which is made when it is new.
 * @throws DomainError `not_found` when there is no such source, `bad_request` when both are the same.
 */
export async function transferAccounts(
  ctx: WriteCtx,
  input: TransferAccountsRequest,
): Promise<string> {
  const { type, mode, from_category: fromName, to_category: toName } = input;
  const from = keyOf(type, fromName);
  const to = keyOf(type, toName);
  if (from.nameKey === to.nameKey) {
    throw new DomainError('bad_request', 'Choose another category than the one they are in.');
  }
  const [source] = await runChange(ctx.db, [selectCategory(from)]);
  if (source?.rows[0] === undefined) throw noSuchCategory(fromName);
  const keys = new Set(input.accounts.map(accountKey));
  const json = JSON.stringify(Object.fromEntries([...keys].map((key) => [key, 1])));
  const [, copied, removed] = await runChange(ctx.db, [
    createCategory(to, toName, ctx.clock()),
    copyBetween(from, to, json),
    ...(mode === 'move' ? [removeFromCategory(from, json)] : []),
    auditStatement(ctx, {
      action: `queues.category.${mode}`,
      subject: subjectOf(type, fromName),
      detail: { to: toName, accounts: keys.size },
    }),
  ]);
  const added = copied?.changes ?? 0;
  if (mode === 'copy') return `${accountsText(added)} copied to "${toName}".`;
  const moved = removed?.changes ?? 0;
  const known = moved - added;
  const already = known > 0 ? ` (${known.toLocaleString('en')} were already there)` : '';
  return `${accountsText(moved)} moved to "${toName}"${already}.`;
}

/** The best tested accounts of some categories; none named means all of them (part 4, "Queue tools"). */
export async function listBestAccounts(
  ctx: Pick<Ctx, 'db'>,
  input: BestAccountsRequest,
): Promise<CategoryAccount[]> {
  const rows = await listBestRows(ctx.db, {
    pool: poolOf(input.type),
    categories: input.categories.map(categoryKey),
    minRatio: input.min_ratio ?? 0,
    maxRatio: input.max_ratio ?? 1,
    limit: input.limit,
  });
  return rows.map(([account, total_queues, avg_ratio, best_ratio, worst_ratio]) => ({
    account,
    total_queues,
    avg_ratio,
    best_ratio,
    worst_ratio,
  }));
}
