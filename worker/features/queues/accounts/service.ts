import { DomainError } from '../../../../shared/errors.ts';
import type { QueueAccount } from '../../../../shared/queues/accounts/columns.ts';
import { categoryKey } from '../../../../shared/queues/keys.ts';
import type {
  CategoryAccountsAnswer,
  CategoryAccountsQuery,
  QueueAnalysisAnswer,
  QueueAnalysisQuery,
} from '../../../../shared/queues/schema.ts';
import type { Ctx } from '../../../context/context.ts';
import { endPage, readCursor } from '../../../db/page.ts';
import { type CategoryKey, readSummary } from '../categories/store.ts';
import { readConsistently, readCounting } from '../counting/service.ts';
import { poolOf } from '../pool.ts';
import { findFirstPage, keepFirstPage } from './first-pages.ts';
import { addQueues, spellHistoryOut } from './histories.ts';
import {
  type AccountFilter,
  listRanks,
  type PagedAccount,
  readPage,
  readsAllAccounts,
  sortValues,
} from './store.ts';

/** The accounts that a query selects from the analysis. */
export const analysisFilter = (query: QueueAnalysisQuery): AccountFilter => ({
  pool: poolOf(query.type),
  search: query.search,
  account: query.account,
  maxAvgRatio: query.max_avg_ratio,
  isUntested: query.untested !== undefined,
  sort: query.sort ?? 'avg_ratio',
});

/** A page of the analysis, sorted by average ratio by default. */
export async function readAnalysisPage(
  ctx: Pick<Ctx, 'db' | 'env'>,
  query: QueueAnalysisQuery,
  limit: number,
): Promise<QueueAnalysisAnswer['data']> {
  const filter = analysisFilter(query);
  const [{ accounts, total, nextCursor }, counting] = await Promise.all([
    readAccountPage(ctx, filter, { limit, cursor: query.cursor }),
    readCounting(ctx.db, filter.pool),
  ]);
  return { accounts, total_accounts: total, next_cursor: nextCursor, counting };
}

/**
 * A page of one category, by default lowest average first and untested accounts last.
 * @throws DomainError `not_found` when there is no such category.
 */
export async function readCategoryPage(
  ctx: Pick<Ctx, 'db' | 'env'>,
  query: CategoryAccountsQuery,
  page: { category: string; limit: number },
): Promise<CategoryAccountsAnswer> {
  const key: CategoryKey = { pool: poolOf(query.type), nameKey: categoryKey(page.category) };
  const filter: AccountFilter = {
    pool: key.pool,
    category: key.nameKey,
    search: query.search,
    belowAvgRatio: query.below_avg_ratio,
    sort: query.sort ?? 'avg_ratio',
  };
  const { limit } = page;
  const [summary, { accounts, total, nextCursor }, counting] = await Promise.all([
    readSummary(ctx.db, key),
    readAccountPage(ctx, filter, { limit, cursor: query.cursor }),
    readCounting(ctx.db, key.pool),
  ]);
  if (summary === null) throw new DomainError('not_found', noCategoryText(page.category));
  return {
    success: true,
    data: { [summary.name]: accounts },
    stats: { categories_list: [summary] },
    page: { total_accounts: total, next_cursor: nextCursor },
    counting,
  };
}

export const noCategoryText = (name: string): string => `There is no category "${name}".`;

interface PageRequest {
  limit: number;
  cursor: string | undefined;
}

const readAccountPage = (ctx: Pick<Ctx, 'db' | 'env'>, filter: AccountFilter, page: PageRequest) =>
  page.cursor === undefined && isInOrder(filter)
    ? readFirstPage(ctx, filter, page.limit)
    : readConsistently(ctx.db, (version) => readPublishedPage(ctx, filter, page, version));

/**
 * The first page in the order of the ranks: one batch reads the rows, their number and the version
 * of both.
 */
async function readFirstPage(ctx: Pick<Ctx, 'db'>, filter: AccountFilter, limit: number) {
  const { rows, count, version } = await readPage(ctx.db, filter, {
    cursor: null,
    limit,
    isCounted: true,
  });
  const accounts = await describeRows(ctx, rows, await ranksOf(ctx, filter, rows, 0));
  const end = endPage({ rows, limit, cursor: null, count, version }, (row) =>
    sortValues(row, filter),
  );
  return { accounts, ...end };
}

async function readPublishedPage(
  ctx: Pick<Ctx, 'db' | 'env'>,
  filter: AccountFilter,
  { limit, ...page }: PageRequest,
  version: number,
) {
  const cursor = readCursor(page.cursor);
  // The total and the ranks of earlier pages are no longer valid after a change of the statistics.
  const valid = cursor?.version === version ? cursor : null;
  const isKept = cursor === null && readsAllAccounts(filter);
  const first = isKept ? findFirstPage(ctx.env, filter, { limit, version }) : undefined;
  const { rows, count, ...read } = await readPage(ctx.db, filter, {
    cursor,
    limit,
    isCounted: valid === null,
    ids: first?.ids,
  });
  const seen = cursor === null ? 0 : (valid?.seen ?? null);
  const ranks = first?.ranks ?? (await ranksOf(ctx, filter, rows, seen));
  const accounts = await describeRows(ctx, rows, ranks);
  // If statistics were published since the page was read, no later read uses this entry.
  if (isKept && read.version === version)
    keepFirstPage(ctx.env, filter, { version, limit, ids: rows.map(({ id }) => id), ranks });
  const end = endPage({ rows, limit, cursor, count, version }, (row) => sortValues(row, filter));
  return { accounts, ...end };
}

async function describeRows(
  ctx: Pick<Ctx, 'db'>,
  rows: readonly PagedAccount[],
  ranks: ReadonlyMap<number, number>,
): Promise<QueueAccount[]> {
  const queues = await addQueues(ctx, new Map(), rows);
  return rows.map(({ id, emailKey: _, history, ...account }) => ({
    ...account,
    progress_history: spellHistoryOut(history, queues),
    rank: ranks.get(id) ?? 0,
  }));
}

/** Whether the rank of an account is the number of rows before it. */
const isInOrder = ({ sort, search, account }: AccountFilter): boolean =>
  sort === 'avg_ratio' && !search && account === undefined;

/**
 * In ranked order without a search, the rank is the number of rows before.
 * @param seen null if the rows before have changed since they were read
 */
async function ranksOf(
  ctx: Pick<Ctx, 'db'>,
  filter: AccountFilter,
  rows: readonly PagedAccount[],
  seen: number | null,
): Promise<Map<number, number>> {
  if (isInOrder(filter) && seen !== null) {
    return new Map(rows.map((row, index) => [row.id, seen + index + 1]));
  }
  if (rows.length === 0) return new Map();
  const ids = rows.map((row) => row.id);
  const ranks = await listRanks(ctx.db, filter, ids);
  return new Map(ranks.map(({ id, rank }) => [id, rank]));
}
