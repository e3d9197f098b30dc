import {
  streamSpreadsheetCsv,
  streamSpreadsheetRows,
} from '../../../../shared/csv/spreadsheet-writer.ts';
import { DomainError } from '../../../../shared/errors.ts';
import { ANALYSIS_COLUMNS, UNTESTED_COLUMNS } from '../../../../shared/queues/accounts/exports.ts';
import { categoryKey } from '../../../../shared/queues/keys.ts';
import type {
  QueueAnalysisQuery,
  QueueExportQuery,
  QueueType,
} from '../../../../shared/queues/schema.ts';
import type { Ctx } from '../../../context/context.ts';
import { listCategories, readSummary } from '../categories/store.ts';
import { readCounting } from '../counting/service.ts';
import { poolOf } from '../pool.ts';
import { addQueues, type QueueIndex, spellHistoryOut } from './histories.ts';
import { analysisFilter, noCategoryText } from './service.ts';
import {
  type AccountFilter,
  listAccountRows,
  listHistoryRows,
  listOrderedIds,
  readCount,
} from './store.ts';

/** The ids that one statement lists as a text of at most 5 MB. */
const IDS_AT_ONCE = 250_000;
/**
 * The maximum that one statement returns. With the longest names, both together stay below libSQL's
 * 10 MB.
 */
const POSITIONS_AT_ONCE = 100_000;
const ACCOUNTS_AT_ONCE = 2_000;

/**
 * The whole analysis as JSON text in chunks. The order is read first and each account is read once,
 * so that uploads in between neither repeat nor skip one.
 */
export async function* streamAnalysis(
  ctx: Pick<Ctx, 'db'>,
  query: QueueAnalysisQuery,
): AsyncGenerator<string> {
  const filter = analysisFilter(query);
  const queues: QueueIndex = new Map();
  const total = await readCount(ctx.db, filter);
  yield '{"success":true,"data":{"accounts":[';
  let separator = '';
  for await (const ids of bundleIds(ctx, filter)) {
    const rows = await listHistoryRows(ctx.db, ids);
    await addQueues(ctx, queues, rows);
    const texts = rows.map(({ history, ...account }) =>
      JSON.stringify({ ...account, progress_history: spellHistoryOut(history, queues) }),
    );
    if (texts.length === 0) continue;
    yield separator + texts.join(',');
    separator = ',';
  }
  const counting = await readCounting(ctx.db, filter.pool);
  yield `],"total_accounts":${total},"counting":${JSON.stringify(counting)}}}`;
}

/** Every category with its accounts (the best `limit` of each), as JSON text in chunks. */
export async function* streamCategories(
  ctx: Pick<Ctx, 'db'>,
  type: QueueType,
  limit: number = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  const pool = poolOf(type);
  const categories = await listCategories(ctx.db, pool);
  yield '{"success":true,"data":{';
  for (const [index, { name }] of categories.entries()) {
    const filter: AccountFilter = { pool, category: categoryKey(name), sort: 'avg_ratio' };
    yield `${index === 0 ? '' : ','}${JSON.stringify(name)}:[`;
    let separator = '';
    for await (const ids of bundleIds(ctx, filter, limit)) {
      const rows = await listAccountRows(ctx.db, ids);
      if (rows.length === 0) continue;
      yield separator + rows.map((row) => JSON.stringify(row)).join(',');
      separator = ',';
    }
    yield ']';
  }
  const end = {
    stats: { categories_list: categories },
    counting: await readCounting(ctx.db, pool),
  };
  yield `},${JSON.stringify(end).slice(1)}`;
}

/**
 * An account list as a spreadsheet CSV in chunks, with the number of accounts. Untested accounts
 * have only the column Email; other lists also have rank and average ratio.
 * @throws DomainError `not_found` if there is no such category.
 */
export async function exportAccounts(
  ctx: Pick<Ctx, 'db'>,
  query: QueueExportQuery,
): Promise<{ total: number; texts: AsyncGenerator<string> }> {
  const pool = poolOf(query.type);
  const category = query.category === undefined ? undefined : categoryKey(query.category);
  const filter: AccountFilter = {
    pool,
    category,
    maxAvgRatio: query.max_avg_ratio,
    belowAvgRatio: query.below_avg_ratio,
    isUntested: query.untested !== undefined,
    sort: 'avg_ratio',
  };
  const summary = category === undefined ? null : readSummary(ctx.db, { pool, nameKey: category });
  if (query.category !== undefined && (await summary) === null) {
    throw new DomainError('not_found', noCategoryText(query.category));
  }
  return { total: await readCount(ctx.db, filter), texts: streamCsv(ctx, filter) };
}

async function* streamCsv(ctx: Pick<Ctx, 'db'>, filter: AccountFilter): AsyncGenerator<string> {
  const columns = filter.isUntested ? UNTESTED_COLUMNS : ANALYSIS_COLUMNS;
  yield* streamSpreadsheetCsv(columns, []);
  let rank = 0;
  for await (const ids of bundleIds(ctx, filter)) {
    const rows = await listAccountRows(ctx.db, ids);
    const ranked = rows.map((row) => {
      rank += 1;
      return { ...row, rank };
    });
    yield* streamSpreadsheetRows(columns, ranked);
  }
}

/** Ids in order, at most `most`, in bundles whose accounts and positions fit into one answer. */
async function* bundleIds(
  ctx: Pick<Ctx, 'db'>,
  filter: AccountFilter,
  most: number = Number.POSITIVE_INFINITY,
): AsyncGenerator<number[]> {
  let afterId: number | null = null;
  const bundledIds = new Set<number>();
  while (bundledIds.size < most) {
    const listed = await listOrderedIds(ctx.db, filter, afterId, Math.min(IDS_AT_ONCE, most));
    let bundle: number[] = [];
    let positions = 0;
    for (const { id, queues } of listed) {
      if (bundledIds.has(id) || bundledIds.size >= most) continue;
      bundledIds.add(id);
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
