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
  readTotals,
} from './store.ts';

/** The numbers of queues on the dashboard. */
export interface QueueNumbers {
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
export async function countQueues(ctx: Pick<Ctx, 'db'>): Promise<QueueNumbers> {
  const totals = await readTotals(ctx.db);
  const records = totals?.records ?? 0;
  const mean = records === 0 ? 0 : (totals?.position_sum ?? 0) / records;
  return {
    files_processed: totals?.files ?? 0,
    total_records: records,
    avg_position: Math.round(mean * 100) / 100,
    active_queues: totals?.active ?? 0,
    processing_queues: totals?.processing ?? 0,
  };
}

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

/** Those of the named categories that do not exist, in the spelling given. */
export async function findUnknownCategories(
  ctx: Pick<Ctx, 'db'>,
  { type, categories }: { type: QueueType; categories: readonly string[] },
): Promise<string[]> {
  if (categories.length === 0) return [];
  const known = new Set(
    await listKnownKeys(ctx.db, poolOf(type), [...new Set(categories.map(categoryKey))]),
  );
  return categories.filter((name) => !known.has(categoryKey(name)));
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
  const [unknown] = await Promise.all([findUnknownCategories(ctx, input), settleStatistics(ctx)]);
  if (unknown.length > 0) throw unknownCategories(input.categories, unknown);
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

function unknownCategories(categories: readonly string[], unknown: readonly string[]) {
  const issues = categories.flatMap((name, index) =>
    unknown.includes(name) ? [{ path: `categories.${index}`, message: noCategoryText(name) }] : [],
  );
  const names = unknown.map((name) => `"${name}"`).join(', ');
  const message =
    unknown.length === 1
      ? noCategoryText(unknown[0] ?? '')
      : `These categories do not exist: ${names}.`;
  return new DomainError('bad_request', message, { issues });
}
