import { type SQL, sql } from 'drizzle-orm';
import type { QueueSort, QueueSortField } from '../../../shared/queues/schema.ts';
import type { Database } from '../../db/client.ts';
import type { Pool } from './store-pools.ts';

/** Which accounts of the analysis, in which order. */
export interface AnalysisFilter {
  pool: Pool;
  /** Part of the account key. */
  search: string | undefined;
  /** The key of one account alone. */
  account: string | undefined;
  maxAvgRatio: number | undefined;
  sort: QueueSort;
}

/** The last row of the page before: its value guards against an account that went away in between. */
export interface Bookmark {
  id: number;
  value: number | string;
}

const COLUMN = {
  avg_ratio: sql.raw('s.avg_ratio'),
  best_ratio: sql.raw('s.best_ratio'),
  worst_ratio: sql.raw('s.worst_ratio'),
  total_queues: sql.raw('s.total_queues'),
  account: sql.raw('a.email_key'),
} as const satisfies Record<QueueSortField, SQL>;

interface Order {
  field: QueueSortField;
  column: SQL;
  isDescending: boolean;
}

function orderOf(sort: QueueSort): Order {
  const isDescending = sort.startsWith('-');
  // The schema knows no other words behind the minus.
  const field = (isDescending ? sort.slice(1) : sort) as QueueSortField;
  return { field, column: COLUMN[field], isDescending };
}

const orderBy = ({ column, isDescending }: Order): SQL =>
  isDescending
    ? sql`order by ${column} desc, s.account_id desc`
    : sql`order by ${column}, s.account_id`;

/**
 * A search reads the keys of the accounts from front to back, one account is looked up by its key; everything else
 * walks the statistics.
 */
function matching({ pool, search, account, maxAvgRatio, sort }: AnalysisFilter): SQL {
  const below = maxAvgRatio === undefined ? sql`` : sql`and s.avg_ratio <= ${maxAvgRatio}`;
  if (search || account !== undefined) {
    const found = search ? sql`and instr(a.email_key, ${search}) > 0` : sql``;
    const named = account === undefined ? sql`` : sql`and a.email_key = ${account}`;
    return sql`from queue_accounts as a cross join queue_account_stats as s on s.account_id = a.id
      where a.pool = ${pool} ${named} ${found} ${below}`;
  }
  const needsAccount = sort.endsWith('account');
  const joined = needsAccount ? sql`join queue_accounts as a on a.id = s.account_id` : sql``;
  return sql`from queue_account_stats as s ${joined} where s.pool = ${pool} ${below}`;
}

/** The stored value of the bookmarked row is compared, because a number may lose its last bit on the way. */
function after(bookmark: Bookmark | null, { column, isDescending }: Order): SQL {
  if (bookmark === null) return sql``;
  const stored = sql`(select ${column} from queue_account_stats as s join queue_accounts as a on a.id = s.account_id where s.account_id = ${bookmark.id})`;
  const place = sql`(coalesce(${stored}, ${bookmark.value}), ${bookmark.id})`;
  return isDescending
    ? sql`and (${column}, s.account_id) < ${place}`
    : sql`and (${column}, s.account_id) > ${place}`;
}

/** Ids of the matching accounts in order, behind the bookmark, with the length of each history. */
function orderedIds(filter: AnalysisFilter, bookmark: Bookmark | null, limit: number): SQL {
  const order = orderOf(filter.sort);
  return sql`select s.account_id as id, s.total_queues as weight ${matching(filter)} ${after(bookmark, order)} ${orderBy(order)} limit ${limit}`;
}

/** One account as stored; `history` is `queue:position,...` with the queues' own numbers. */
export interface AccountRow {
  id: number;
  email: string;
  email_key: string;
  total_queues: number;
  avg_ratio: number;
  best_ratio: number;
  worst_ratio: number;
  history: string | null;
}

const account = sql.raw(
  `a.id, a.email, a.email_key, s.total_queues, s.avg_ratio, s.best_ratio, s.worst_ratio,
  (select group_concat(p.queue_ref || ':' || p.position) from queue_positions as p where p.account_id = s.account_id) as history`,
);

/** One page of accounts with their histories. */
const selectPage = (filter: AnalysisFilter, bookmark: Bookmark | null, limit: number): SQL =>
  sql`select ${account} from (${orderedIds(filter, bookmark, limit)}) as page
    cross join queue_account_stats as s on s.account_id = page.id cross join queue_accounts as a on a.id = page.id ${orderBy(orderOf(filter.sort))}`;

const selectCount = (filter: AnalysisFilter): SQL =>
  sql`select count(*) as accounts ${matching(filter)}`;

const selectQueues = (pool: Pool): SQL =>
  sql`select id, queue_id, queue_total, queue_date from queues where pool = ${pool} order by queue_date, id`;

/** A queue as histories need it; they come ordered by date. */
export interface QueueRow {
  id: number;
  queue_id: string;
  queue_total: number;
  queue_date: string;
}

/** Every queue of a pool, to spell histories out. */
export const readQueues = async (db: Database, pool: Pool): Promise<QueueRow[]> =>
  db.all<QueueRow>(selectQueues(pool));

/** How many accounts match. */
export async function readCount(db: Database, filter: AnalysisFilter): Promise<number> {
  const rows = await db.all<{ accounts: number }>(selectCount(filter));
  return rows[0]?.accounts ?? 0;
}

/** A page in one round trip; the matching accounts are counted for the first page only. */
export async function readPage(
  db: Database,
  filter: AnalysisFilter,
  bookmark: Bookmark | null,
  limit: number,
): Promise<{ rows: AccountRow[]; queues: QueueRow[]; count: number | null }> {
  const page = db.all<AccountRow>(selectPage(filter, bookmark, limit));
  const queues = db.all<QueueRow>(selectQueues(filter.pool));
  if (bookmark !== null) {
    const [rows, known] = await db.batch([page, queues]);
    return { rows, queues: known, count: null };
  }
  const counted = db.all<{ accounts: number }>(selectCount(filter));
  const [rows, known, counts] = await db.batch([page, queues, counted]);
  return { rows, queues: known, count: counts[0]?.accounts ?? 0 };
}

/** What a bookmark remembers of a row. */
export function bookmarkValue(row: AccountRow, sort: QueueSort): number | string {
  const { field } = orderOf(sort);
  return field === 'account' ? row.email_key : row[field];
}

/**
 * Ids in order with the number of queues of each, for reading a whole answer piece by piece. They come as one text,
 * a tenth of what rows would take.
 */
export async function listOrderedIds(
  db: Database,
  filter: AnalysisFilter,
  bookmark: Bookmark | null,
  limit: number,
): Promise<{ id: number; queues: number }[]> {
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

/** Accounts by id, in the order of the ids; one that went away is left out. */
export async function listAccountRows(db: Database, ids: readonly number[]) {
  return db.all<AccountRow>(
    sql`select ${account} from json_each(${JSON.stringify(ids)}) as page
    cross join queue_account_stats as s on s.account_id = page.value cross join queue_accounts as a on a.id = page.value order by page.key`,
  );
}

/**
 * Places by average ratio among all accounts of the pool. The accounts between two of the asked ones are counted
 * once, so that the ranked index is walked through at most one time.
 */
export async function listRanks(db: Database, pool: Pool, ids: readonly number[]) {
  return db.all<{ id: number; rank: number }>(
    sql`with picked as (
        select account_id, avg_ratio, lag(avg_ratio, 1, -1.0) over ranked as before_ratio, lag(account_id, 1, 0) over ranked as before_id
        from queue_account_stats where account_id in (select value from json_each(${JSON.stringify(ids)}))
        window ranked as (order by avg_ratio, account_id))
      select account_id as id, sum((select count(*) from queue_account_stats as s where s.pool = ${pool}
        and s.avg_ratio between picked.before_ratio and picked.avg_ratio
        and (s.avg_ratio, s.account_id) > (picked.before_ratio, picked.before_id)
        and (s.avg_ratio, s.account_id) <= (picked.avg_ratio, picked.account_id))) over (order by avg_ratio, account_id) as rank
      from picked`,
  );
}
