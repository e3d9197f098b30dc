import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type {
  QueueAccount,
  QueueSort,
  QueueSortField,
} from '../../../../shared/queues/accounts/columns.ts';
import { isOneOf } from '../../../db/bulk.ts';
import type { Database } from '../../../db/client.ts';
import {
  afterCursor,
  containsText,
  orderBy,
  type PageCursor,
  type PageOrder,
  readSort,
} from '../../../db/page.ts';
import {
  queueAccounts,
  queueCategories,
  queueCategoryAccounts,
  queueClasses,
  queuePositions,
  queueRanks,
  queues,
} from '../../../db/schema/queues.ts';
import { categoryId } from '../categories/store.ts';
import {
  PUBLISHED_STATS,
  PUBLISHED_STATS_OR_NULL,
  publishedRanks,
  selectVersion,
} from '../counting/store.ts';
import type { Pool } from '../pool.ts';
import { account, category, held, placed, ranked, stats } from '../store-tables.ts';

/** The selected accounts and their order: those of the analysis, or of one category. */
export interface AccountFilter {
  pool: Pool;
  /** The name key of a category. If absent, all accounts that are in a queue. */
  category?: string | undefined;
  /** A part of the account key. */
  search?: string | undefined;
  /** The key of a single account. */
  account?: string | undefined;
  /** The largest ratio. */
  maxAvgRatio?: number | undefined;
  /** The ratio must be below this one. */
  belowAvgRatio?: number | undefined;
  /** Only accounts that are in no queue, of the category or of all categories. */
  isUntested?: boolean | undefined;
  sort: QueueSort;
}

/** The column that each field sorts by. */
const COLUMNS: Record<QueueSortField, SQLiteColumn> = {
  account: account.emailKey,
  total_queues: stats.totalQueues,
  avg_ratio: stats.avgRatio,
  best_ratio: stats.bestRatio,
  worst_ratio: stats.worstRatio,
};

const EMAIL_KEY = sql`${account.emailKey}`;

/** Accounts with their statistics, which are null for an account without a queue. */
const JOINED = sql`from ${queueAccounts} as ${account} left join ${PUBLISHED_STATS_OR_NULL} as ${stats} on ${stats.accountId} = ${account.id}`;

/** Accounts that have statistics. */
const TESTED = sql`from ${queueAccounts} as ${account} cross join ${PUBLISHED_STATS} as ${stats} on ${stats.accountId} = ${account.id}`;

/** Ratios end at 1: an account without a queue is listed last, in either direction. */
const lastRatio = (isDescending: boolean): number => (isDescending ? -1 : 2);

/** Whether a list contains only tested accounts. */
const isAnalysis = ({ category, isUntested }: AccountFilter): boolean =>
  category === undefined && !isUntested;

/** Whether the accounts are read from the ranks, in order. */
const isRanked = (filter: AccountFilter): boolean =>
  isAnalysis(filter) &&
  !filter.search &&
  filter.account === undefined &&
  readSort<QueueSortField>(filter.sort).field === 'avg_ratio';

function orderOf(filter: AccountFilter): PageOrder {
  const { field, isDescending } = readSort<QueueSortField>(filter.sort);
  const column = sql`${COLUMNS[field]}`;
  const order = {
    isDescending,
    fromRow: (id: number) => sql`${JOINED} where ${account.id} = ${id}`,
  };
  if (isRanked(filter)) {
    const fromRow = (id: number) =>
      sql`from ${PUBLISHED_STATS} as ${ranked} where ${ranked.accountId} = ${id}`;
    return { isDescending, fromRow, columns: placeOf(ranked) };
  }
  if (isAnalysis(filter)) return { ...order, columns: [column, sql`${stats.accountId}`] };
  // Untested accounts differ only by their e-mail.
  if (field === 'account' || filter.isUntested) return { ...order, columns: [EMAIL_KEY] };
  const missing = field === 'total_queues' ? 0 : lastRatio(isDescending);
  return {
    ...order,
    columns: [sql`coalesce(${column}, ${sql.raw(String(missing))})`, EMAIL_KEY],
  };
}

/** The position of an account by average ratio. */
const placeOf = ({
  avgRatio,
  accountId,
}: Record<'avgRatio' | 'accountId', SQLiteColumn>): SQL[] => [sql`${avgRatio}`, sql`${accountId}`];

/**
 * A search reads all account keys, and a single account is found by its key. Everything else reads the statistics in
 * order.
 */
function matching(filter: AccountFilter): SQL {
  const { pool, category: nameKey, search, maxAvgRatio, belowAvgRatio, isUntested, sort } = filter;
  const within = [
    maxAvgRatio === undefined ? sql`` : sql`and ${stats.avgRatio} <= ${maxAvgRatio}`,
    belowAvgRatio === undefined ? sql`` : sql`and ${stats.avgRatio} < ${belowAvgRatio}`,
    isUntested ? sql`and ${stats.totalQueues} is null` : sql``,
  ];
  const below = sql.join(within, sql` `);
  const named = filter.account === undefined ? sql`` : sql`and ${EMAIL_KEY} = ${filter.account}`;
  const matchesSearch = containsText(EMAIL_KEY, search);
  if (nameKey !== undefined) {
    return sql`from ${queueCategoryAccounts} as ${held} cross join ${queueAccounts} as ${account} on ${account.id} = ${held.accountId}
      left join ${PUBLISHED_STATS_OR_NULL} as ${stats} on ${stats.accountId} = ${held.accountId}
      where ${held.categoryId} = ${categoryId({ pool, nameKey })} ${named} ${matchesSearch} ${below}`;
  }
  const inPool = sql`${account.pool} = ${pool}`;
  if (isUntested)
    return sql`${JOINED} where ${inPool} and ${IN_A_CATEGORY} ${named} ${matchesSearch} ${below}`;
  if (search || filter.account !== undefined) {
    return sql`${TESTED} where ${inPool} ${named} ${matchesSearch} ${below}`;
  }
  if (sort.endsWith('account')) return sql`${TESTED} where ${inPool} ${below}`;
  return sql`from ${PUBLISHED_STATS} as ${stats} where ${stats.pool} = ${pool} ${below}`;
}

/**
 * An account of a queue that was just uploaded has no statistics until it is counted, but it is not
 * untested.
 */
const IN_A_CATEGORY = sql`exists (select 1 from ${queueCategoryAccounts} as ${held}
  cross join ${queueCategories} as ${category} on ${category.id} = ${held.categoryId}
  where ${held.accountId} = ${account.id} and ${category.isDeleted} = 0)`;

/** The ranks up to a ratio. Their number can be determined without reading the statistics. */
function rankedRows({ pool, maxAvgRatio, belowAvgRatio }: AccountFilter): SQL {
  const most = maxAvgRatio === undefined ? sql`` : sql`and ${ranked.avgRatio} <= ${maxAvgRatio}`;
  const below =
    belowAvgRatio === undefined ? sql`` : sql`and ${ranked.avgRatio} < ${belowAvgRatio}`;
  return sql`from ${queueRanks} as ${ranked} where ${publishedRanks(ranked, pool)} ${most} ${below}`;
}

type Bookmark = Pick<PageCursor, 'id' | 'values'>;

/**
 * The ids of the matching accounts in order, after the bookmark, with the length of each history.
 */
function orderedIds(filter: AccountFilter, bookmark: Bookmark | null, limit: number): SQL {
  const order = orderOf(filter);
  const following = sql`${afterCursor(bookmark, order)} ${orderBy(order)} limit ${limit}`;
  if (isRanked(filter)) {
    return sql`select ${ranked.accountId} as id, coalesce((select ${stats.totalQueues} from ${PUBLISHED_STATS} as ${stats}
      where ${stats.accountId} = ${ranked.accountId}), 0) as weight ${rankedRows(filter)} ${following}`;
  }
  const untestedId = filter.isUntested ? account.id : stats.accountId;
  const id = filter.category === undefined ? untestedId : held.accountId;
  return sql`select ${id} as id, coalesce(${stats.totalQueues}, 0) as weight ${matching(filter)} ${following}`;
}

/** An account as answers show it. Without a queue it has neither ratios nor a history. */
type AccountRow = Omit<QueueAccount, 'progress_history' | 'rank'>;

/** `history` is `queue:position,...` with the queues' row numbers. */
type AccountHistoryRow = AccountRow & { history: string | null };

/** An account of a page, with its position in the order. */
export type PagedAccount = AccountHistoryRow & { id: number; emailKey: string };

const FIELDS = sql`${account.email} as account, coalesce(${stats.totalQueues}, 0) as total_queues,
  ${stats.avgRatio} as avg_ratio, ${stats.bestRatio} as best_ratio, ${stats.worstRatio} as worst_ratio`;

/** The plus sign prevents SQLite from looking up each queue in each shard. */
const HISTORY = sql`(select group_concat(${placed.queueRef} || ':' || ${placed.position}) from ${queuePositions} as ${placed}
    where ${placed.shard} in (select ${queues.id} >> 4 from ${queues}) and ${placed.accountId} = ${account.id}
      and +${placed.queueRef} in (select ${queues.id} from ${queues} where ${queues.isCounted} = 1)) as history`;

const QUEUE_FIELDS = {
  id: queues.id,
  queue_id: queues.queueId,
  queue_total: queues.queueTotal,
  queue_date: queues.queueDate,
};

/** The fields of a queue that histories need. */
export type QueueRow = Awaited<ReturnType<typeof listQueuesById>>[number];

/** Queues by row number. */
export const listQueuesById = async (db: Database, ids: readonly number[]) =>
  db.select(QUEUE_FIELDS).from(queues).where(isOneOf(queues.id, ids));

/** How many accounts match. */
export async function readCount(db: Database, filter: AccountFilter): Promise<number> {
  const [row] = await countRows(db, filter);
  return row?.accounts ?? 0;
}

function countRows(db: Database, filter: AccountFilter) {
  // The other orders of the analysis have the same accounts.
  const isRankedCount = isRanked({ ...filter, sort: 'avg_ratio' });
  const { maxAvgRatio, belowAvgRatio, pool } = filter;
  if (isRankedCount && maxAvgRatio === undefined && belowAvgRatio === undefined) {
    return db.all<{ accounts: number }>(
      sql`select coalesce(sum(${queueClasses.accounts}), 0) as accounts from ${queueClasses} where ${publishedRanks(queueClasses, pool)}`,
    );
  }
  return db.all<{ accounts: number }>(
    sql`select count(*) as accounts ${isRankedCount ? rankedRows(filter) : matching(filter)}`,
  );
}

/**
 * Whether reading the first page of the whole analysis needs all accounts: to sort them, because
 * the order is neither stored nor indexed, or to rank those in the order by e-mail, where ranks are
 * in any order.
 */
export const readsAllAccounts = (filter: AccountFilter): boolean =>
  isAnalysis(filter) &&
  !filter.search &&
  filter.account === undefined &&
  filter.maxAvgRatio === undefined &&
  filter.belowAvgRatio === undefined &&
  readSort<QueueSortField>(filter.sort).field !== 'avg_ratio';

interface PageOfAccounts {
  cursor: PageCursor | null;
  limit: number;
  isCounted: boolean;
  /** The ids of the page, if they are already known. */
  ids?: readonly number[] | undefined;
}

/**
 * A page with its histories; also the number of matching accounts and the version of the statistics
 * if a count is requested.
 */
export async function readPage(
  db: Database,
  filter: AccountFilter,
  { cursor, limit, isCounted, ids }: PageOfAccounts,
): Promise<{ rows: PagedAccount[]; count: number | null; version?: number }> {
  const selected =
    ids === undefined
      ? orderedIds(filter, cursor, limit)
      : sql`select value as id from json_each(${JSON.stringify(ids)})`;
  const page = db.all<PagedAccount>(
    sql`select ${FIELDS}, ${account.id} as id, ${account.emailKey} as "emailKey", ${HISTORY} from (${selected}) as page
      cross join ${queueAccounts} as ${account} on ${account.id} = page.id
      left join ${PUBLISHED_STATS_OR_NULL} as ${stats} on ${stats.accountId} = page.id
      ${orderBy(shownOrder(filter))}`,
  );
  if (!isCounted) return { rows: await page, count: null };
  const [rows, counts, [statistics]] = await db.batch([
    page,
    countRows(db, filter),
    selectVersion(db),
  ]);
  return { rows, count: counts[0]?.accounts ?? 0, version: statistics?.version ?? 0 };
}

/** The order within a page, whose rows are read from the statistics. */
const shownOrder = (filter: AccountFilter): PageOrder =>
  isRanked(filter) ? { ...orderOf(filter), columns: placeOf(stats) } : orderOf(filter);

/** The values that a row is sorted by, as {@link orderOf} names them. */
export function sortValues(row: PagedAccount, filter: AccountFilter): (number | string)[] {
  const { field, isDescending } = readSort<QueueSortField>(filter.sort);
  const value = field === 'account' ? row.emailKey : (row[field] ?? lastRatio(isDescending));
  if (isAnalysis(filter)) return [value, row.id];
  return field === 'account' || filter.isUntested ? [row.emailKey] : [value, row.emailKey];
}

/**
 * Ids in order with the number of queues of each, for reading a whole list in chunks. They are
 * returned as one text, which is a tenth of the size of rows.
 */
export async function listOrderedIds(
  db: Database,
  filter: AccountFilter,
  afterId: number | null,
  limit: number,
): Promise<{ id: number; queues: number }[]> {
  const bookmark = afterId === null ? null : { id: afterId, values: startValues(filter) };
  const rows = await db.all<{ ids: string | null }>(
    sql`select group_concat(id || ':' || weight) as ids from (${orderedIds(filter, bookmark, limit)})`,
  );
  const ids = rows[0]?.ids;
  if (!ids) return [];
  return ids.split(',').map((entry) => {
    const [id, queues] = entry.split(':');
    return { id: Number(id), queues: Number(queues) };
  });
}

/** Values before all others, so that the list is read again from its start if the row of a bookmark was deleted. */
const startValues = (filter: AccountFilter): (number | string)[] => {
  const { columns, isDescending } = orderOf(filter);
  return columns.map(() => (isDescending ? '\u{10FFFF}' : -1));
};

const inOrderOf = (ids: readonly number[]): SQL =>
  sql`from json_each(${JSON.stringify(ids)}) as page cross join ${queueAccounts} as ${account} on ${account.id} = page.value
    left join ${PUBLISHED_STATS_OR_NULL} as ${stats} on ${stats.accountId} = ${account.id} order by page.key`;

/** Accounts by id, in the order of the ids; accounts deleted since are left out. */
export const listAccountRows = async (db: Database, ids: readonly number[]) =>
  db.all<AccountRow>(sql`select ${FIELDS} ${inOrderOf(ids)}`);

/** Like {@link listAccountRows}, with histories. */
export const listHistoryRows = async (db: Database, ids: readonly number[]) =>
  db.all<AccountHistoryRow>(sql`select ${FIELDS}, ${HISTORY} ${inOrderOf(ids)}`);

interface Rank {
  id: number;
  rank: number;
}

/** Ranks by average ratio: among all tested accounts of the pool, or within the list of the filter. */
export const listRanks = async (db: Database, filter: AccountFilter, ids: readonly number[]) =>
  isAnalysis(filter) ? listPoolRanks(db, filter.pool, ids) : listOwnRanks(db, filter, ids);

/**
 * The accounts between two requested ones are counted only once, so that the ranks are read at most
 * one time.
 */
async function listPoolRanks(db: Database, pool: Pool, ids: readonly number[]) {
  const { avgRatio, accountId } = stats;
  return db.all<Rank>(
    sql`with picked as (
        select ${accountId} as id, ${avgRatio} as ratio, lag(${avgRatio}, 1, -1.0) over places as before_ratio, lag(${accountId}, 1, 0) over places as before_id
        from ${PUBLISHED_STATS} as ${stats} where ${isOneOf(accountId, ids)}
        window places as (order by ${avgRatio}, ${accountId}))
      select id, sum((select count(*) from ${queueRanks} as ${ranked} where ${publishedRanks(ranked, pool)}
        and ${ranked.avgRatio} between picked.before_ratio and picked.ratio
        and (${ranked.avgRatio}, ${ranked.accountId}) > (picked.before_ratio, picked.before_id)
        and (${ranked.avgRatio}, ${ranked.accountId}) <= (picked.ratio, picked.id))) over (order by ratio, id) as rank
      from picked`,
  );
}

async function listOwnRanks(
  db: Database,
  { pool, category: nameKey, isUntested }: AccountFilter,
  ids: readonly number[],
) {
  const filter: AccountFilter = { pool, category: nameKey, isUntested, sort: 'avg_ratio' };
  return db.all<Rank>(
    sql`select id, rank from (select ${account.id} as id, row_number() over (${orderBy(orderOf(filter))}) as rank ${matching(filter)})
      where ${isOneOf(sql`id`, ids)}`,
  );
}
