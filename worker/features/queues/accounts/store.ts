import { type SQL, sql } from 'drizzle-orm';
import type { QueueAccount, QueueSort, QueueSortField } from '../../../../shared/queues/columns.ts';
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
import { categoryId } from '../categories/store.ts';
import { PUBLISHED_STATS, PUBLISHED_STATS_OR_NULL, publishedRanks } from '../counting/store.ts';
import type { Pool } from '../pool.ts';

/** Which accounts and their order: those of the analysis, or of one category. */
export interface AccountFilter {
  pool: Pool;
  /** The name key of a category; without one, the accounts that are in a queue. */
  category?: string | undefined;
  /** Part of the account key. */
  search?: string | undefined;
  /** The key of a single account. */
  account?: string | undefined;
  /** At or below. */
  maxAvgRatio?: number | undefined;
  /** Strictly below. */
  belowAvgRatio?: number | undefined;
  /** Accounts that are in no queue: of the category, or of all categories. */
  isUntested?: boolean | undefined;
  sort: QueueSort;
}

const STATS = PUBLISHED_STATS;

/** The column that each field sorts by: the statistics have the names of the fields. */
const columnOf = (field: QueueSortField): SQL =>
  sql.raw(field === 'account' ? 'a.email_key' : `s.${field}`);

const EMAIL_KEY = columnOf('account');

const JOINED = sql`from queue_accounts as a left join ${PUBLISHED_STATS_OR_NULL} as s on s.account_id = a.id`;

/** Ratios end at 1: an account without a queue is listed last, whatever the direction. */
const lastRatio = (isDescending: boolean): number => (isDescending ? -1 : 2);

/** Whether a list holds tested accounts only. */
const isAnalysis = ({ category, isUntested }: AccountFilter): boolean =>
  category === undefined && !isUntested;

/** Whether the accounts are read from the ranks, in their order. */
const isRanked = (filter: AccountFilter): boolean =>
  isAnalysis(filter) &&
  !filter.search &&
  filter.account === undefined &&
  readSort<QueueSortField>(filter.sort).field === 'avg_ratio';

function orderOf(filter: AccountFilter): PageOrder {
  const { field, isDescending } = readSort<QueueSortField>(filter.sort);
  const column = columnOf(field);
  const order = { isDescending, fromRow: (id: number) => sql`${JOINED} where a.id = ${id}` };
  if (isRanked(filter)) {
    const fromRow = (id: number) => sql`from ${STATS} as r where r.account_id = ${id}`;
    return { isDescending, fromRow, columns: [sql.raw('r.avg_ratio'), sql.raw('r.account_id')] };
  }
  if (isAnalysis(filter)) return { ...order, columns: [column, sql.raw('s.account_id')] };
  // Untested accounts differ by their e-mail alone.
  if (field === 'account' || filter.isUntested) return { ...order, columns: [EMAIL_KEY] };
  const missing = field === 'total_queues' ? 0 : lastRatio(isDescending);
  return {
    ...order,
    columns: [sql`coalesce(${column}, ${sql.raw(String(missing))})`, EMAIL_KEY],
  };
}

/**
 * A search reads the keys of the accounts from front to back, a single account is found by its key; everything else
 * reads the statistics in order.
 */
function matching(filter: AccountFilter): SQL {
  const { pool, category, search, account, maxAvgRatio, belowAvgRatio, isUntested, sort } = filter;
  const within = [
    maxAvgRatio === undefined ? sql`` : sql`and s.avg_ratio <= ${maxAvgRatio}`,
    belowAvgRatio === undefined ? sql`` : sql`and s.avg_ratio < ${belowAvgRatio}`,
    isUntested ? sql`and s.total_queues is null` : sql``,
  ];
  const below = sql.join(within, sql` `);
  const named = account === undefined ? sql`` : sql`and a.email_key = ${account}`;
  const found = containsText(EMAIL_KEY, search);
  if (category !== undefined) {
    return sql`from queue_category_accounts as held cross join queue_accounts as a on a.id = held.account_id
      left join ${PUBLISHED_STATS_OR_NULL} as s on s.account_id = held.account_id
      where held.category_id = ${categoryId({ pool, nameKey: category })} ${named} ${found} ${below}`;
  }
  if (isUntested)
    return sql`${JOINED} where a.pool = ${pool} and ${IN_A_CATEGORY} ${named} ${found} ${below}`;
  if (search || account !== undefined) {
    return sql`from queue_accounts as a cross join ${STATS} as s on s.account_id = a.id
      where a.pool = ${pool} ${named} ${found} ${below}`;
  }
  if (sort.endsWith('account')) {
    return sql`from queue_accounts as a cross join ${STATS} as s on s.account_id = a.id where a.pool = ${pool} ${below}`;
  }
  return sql`from ${STATS} as s where s.pool = ${pool} ${below}`;
}

/** An account of an uploaded queue has no statistics before it is counted, but it is not untested. */
const IN_A_CATEGORY = sql.raw(`exists (select 1 from queue_category_accounts as held
  cross join queue_categories as category on category.id = held.category_id
  where held.account_id = a.id and category.is_deleted = 0)`);

/** The ranks up to a ratio; their number is known without reading the statistics. */
function rankedRows({ pool, maxAvgRatio, belowAvgRatio }: AccountFilter): SQL {
  const most = maxAvgRatio === undefined ? sql`` : sql`and r.avg_ratio <= ${maxAvgRatio}`;
  const below = belowAvgRatio === undefined ? sql`` : sql`and r.avg_ratio < ${belowAvgRatio}`;
  return sql`from queue_ranks as r where ${publishedRanks('r', pool)} ${most} ${below}`;
}

type Bookmark = Pick<PageCursor, 'id' | 'values'>;

/** Ids of the matching accounts in order, behind the bookmark, with the length of each history. */
function orderedIds(filter: AccountFilter, bookmark: Bookmark | null, limit: number): SQL {
  const order = orderOf(filter);
  if (isRanked(filter)) {
    return sql`select r.account_id as id, coalesce((select s.total_queues from ${STATS} as s where s.account_id = r.account_id), 0) as weight
      ${rankedRows(filter)} ${afterCursor(bookmark, order)} ${orderBy(order)} limit ${limit}`;
  }
  const source =
    filter.category === undefined
      ? filter.isUntested
        ? 'a.id'
        : 's.account_id'
      : 'held.account_id';
  const id = sql.raw(source);
  return sql`select ${id} as id, coalesce(s.total_queues, 0) as weight ${matching(filter)}
    ${afterCursor(bookmark, order)} ${orderBy(order)} limit ${limit}`;
}

/** An account as answers show it; without a queue it has no ratios and no history. */
type AccountRow = Omit<QueueAccount, 'progress_history' | 'rank'>;

/** `history` is `queue:position,...` with the queues' row numbers. */
type AccountHistoryRow = AccountRow & { history: string | null };

/** An account of a page, with its place in the order. */
export type PagedAccount = AccountHistoryRow & { id: number; email_key: string };

const account = sql.raw(
  'a.email as account, coalesce(s.total_queues, 0) as total_queues, s.avg_ratio, s.best_ratio, s.worst_ratio',
);
/** The plus keeps each of the queues from being looked up in each shard. */
const history = sql.raw(
  `(select group_concat(p.queue_ref || ':' || p.position) from queue_positions as p
    where p.shard in (select id >> 4 from queues) and p.account_id = a.id
      and +p.queue_ref in (select id from queues where is_counted = 1)) as history`,
);

/** A queue as histories need it. */
export interface QueueRow {
  id: number;
  queue_id: string;
  queue_total: number;
  queue_date: string;
}

/** Queues by row number. */
export const listQueuesById = async (db: Database, ids: readonly number[]) =>
  db.all<QueueRow>(
    sql`select id, queue_id, queue_total, queue_date from queues where ${isOneOf(sql`id`, ids)}`,
  );

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
      sql`select coalesce(sum(accounts), 0) as accounts from queue_label_counts as r where ${publishedRanks('r', pool)}`,
    );
  }
  return db.all<{ accounts: number }>(
    sql`select count(*) as accounts ${isRankedCount ? rankedRows(filter) : matching(filter)}`,
  );
}

/** A page with its histories, and how many accounts match if they are to be counted. */
export async function readPage(
  db: Database,
  filter: AccountFilter,
  { cursor, limit, isCounted }: { cursor: PageCursor | null; limit: number; isCounted: boolean },
): Promise<{ rows: PagedAccount[]; count: number | null }> {
  const page = db.all<PagedAccount>(
    sql`select ${account}, a.id, a.email_key, ${history} from (${orderedIds(filter, cursor, limit)}) as page
      cross join queue_accounts as a on a.id = page.id left join ${PUBLISHED_STATS_OR_NULL} as s on s.account_id = page.id
      ${orderBy(shownOrder(filter))}`,
  );
  if (!isCounted) return { rows: await page, count: null };
  const [rows, counts] = await db.batch([page, countRows(db, filter)]);
  return { rows, count: counts[0]?.accounts ?? 0 };
}

/** The order of a page's own rows, which are read from the statistics. */
const shownOrder = (filter: AccountFilter): PageOrder =>
  isRanked(filter)
    ? { ...orderOf(filter), columns: [sql.raw('s.avg_ratio'), sql.raw('s.account_id')] }
    : orderOf(filter);

/** The values that a row is sorted by, as {@link orderOf} names them. */
export function sortValues(row: PagedAccount, filter: AccountFilter): (number | string)[] {
  const { field, isDescending } = readSort<QueueSortField>(filter.sort);
  const value = field === 'account' ? row.email_key : (row[field] ?? lastRatio(isDescending));
  if (isAnalysis(filter)) return [value, row.id];
  return field === 'account' || filter.isUntested ? [row.email_key] : [value, row.email_key];
}

/**
 * Ids in order with the number of queues of each, for reading a whole list piece by piece. They come as one text, a
 * tenth of what rows would take.
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

/** Values before all others: if the row of a bookmark was deleted, the list is read again from its start. */
const startValues = (filter: AccountFilter): (number | string)[] => {
  const { columns, isDescending } = orderOf(filter);
  return columns.map(() => (isDescending ? '\u{10FFFF}' : -1));
};

const inOrderOf = (ids: readonly number[]): SQL =>
  sql`from json_each(${JSON.stringify(ids)}) as page cross join queue_accounts as a on a.id = page.value
    left join ${PUBLISHED_STATS_OR_NULL} as s on s.account_id = a.id order by page.key`;

/** Accounts by id, in the order of the ids; accounts deleted since are left out. */
export const listAccountRows = async (db: Database, ids: readonly number[]) =>
  db.all<AccountRow>(sql`select ${account} ${inOrderOf(ids)}`);

/** As {@link listAccountRows}, with histories. */
export const listHistoryRows = async (db: Database, ids: readonly number[]) =>
  db.all<AccountHistoryRow>(sql`select ${account}, ${history} ${inOrderOf(ids)}`);

interface Rank {
  id: number;
  rank: number;
}

/** Places by average ratio: among all tested accounts of the pool, or within the list of the filter. */
export const listRanks = async (db: Database, filter: AccountFilter, ids: readonly number[]) =>
  isAnalysis(filter) ? listPoolRanks(db, filter.pool, ids) : listOwnRanks(db, filter, ids);

/** The accounts between two of the requested ones are counted once, so that the ranks are read at most one time. */
async function listPoolRanks(db: Database, pool: Pool, ids: readonly number[]) {
  return db.all<Rank>(
    sql`with picked as (
        select account_id, avg_ratio, lag(avg_ratio, 1, -1.0) over ranked as before_ratio, lag(account_id, 1, 0) over ranked as before_id
        from ${STATS} where ${isOneOf(sql`account_id`, ids)}
        window ranked as (order by avg_ratio, account_id))
      select account_id as id, sum((select count(*) from queue_ranks as r where ${publishedRanks('r', pool)}
        and r.avg_ratio between picked.before_ratio and picked.avg_ratio
        and (r.avg_ratio, r.account_id) > (picked.before_ratio, picked.before_id)
        and (r.avg_ratio, r.account_id) <= (picked.avg_ratio, picked.account_id))) over (order by avg_ratio, account_id) as rank
      from picked`,
  );
}

async function listOwnRanks(
  db: Database,
  { pool, category, isUntested }: AccountFilter,
  ids: readonly number[],
) {
  const ranked: AccountFilter = { pool, category, isUntested, sort: 'avg_ratio' };
  return db.all<Rank>(
    sql`select id, rank from (select a.id, row_number() over (${orderBy(orderOf(ranked))}) as rank ${matching(ranked)})
      where ${isOneOf(sql`id`, ids)}`,
  );
}
