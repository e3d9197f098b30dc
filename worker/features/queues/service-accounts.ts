import { DomainError } from '../../../shared/errors.ts';
import { categoryKey } from '../../../shared/queues/keys.ts';
import type {
  CategoryAccount,
  CategoryAccountsAnswer,
  CategoryAccountsQuery,
  ProgressEntry,
  QueueAccount,
  QueueAnalysisAnswer,
  QueueAnalysisQuery,
  QueueType,
} from '../../../shared/queues/schema.ts';
import type { Ctx } from '../../context.ts';
import { endPage, readCursor } from '../../db/page.ts';
import {
  type AccountFilter,
  type AccountRow,
  listAccountRows,
  listHistoryRows,
  listOrderedIds,
  listRanks,
  type QueueRow,
  readCount,
  readPage,
  readQueues,
  sortValues,
} from './store-accounts.ts';
import { type CategoryKey, listCategories, readSummary } from './store-categories.ts';
import { poolOf } from './store-pools.ts';

/** Ids that one statement lists as a text, which may take 5 MB. */
const IDS_AT_ONCE = 250_000;
/** What one statement returns: both together stay below libSQL's 10 MB with the longest names. */
const POSITIONS_AT_ONCE = 100_000;
const ACCOUNTS_AT_ONCE = 2_000;

const analysisFilter = (query: QueueAnalysisQuery): AccountFilter => ({
  pool: poolOf(query.type),
  search: query.search,
  account: query.account,
  maxAvgRatio: query.max_avg_ratio,
  sort: query.sort ?? 'avg_ratio',
});

/** A page of the analysis, sorted by average ratio unless another order is asked for. */
export async function readAnalysisPage(
  ctx: Pick<Ctx, 'db'>,
  query: QueueAnalysisQuery,
  limit: number,
): Promise<QueueAnalysisAnswer['data']> {
  const { accounts, total, nextCursor } = await readAccountPage(ctx, analysisFilter(query), {
    limit,
    cursor: query.cursor,
  });
  return {
    accounts: accounts.filter(isTested),
    total_accounts: total,
    next_cursor: nextCursor,
  };
}

/**
 * A page of one category, lowest average first unless another order is asked for, untested accounts last.
 * @throws DomainError `not_found` when there is no such category.
 */
export async function readCategoryPage(
  ctx: Pick<Ctx, 'db'>,
  query: CategoryAccountsQuery,
  page: { category: string; limit: number },
): Promise<CategoryAccountsAnswer> {
  const key: CategoryKey = { pool: poolOf(query.type), nameKey: categoryKey(page.category) };
  const filter: AccountFilter = {
    pool: key.pool,
    category: key.nameKey,
    search: query.search,
    sort: query.sort ?? 'avg_ratio',
  };
  const { limit } = page;
  const [summary, { accounts, total, nextCursor }] = await Promise.all([
    readSummary(ctx.db, key),
    readAccountPage(ctx, filter, { limit, cursor: query.cursor }),
  ]);
  if (summary === null) throw new DomainError('not_found', noCategoryText(page.category));
  return {
    success: true,
    data: { [summary.name]: accounts },
    stats: { categories_list: [summary] },
    page: { total_accounts: total, next_cursor: nextCursor },
  };
}

export const noCategoryText = (name: string): string => `There is no category "${name}".`;

/** An account with its history. */
type Account = CategoryAccount & Pick<QueueAccount, 'progress_history'>;

const isTested = (account: Account): account is QueueAccount => account.avg_ratio !== null;

async function readAccountPage(
  ctx: Pick<Ctx, 'db'>,
  filter: AccountFilter,
  page: { limit: number; cursor: string | undefined },
) {
  const cursor = readCursor(page.cursor);
  const { rows, queues, count } = await readPage(ctx.db, filter, cursor, page.limit);
  const ranks = await ranksOf(ctx, filter, rows, cursor?.seen ?? 0);
  const byRef = indexQueues(queues);
  const accounts = rows.map(
    (row): Account => ({
      ...spellOut(row),
      progress_history: spellHistoryOut(row.history, byRef),
      rank: ranks.get(row.id) ?? 0,
    }),
  );
  const end = endPage({ rows, limit: page.limit, cursor, count }, (row) => sortValues(row, filter));
  return { accounts, ...end };
}

/** In the ranked order without a search, the rank follows from the number of rows before. */
async function ranksOf(
  ctx: Pick<Ctx, 'db'>,
  filter: AccountFilter,
  rows: readonly AccountRow[],
  seen: number,
): Promise<Map<number, number>> {
  if (filter.sort === 'avg_ratio' && !filter.search && filter.account === undefined) {
    return new Map(rows.map((row, index) => [row.id, seen + index + 1]));
  }
  if (rows.length === 0) return new Map();
  const ids = rows.map((row) => row.id);
  const ranks = await listRanks(ctx.db, filter, ids);
  return new Map(ranks.map(({ id, rank }) => [id, rank]));
}

/**
 * The whole analysis as JSON text, piece by piece. The order is read first and each account is read once, so that
 * uploads in between neither repeat nor skip one.
 */
export async function* streamAnalysis(
  ctx: Pick<Ctx, 'db'>,
  query: QueueAnalysisQuery,
): AsyncGenerator<string> {
  const filter = analysisFilter(query);
  const queues = indexQueues(await readQueues(ctx.db, filter.pool));
  const total = await readCount(ctx.db, filter);
  yield '{"success":true,"data":{"accounts":[';
  let separator = '';
  for await (const ids of bundleIds(ctx, filter)) {
    const rows = await listHistoryRows(ctx.db, ids);
    const texts = rows.map((row) =>
      JSON.stringify({
        ...spellOut(row),
        progress_history: spellHistoryOut(row.history, queues),
      }),
    );
    if (texts.length === 0) continue;
    yield separator + texts.join(',');
    separator = ',';
  }
  yield `],"total_accounts":${total}}}`;
}

/** Every category with its accounts (the best `limit` of each), as JSON text, piece by piece. */
export async function* streamCategories(
  ctx: Pick<Ctx, 'db'>,
  type: QueueType,
  limit: number = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  const pool = poolOf(type);
  const categories = await listCategories(ctx.db, pool);
  yield '{"success":true,"data":{';
  for (const [index, { name, name_key: category }] of categories.entries()) {
    yield `${index === 0 ? '' : ','}${JSON.stringify(name)}:[`;
    let separator = '';
    for await (const ids of bundleIds(ctx, { pool, category, sort: 'avg_ratio' }, limit)) {
      const rows = await listAccountRows(ctx.db, ids);
      if (rows.length === 0) continue;
      yield separator + rows.map((row) => JSON.stringify(spellOut(row))).join(',');
      separator = ',';
    }
    yield ']';
  }
  const list = categories.map(({ name_key: _, ...summary }) => summary);
  yield `},"stats":${JSON.stringify({ categories_list: list })}}`;
}

/** Ids in order, at most `most`, bundled so that the accounts and positions of a bundle fit into one answer. */
async function* bundleIds(
  ctx: Pick<Ctx, 'db'>,
  filter: AccountFilter,
  most: number = Number.POSITIVE_INFINITY,
): AsyncGenerator<number[]> {
  let afterId: number | null = null;
  const given = new Set<number>();
  while (given.size < most) {
    const listed = await listOrderedIds(ctx.db, filter, afterId, Math.min(IDS_AT_ONCE, most));
    let bundle: number[] = [];
    let positions = 0;
    for (const { id, queues } of listed) {
      if (given.has(id) || given.size >= most) continue;
      given.add(id);
      bundle.push(id);
      positions += queues;
      if (bundle.length < ACCOUNTS_AT_ONCE && positions < POSITIONS_AT_ONCE) continue;
      yield bundle;
      bundle = [];
      positions = 0;
    }
    if (bundle.length > 0) yield bundle;
    const last = listed.at(-1);
    if (last === undefined || listed.length < IDS_AT_ONCE) return;
    afterId = last.id;
  }
}

type QueueIndex = ReadonlyMap<number, QueueRow & { order: number }>;

const indexQueues = (queues: readonly QueueRow[]): QueueIndex =>
  new Map(queues.map((queue, order) => [queue.id, { ...queue, order }]));

const spellOut = (row: AccountRow): CategoryAccount => ({
  account: row.email,
  total_queues: row.total_queues,
  avg_ratio: row.avg_ratio,
  best_ratio: row.best_ratio,
  worst_ratio: row.worst_ratio,
});

/** A stored history as the API gives it, in the order of the queues' dates. */
function spellHistoryOut(history: string | null, queues: QueueIndex): ProgressEntry[] {
  const entries: (ProgressEntry & { order: number })[] = [];
  for (const entry of history === null ? [] : history.split(',')) {
    const colon = entry.indexOf(':');
    const queue = queues.get(Number(entry.slice(0, colon)));
    if (queue === undefined) continue;
    const position = Number(entry.slice(colon + 1));
    entries.push({
      queue_id: queue.queue_id,
      queue_date: queue.queue_date,
      position,
      queue_total: queue.queue_total,
      ratio: position / queue.queue_total,
      order: queue.order,
    });
  }
  entries.sort((a, b) => a.order - b.order);
  return entries.map(({ order: _, ...entry }) => entry);
}
