import { DomainError } from '../../../../shared/errors.ts';
import type { QueueAccount } from '../../../../shared/queues/columns.ts';
import { categoryKey } from '../../../../shared/queues/keys.ts';
import type { BestAccountsRequest, QueueType } from '../../../../shared/queues/schema.ts';
import type { Ctx } from '../../../context.ts';
import { noCategoryText } from '../accounts/service.ts';
import { isStatisticsSettled, settleStatistics } from '../statistics.ts';
import { poolOf } from '../store-pools.ts';
import {
  type BestFilter,
  type BestRow,
  countClasses,
  listAccountsAfter,
  listBestRows,
  listDayRatios,
  listKnownKeys,
  readClasses,
} from './store.ts';

const CHART_DAYS = 14;

/** The charts of the dashboard for both queue types together. Days are those of queues, earliest first. */
export async function chartQueues(ctx: Pick<Ctx, 'db'>) {
  const [isSettled, days, kept] = await Promise.all([
    isStatisticsSettled(ctx),
    listDayRatios(ctx.db, CHART_DAYS),
    readClasses(ctx.db),
  ]);
  if (!isSettled) await settleStatistics(ctx);
  const known = isSettled ? kept : await readClasses(ctx.db);
  // Without a queue there are no tested accounts, and nothing to count.
  const isCounted = known.length > 0 || days.length === 0;
  const classes = isCounted ? known : await countClasses(ctx.db);
  return { days: days.toReversed(), classes };
}

/** An account that can be given events: its categories, and its average ratio or null when it was in no queue. */
export interface PooledAccount {
  email: string;
  categories: string[];
  avgRatio: number | null;
}

/**
 * Checks the categories that a request names, each at a place of it.
 * @throws DomainError `bad_request` that names those that do not exist.
 */
export async function assertCategories(
  ctx: Pick<Ctx, 'db'>,
  type: QueueType,
  named: readonly { path: string; name: string }[],
): Promise<void> {
  if (named.length === 0) return;
  const keys = [...new Set(named.map(({ name }) => categoryKey(name)))];
  const known = new Set(await listKnownKeys(ctx.db, poolOf(type), keys));
  const unknown = named.filter(({ name }) => !known.has(categoryKey(name)));
  const [first, ...others] = new Set(unknown.map(({ name }) => name));
  if (first === undefined) return;
  const names = [first, ...others].map((name) => `"${name}"`).join(', ');
  const message =
    others.length === 0 ? noCategoryText(first) : `These categories do not exist: ${names}.`;
  const issues = unknown.map(({ path, name }) => ({ path, message: noCategoryText(name) }));
  throw new DomainError('bad_request', message, { issues });
}

const ACCOUNTS_AT_ONCE = 20_000;

/** Every account of some categories, once, in no particular order; none named means all categories. */
export async function listPooledAccounts(
  ctx: Pick<Ctx, 'db'>,
  input: { type: QueueType; categories: readonly string[] },
): Promise<PooledAccount[]> {
  await settleStatistics(ctx);
  const filter = { pool: poolOf(input.type), categories: input.categories.map(categoryKey) };
  const accounts: PooledAccount[] = [];
  let afterId = 0;
  while (true) {
    const rows = await listAccountsAfter(ctx.db, { ...filter, afterId, limit: ACCOUNTS_AT_ONCE });
    for (const { email, avg_ratio, categories } of rows) {
      accounts.push({ email, avgRatio: avg_ratio, categories: JSON.parse(categories) });
    }
    const last = rows.at(-1);
    if (last === undefined) return accounts;
    afterId = last.id;
  }
}

/**
 * The best tested accounts of some categories; none named means all of them.
 * @throws DomainError `bad_request` that names the categories that do not exist.
 */
export async function listBestAccounts(
  ctx: Pick<Ctx, 'db'>,
  input: BestAccountsRequest,
): Promise<QueueAccount[]> {
  const named = input.categories.map((name, index) => ({ path: `categories.${index}`, name }));
  await Promise.all([assertCategories(ctx, input.type, named), settleStatistics(ctx)]);
  const filter: BestFilter = {
    pool: poolOf(input.type),
    categories: input.categories.map(categoryKey),
    minRatio: input.min_ratio ?? 0,
    maxRatio: input.max_ratio ?? 1,
    limit: input.limit,
  };
  const rows: BestRow[] = [];
  let isComplete = false;
  while (!isComplete) {
    const page = await listBestRows(ctx.db, filter, rows.length);
    for (const row of page.accounts) rows.push(row);
    isComplete = page.isComplete;
  }
  return rows.map(([account, total_queues, avg_ratio, best_ratio, worst_ratio]) => ({
    account,
    total_queues,
    avg_ratio,
    best_ratio,
    worst_ratio,
  }));
}
