import * as z from 'zod/mini';
import { DomainError } from '../../../../shared/errors.ts';
import { readStored } from '../../../../shared/json.ts';
import { AccountTable } from '../../../../shared/queues/accounts/account-table.ts';
import type { QueueAccount } from '../../../../shared/queues/accounts/columns.ts';
import { categoryKey } from '../../../../shared/queues/keys.ts';
import type {
  BestAccountsAnswer,
  BestAccountsRequest,
  QueueType,
} from '../../../../shared/queues/schema.ts';
import type { Ctx } from '../../../context/context.ts';
import type { Database } from '../../../db/client.ts';
import { noCategoryText } from '../accounts/service.ts';
import { readCategoryNames } from '../categories/store.ts';
import { readConsistently, readCounting } from '../counting/service.ts';
import { poolOf } from '../pool.ts';
import {
  type BestFilter,
  type BestRow,
  listAccountsAfter,
  listBestRows,
  listKnownKeys,
  listPoolEntries,
} from './store.ts';

/**
 * Checks the categories of a request, each with its path there.
 * @throws DomainError `bad_request` that names those that do not exist.
 */
export async function assertCategories(
  ctx: Pick<Ctx, 'db'>,
  type: QueueType,
  named: readonly { path: string; name: string }[],
): Promise<void> {
  if (named.length === 0) return;
  const keys = [...new Set(named.map(({ name }) => categoryKey(name)))];
  const existing = new Set(await listKnownKeys(ctx.db, poolOf(type), keys));
  const unknown = named.filter(({ name }) => !existing.has(categoryKey(name)));
  const [first, ...others] = new Set(unknown.map(({ name }) => name));
  if (first === undefined) return;
  const names = [first, ...others].map((name) => `"${name}"`).join(', ');
  const message =
    others.length === 0 ? noCategoryText(first) : `These categories do not exist: ${names}.`;
  const issues = unknown.map(({ path, name }) => ({ path, message: noCategoryText(name) }));
  throw new DomainError('bad_request', message, { issues });
}

const names = z.array(z.string());
const readNames = (text: string): readonly string[] => readStored(names, text);

/** Clients decode an answer in one step, during which other calls wait. */
const ACCOUNTS_AT_ONCE = 5_000;
/** An account takes about 40 bytes, and up to 12 kB with 2,000 categories. */
const ENTRIES_AT_ONCE = 10_000;

/** Every account of some categories, once, in no particular order. Without names, all categories are meant. */
export const listPooledAccounts = (
  ctx: Pick<Ctx, 'db'>,
  input: { type: QueueType; categories: readonly string[] },
): Promise<AccountTable> => readConsistently(ctx.db, () => readPooledAccounts(ctx, input));

async function readPooledAccounts(
  ctx: Pick<Ctx, 'db'>,
  input: { type: QueueType; categories: readonly string[] },
): Promise<AccountTable> {
  const filter = { pool: poolOf(input.type), categories: input.categories.map(categoryKey) };
  const accounts = new AccountTable();
  let afterId = 0;
  while (true) {
    const rows = await listAccountsAfter(ctx.db, { ...filter, afterId, limit: ACCOUNTS_AT_ONCE });
    for (const { email, avgRatio, categories } of rows) {
      accounts.add(email, avgRatio, categories, readNames);
    }
    const last = rows.at(-1);
    if (last === undefined) return accounts;
    afterId = last.id;
  }
}

/**
 * Every account of any category once, as JSON text in chunks ({@link AccountPoolAnswer}). The
 * accounts are sorted by e-mail, which the answer does not contain.
 */
export async function* streamPool(
  { db }: Pick<Ctx, 'db'>,
  type: QueueType,
): AsyncGenerator<string> {
  const pool = poolOf(type);
  const categories = await readCategoryNames(db, pool);
  yield `{"success":true,"categories":${JSON.stringify([...categories])},"accounts":[`;
  let separator = '';
  let after = '';
  for (;;) {
    const page = await listPoolEntries(db, { pool, after, limit: ENTRIES_AT_ONCE });
    if (page === null) break;
    yield separator + page.entries;
    separator = ',';
    after = page.last;
  }
  yield ']}';
}

/**
 * The best tested accounts of some categories, or of all categories without names.
 * @throws DomainError `bad_request` that names the categories that do not exist.
 */
export async function listBestAccounts(
  ctx: Pick<Ctx, 'db'>,
  input: BestAccountsRequest,
): Promise<BestAccountsAnswer['data']> {
  const named = input.categories.map((name, index) => ({ path: `categories.${index}`, name }));
  const filter: BestFilter = {
    pool: poolOf(input.type),
    categories: input.categories.map(categoryKey),
    minRatio: input.min_ratio ?? 0,
    maxRatio: input.max_ratio ?? 1,
    limit: input.limit,
  };
  const [rows, counting] = await Promise.all([
    readBestRows(ctx.db, filter),
    readCounting(ctx.db, filter.pool),
    assertCategories(ctx, input.type, named),
  ]);
  const accounts = rows.map(
    ([account, total_queues, avg_ratio, best_ratio, worst_ratio]): QueueAccount => ({
      account,
      total_queues,
      avg_ratio,
      best_ratio,
      worst_ratio,
    }),
  );
  return { accounts, counting };
}

/**
 * All best accounts. One answer nearly always contains them; several answers must be of one
 * generation.
 */
async function readBestRows(db: Database, filter: BestFilter): Promise<BestRow[]> {
  const { accounts, isComplete } = await listBestRows(db, filter, 0);
  if (isComplete) return accounts;
  return readConsistently(db, async () => {
    const rows: BestRow[] = [];
    for (;;) {
      const page = await listBestRows(db, filter, rows.length);
      for (const row of page.accounts) rows.push(row);
      if (page.isComplete) return rows;
    }
  });
}
