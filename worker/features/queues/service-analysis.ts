import * as z from 'zod';
import type {
  ProgressEntry,
  QueueAccount,
  QueueAnalysisAnswer,
  QueueAnalysisQuery,
} from '../../../shared/queues/schema.ts';
import type { Ctx } from '../../context.ts';
import { readCursor, writeCursor } from './cursor.ts';
import {
  type AccountRow,
  type AnalysisFilter,
  type Bookmark,
  bookmarkValue,
  listAccountRows,
  listOrderedIds,
  listRanks,
  type QueueRow,
  readCount,
  readPage,
  readQueues,
} from './store-analysis.ts';
import { poolOf } from './store-pools.ts';

/** Ids that one statement lists, and positions that one statement answers: both far below libSQL's 10 MB. */
const IDS_AT_ONCE = 250_000;
const POSITIONS_AT_ONCE = 100_000;
const ACCOUNTS_AT_ONCE = 2_000;

/** Where the next page begins, how many rows were before it, and how many there are in all. */
const analysisCursor = z.object({
  id: z.number().int(),
  value: z.union([z.number(), z.string()]),
  seen: z.number().int(),
  total: z.number().int(),
});

type Analysis = QueueAnalysisAnswer['data'];

const filterOf = (query: QueueAnalysisQuery): AnalysisFilter => ({
  pool: poolOf(query.type),
  search: query.search,
  account: query.account,
  maxAvgRatio: query.max_avg_ratio,
  sort: query.sort ?? 'avg_ratio',
});

/** One page of the analysis, ranked by average ratio unless another order is asked for. */
export async function readAnalysisPage(
  ctx: Pick<Ctx, 'db'>,
  query: QueueAnalysisQuery,
  limit: number,
): Promise<Analysis> {
  const filter = filterOf(query);
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor, analysisCursor);
  const { rows, queues, count } = await readPage(ctx.db, filter, cursor, limit);
  const total = count ?? cursor?.total ?? 0;
  const seen = cursor?.seen ?? 0;
  const ranks = await ranksOf(ctx, filter, rows, seen);
  const byRef = indexQueues(queues);
  const accounts = rows.map((row) => ({ ...spellOut(row, byRef), rank: ranks.get(row.id) ?? 0 }));
  const last = rows.at(-1);
  const isLastPage = rows.length < limit || seen + rows.length >= total;
  const next =
    last === undefined || isLastPage
      ? null
      : { id: last.id, value: bookmarkValue(last, filter.sort), seen: seen + rows.length, total };
  return {
    accounts,
    total_accounts: total,
    next_cursor: next === null ? null : writeCursor(next satisfies Bookmark),
  };
}

/** In the ranked order without a search the place is known by counting the rows before. */
async function ranksOf(
  ctx: Pick<Ctx, 'db'>,
  filter: AnalysisFilter,
  rows: readonly AccountRow[],
  seen: number,
): Promise<Map<number, number>> {
  if (filter.sort === 'avg_ratio' && !filter.search && filter.account === undefined) {
    return new Map(rows.map((row, index) => [row.id, seen + index + 1]));
  }
  if (rows.length === 0) return new Map();
  const ids = rows.map((row) => row.id);
  const ranks = await listRanks(ctx.db, filter.pool, ids);
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
  const filter = filterOf(query);
  const queues = indexQueues(await readQueues(ctx.db, filter.pool));
  const total = await readCount(ctx.db, filter);
  yield '{"success":true,"data":{"accounts":[';
  let separator = '';
  for await (const ids of idBundles(ctx, filter)) {
    const rows = await listAccountRows(ctx.db, ids);
    const texts = rows.map((row) => JSON.stringify(spellOut(row, queues)));
    if (texts.length === 0) continue;
    yield separator + texts.join(',');
    separator = ',';
  }
  yield `],"total_accounts":${total}}}`;
}

/** Ids in order, bundled so that the positions of a bundle fit into one answer. */
async function* idBundles(ctx: Pick<Ctx, 'db'>, filter: AnalysisFilter): AsyncGenerator<number[]> {
  let bookmark: Bookmark | null = null;
  const given = new Set<number>();
  while (true) {
    const listed = await listOrderedIds(ctx.db, filter, bookmark, IDS_AT_ONCE);
    let bundle: number[] = [];
    let positions = 0;
    for (const { id, queues } of listed) {
      if (given.has(id)) continue;
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
    bookmark = { id: last.id, value: 0 };
  }
}

const indexQueues = (queues: readonly QueueRow[]) =>
  new Map(queues.map((queue, order) => [queue.id, { ...queue, order }]));

/** A stored account as the call answers it; its history in the order of the queues' dates. */
function spellOut(row: AccountRow, queues: ReturnType<typeof indexQueues>): QueueAccount {
  const history: (ProgressEntry & { order: number })[] = [];
  for (const entry of row.history === null ? [] : row.history.split(',')) {
    const colon = entry.indexOf(':');
    const queue = queues.get(Number(entry.slice(0, colon)));
    if (queue === undefined) continue;
    const position = Number(entry.slice(colon + 1));
    history.push({
      queue_id: queue.queue_id,
      queue_date: queue.queue_date,
      position,
      queue_total: queue.queue_total,
      ratio: position / queue.queue_total,
      order: queue.order,
    });
  }
  history.sort((a, b) => a.order - b.order);
  return {
    account: row.email,
    total_queues: row.total_queues,
    avg_ratio: row.avg_ratio,
    best_ratio: row.best_ratio,
    worst_ratio: row.worst_ratio,
    progress_history: history.map(({ order: _, ...entry }) => entry),
  };
}
