import { type SQL, sql } from 'drizzle-orm';
import { DomainError } from '../../../../shared/errors.ts';
import { PERFORMANCE_LIMITS } from '../../../../shared/queues/ratios.ts';
import { deleteInBatches } from '../../../db/batches.ts';
import { type Changing, change } from '../../../db/change.ts';
import { type Database, runBatch } from '../../../db/client.ts';
import { queueStatistics, type RankStretch } from '../../../db/schema/queues.ts';

/** Ratios are summed in whole units of 1e-14: exact in any order, and good for 92,000 queues of one account. */
const UNITS = sql.raw('1e14');

/** Who counts: the job, or the call that uploads or deletes a queue. */
type Counter = 'job' | 'call';

/** The accounts that a batch counts: those with a larger id than `after`, up to `upTo`. Null means all. */
interface AccountRange {
  after: number;
  upTo: number;
}

const PUBLISHED = sql.raw('(select published from queue_statistics)');
const RANKED = sql.raw('(select ranked from queue_statistics)');

const published = (column: string): string =>
  `iif(generation <= (select published from queue_statistics), ${column}, old_${column})`;

/** The published statistics of tested accounts, as a table expression. */
export const PUBLISHED_STATS = sql.raw(
  `(select account_id, pool, ${['total_queues', 'avg_ratio', 'best_ratio', 'worst_ratio'].map((column) => `${published(column)} as ${column}`).join(', ')}
    from queue_account_stats where ${published('total_queues')} > 0)`,
);

/**
 * As {@link PUBLISHED_STATS}, for the right side of a left join, where SQLite would build a table of all accounts with a
 * condition. An untested account may have a row, which has no numbers.
 */
export const PUBLISHED_STATS_OR_NULL = sql.raw(
  `(select account_id, nullif(${published('total_queues')}, 0) as total_queues, ${['avg_ratio', 'best_ratio', 'worst_ratio'].map((column) => `iif(${published('total_queues')} > 0, ${published(column)}, null) as ${column}`).join(', ')}
    from queue_account_stats)`,
);

/** The published ranks of a pool, as conditions on `alias`, a row of queue_ranks. */
export const publishedRanks = (alias: string, pool: number): SQL =>
  sql`${sql.raw(alias)}.generation = ${RANKED} and ${sql.raw(alias)}.pool = ${pool}`;

/** Queues that the statistics have to add or to take away. */
const IS_LEFT = sql.raw('is_counted = is_deleted');

/** How far the count is; undefined before the first migration only. */
export interface Progress {
  published: number;
  ranked: number;
  phase: 'count' | 'rank' | null;
  place: number;
  stretches: RankStretch[];
  done: number;
  /** Queues to count, and those of them that the job counts now. */
  left: number;
  counting: number;
  /** Of the queues to count: how many belong to each pool. */
  leftByPool: Record<1 | 2, number>;
  /** The largest id of an account. */
  lastAccount: number;
}

/** Reads what is published and how far the count is. */
export async function readProgress(db: Database): Promise<Progress> {
  const [[row], [counts]] = await db.batch([
    db.select().from(queueStatistics),
    db.all<{ first: number; second: number; counting: number; lastAccount: number }>(
      sql`select count(*) filter (where pool = 1) as "first", count(*) filter (where pool = 2) as "second",
        count(*) filter (where counted_by = 'job') as counting,
        (select coalesce(max(id), 0) from queue_accounts) as "lastAccount" from queues where ${IS_LEFT}`,
    ),
  ]);
  if (row === undefined || counts === undefined) throw new Error('The statistics have no row.');
  const { first, second, counting, lastAccount } = counts;
  const leftByPool = { 1: first, 2: second };
  return { ...row, left: first + second, counting, leftByPool, lastAccount };
}

/** Which generation is published. It changes with every published change. */
export async function readPublished(db: Database): Promise<number> {
  const [row] = await db.select({ published: queueStatistics.published }).from(queueStatistics);
  return row?.published ?? 0;
}

/** Milliseconds of the oldest and newest upload that waits to be counted; null for none. */
export async function readWaiting(
  db: Database,
): Promise<{ first: number | null; last: number | null }> {
  const [row] = await db.all<{ first: number | null; last: number | null }>(
    sql`select min(uploaded_at) as first, max(uploaded_at) as last from queues where ${IS_LEFT}`,
  );
  return row ?? { first: null, last: null };
}

/** The lease of the job. */
export const LEASE = 'queue statistics';

/** One row if something is left for the job and no job runs. */
export const selectJobNeeded = (now: number): SQL =>
  sql`select 1 where exists (select 1 from queues where ${IS_LEFT} or (is_deleted = 1 and is_counted = 0))
    and not exists (select 1 from leases where name = ${LEASE} and until > ${now})`;

const BEGIN_COUNT = [
  sql`update queue_statistics set phase = 'count', place = 0, stretches = '[]' where phase is null
    and exists (select 1 from queues where ${IS_LEFT})`,
  sql`update queues set counted_by = 'job' where ${IS_LEFT} and (select phase = 'count' and place = 0 from queue_statistics)`,
];

/** Begins a count of every queue that is left, unless one is under way. */
export async function beginCount(db: Database): Promise<void> {
  await runBatch(
    db,
    BEGIN_COUNT.map((statement) => db.run(statement)),
  );
}

/** The most positions that a call counts by itself. It moves the accounts in the published ranks one by one. */
export const COUNTED_WITH_CALL = 2_000;

/**
 * Marks queues for {@link countInCall}, if the job counts nothing and their positions are few enough. All or none are marked:
 * a queue and the one that it replaces must not be in the statistics together.
 * @param condition matches the queues among those that are left
 */
export const markForCall = (condition: SQL): SQL =>
  sql`update queues set counted_by = 'call' where ${IS_LEFT} and ${condition}
    and (select phase is null from queue_statistics)
    and (select sum(accounts) from queues where ${IS_LEFT} and ${condition}) <= ${COUNTED_WITH_CALL}`;

/** Counts the queues that {@link markForCall} has marked, and publishes the result. Does nothing without such queues. */
export const countInCall = (): SQL[] => {
  const all = { after: 0, upTo: Number.MAX_SAFE_INTEGER };
  const accounts = accountsOf('call', all);
  const ranked = sql`select ${RANKED}, pool, avg_ratio, account_id from ${PUBLISHED_STATS} where account_id in ${accounts}`;
  const classes = (sign: string) => sql`insert into queue_label_counts
    select ${RANKED}, pool, ${LABEL}, ${sql.raw(sign)}count(*) from ${PUBLISHED_STATS} where account_id in ${accounts} group by 2, 3
    on conflict do update set accounts = accounts + excluded.accounts`;
  return [
    classes('-'),
    sql`delete from queue_ranks where (generation, pool, avg_ratio, account_id) in (${ranked})`,
    ...countRange('call', all),
    // After the accounts, which the marks select.
    sql`update queue_statistics set published = published + 1 where exists (select 1 from queues where counted_by = 'call')`,
    sql`insert into queue_ranks ${ranked} order by 2, 3, 4`,
    classes(''),
    PUBLISH_TESTED,
    ...settleQueues('call'),
  ];
};

/** The performance label of `avg_ratio`. */
const LABEL = sql.raw(
  `case ${PERFORMANCE_LIMITS.map(([label, highest]) => `when avg_ratio <= ${highest} then '${label}'`).join(' ')} else 'Poor' end`,
);

const PUBLISH_TESTED = sql`update queue_categories set tested_accounts = next_tested_accounts
  where tested_accounts <> next_tested_accounts and (select phase is null from queue_statistics)`;

/** Counted queues are in the statistics from now on, and discounted ones are not. */
const settleQueues = (counter: Counter): SQL[] => [
  sql`update queues set is_counted = 1 - is_counted, counted_by = null where counted_by = ${counter}`,
];

/** The queues that `counter` counts. */
const queuesOf = (counter: Counter, condition = sql``): SQL =>
  sql`(select id from queues where counted_by = ${counter} ${condition})`;

const positionsOf = (counter: Counter, { after, upTo }: AccountRange, condition = sql``): SQL =>
  sql`p.shard in (select id >> 4 from queues where counted_by = ${counter}) and p.account_id > ${after} and p.account_id <= ${upTo}
    and p.queue_ref in ${queuesOf(counter, condition)}`;

/** The accounts that are in one of the queues. */
const accountsOf = (counter: Counter, range: AccountRange, condition = sql``): SQL =>
  sql`(select p.account_id from queue_positions as p where ${positionsOf(counter, range, condition)})`;

/** The values of an account before the next generation, kept when it changes for the first time. */
const KEPT = sql.raw(
  ['total_queues', 'avg_ratio', 'best_ratio', 'worst_ratio']
    .map(
      (column) =>
        `old_${column} = iif(queue_account_stats.generation <= (select published from queue_statistics), queue_account_stats.${column}, queue_account_stats.old_${column})`,
    )
    .join(', '),
);
const NEXT = sql`${PUBLISHED} + 1`;

const RATIO_SUMS = sql`count(*) as n, sum(cast(round(p.position * ${UNITS} / queue.queue_total) as integer)) as units,
  min(p.position * 1.0 / queue.queue_total) as best, max(p.position * 1.0 / queue.queue_total) as worst`;

/** Writes the next statistics of the accounts of a range: positions of new queues are added, accounts of deleted ones counted from scratch. */
function countRange(counter: Counter, range: AccountRange): SQL[] {
  const isNew = sql`and is_counted = 0`;
  const isGone = sql`and is_counted = 1`;
  return [
    sql`insert into queue_account_stats (account_id, pool, total_queues, ratio_sum, avg_ratio, best_ratio, worst_ratio, generation)
      select account_id, pool, n, units, case n when 1 then best else units / ${UNITS} / n end, best, worst, ${NEXT}
      from (select p.account_id, queue.pool, ${RATIO_SUMS} from queue_positions as p cross join queues as queue on queue.id = p.queue_ref
        where ${positionsOf(counter, range, isNew)} group by p.account_id)
      where true on conflict (account_id) do update set ${KEPT}, generation = excluded.generation,
      total_queues = total_queues + excluded.total_queues, ratio_sum = ratio_sum + excluded.ratio_sum,
      avg_ratio = iif(total_queues = 0, excluded.avg_ratio, (ratio_sum + excluded.ratio_sum) / ${UNITS} / (total_queues + excluded.total_queues)),
      best_ratio = iif(total_queues = 0, excluded.best_ratio, min(best_ratio, excluded.best_ratio)),
      worst_ratio = iif(total_queues = 0, excluded.worst_ratio, max(worst_ratio, excluded.worst_ratio))`,
    sql`update queue_account_stats set ${KEPT}, generation = ${NEXT}, total_queues = coalesce(rest.n, 0), ratio_sum = coalesce(rest.units, 0),
      avg_ratio = case coalesce(rest.n, 0) when 0 then 0 when 1 then rest.best else rest.units / ${UNITS} / rest.n end,
      best_ratio = coalesce(rest.best, 0), worst_ratio = coalesce(rest.worst, 0)
      from (select gone.account_id as account_id, count(queue.id) as n,
        sum(cast(round(p.position * ${UNITS} / queue.queue_total) as integer)) as units,
        min(p.position * 1.0 / queue.queue_total) as best, max(p.position * 1.0 / queue.queue_total) as worst
        from (select distinct account_id from ${accountsOf(counter, range, isGone)}) as gone
        cross join queue_positions as p on p.shard in (select id >> 4 from queues) and p.account_id = gone.account_id
        left join queues as queue on queue.id = p.queue_ref and iif(queue.counted_by is ${counter}, queue.is_counted = 0, queue.is_counted = 1)
        group by gone.account_id) as rest
      where rest.account_id = queue_account_stats.account_id`,
    sql`update queue_categories set next_tested_accounts = next_tested_accounts + changed.difference
      from (select held.category_id, sum((s.total_queues > 0) - (s.old_total_queues > 0)) as difference
        from queue_account_stats as s cross join queue_category_accounts as held indexed by queue_category_accounts_account on held.account_id = s.account_id
        where s.account_id in ${accountsOf(counter, range)} and (s.total_queues > 0) <> (s.old_total_queues > 0) group by held.category_id) as changed
      where changed.category_id = queue_categories.id`,
  ];
}

/** The condition that the job is at this place: another one may have continued. */
const isAt = ({ phase, place }: Pick<Progress, 'phase' | 'place'>): SQL =>
  sql`phase = ${phase} and place = ${place}`;

/** The account up to which about `size` positions are read, in equal parts of each shard; null for the rest. */
export async function findRangeEnd(
  db: Database,
  after: number,
  size: number,
): Promise<number | null> {
  const [row] = await db.all<{ upTo: number | null }>(
    sql`with shards as (select distinct id >> 4 as shard from queues where counted_by = 'job')
      select min((select p.account_id from queue_positions as p where p.shard = shards.shard and p.account_id > ${after}
        order by p.account_id limit 1 offset cast(${size} / (select count(*) from shards) as integer))) as "upTo" from shards`,
  );
  return row?.upTo ?? null;
}

/** A batch whose first statement moves the job on. Nothing is written if another job has moved it. */
async function moveOn(ctx: Changing, moved: SQL, statements: readonly SQL[]): Promise<void> {
  await change(ctx, {
    statements: { moved, statements },
    audit: null,
    expect: { moved: () => new DomainError('conflict', 'Another job counts the queues.') },
  });
}

/** Counts the accounts behind the place of the job, up to `upTo`. */
export const countNext = (ctx: Changing, progress: Progress, upTo: number): Promise<void> =>
  moveOn(
    ctx,
    sql`update queue_statistics set place = ${upTo} where ${isAt(progress)}`,
    countRange('job', { after: progress.place, upTo }),
  );

/** Accounts of a sample, which the stretches are made of. */
const SAMPLE = 4_000;

/** The next averages of every n-th account in order, with n. */
export async function sampleRanks(
  db: Database,
): Promise<{ every: number; sample: { pool: number; place: [number, number] }[] }> {
  const [size] = await db.all<{ last: number | null }>(
    sql`select max(account_id) as last from queue_account_stats`,
  );
  const every = Math.max(1, Math.ceil((size?.last ?? 0) / SAMPLE));
  const rows = await db.all<{ pool: number; ratio: number; id: number }>(
    sql`select pool, avg_ratio as ratio, account_id as id from queue_account_stats
      where account_id % ${every} = 0 and total_queues > 0 order by pool, avg_ratio, account_id`,
  );
  return { every, sample: rows.map(({ pool, ratio, id }) => ({ pool, place: [ratio, id] })) };
}

/** Begins to write the ranks in these stretches, after the last account was counted. */
export async function beginRanks(
  db: Database,
  progress: Progress,
  stretches: readonly RankStretch[],
): Promise<void> {
  await db.run(
    sql`update queue_statistics set phase = 'rank', place = 0, stretches = ${JSON.stringify(stretches)} where ${isAt(progress)}`,
  );
}

/** Writes a stretch of the next ranks, in order, and counts its accounts by label. */
export function writeStretch(
  ctx: Changing,
  progress: Progress,
  { pool, after, upTo }: RankStretch,
): Promise<void> {
  const place = sql`(avg_ratio, account_id)`;
  const bounds = [
    after === null
      ? sql``
      : sql`and avg_ratio >= ${after[0]} and ${place} > (${after[0]}, ${after[1]})`,
    upTo === null
      ? sql``
      : sql`and avg_ratio <= ${upTo[0]} and ${place} <= (${upTo[0]}, ${upTo[1]})`,
  ];
  const rows = sql`from queue_account_stats where pool = ${pool} and total_queues > 0 ${sql.join(bounds, sql` `)}`;
  return moveOn(ctx, sql`update queue_statistics set place = place + 1 where ${isAt(progress)}`, [
    sql`insert into queue_ranks select ${NEXT}, pool, avg_ratio, account_id ${rows} order by avg_ratio, account_id`,
    sql`insert into queue_label_counts select ${NEXT}, pool, ${LABEL}, count(*) ${rows} group by 2, 3
        on conflict do update set accounts = accounts + excluded.accounts`,
  ]);
}

/** Publishes the generation whose ranks are written. `done` is 0 again if nothing is left to count. */
export const publishCount = (ctx: Changing, progress: Progress): Promise<void> =>
  moveOn(
    ctx,
    sql`update queue_statistics set phase = null, place = 0, stretches = '[]', published = published + 1, ranked = published + 1,
    done = done + (select count(*) from queues where counted_by = 'job') where ${isAt(progress)}`,
    [
      PUBLISH_TESTED,
      ...settleQueues('job'),
      sql`update queue_statistics set done = 0 where not exists (select 1 from queues where ${IS_LEFT})`,
    ],
  );

const oldRanks = (size: number): SQL =>
  sql`delete from queue_ranks where (generation, pool, avg_ratio, account_id) in
    (select generation, pool, avg_ratio, account_id from queue_ranks where generation < ${RANKED} order by 1, 2, 3, 4 limit ${size})`;

/** Deletes the ranks of the generations before the published one. */
export async function deleteOldRanks(db: Database): Promise<void> {
  await deleteInBatches(db, oldRanks);
  await db.run(sql`delete from queue_label_counts where generation < ${RANKED}`);
}

/** A queue of which nothing but its positions is left, or a category of which only its members are; null for none. */
export async function findDeleted(
  db: Database,
  table: 'queues' | 'queue_categories',
): Promise<number | null> {
  const isFree = table === 'queues' ? sql`and is_counted = 0 and counted_by is null` : sql``;
  const [row] = await db.all<{ id: number }>(
    sql`select id from ${sql.identifier(table)} where is_deleted = 1 ${isFree} limit 1`,
  );
  return row?.id ?? null;
}

/** The condition for accounts that nothing holds but the queue or the category with this id. */
const heldByNothing = ({ queue, category }: { queue?: number; category?: number }): SQL =>
  sql`not exists (select 1 from queue_category_accounts as held where held.account_id = queue_accounts.id
      ${category === undefined ? sql`` : sql`and held.category_id <> ${category}`})
    and not exists (select 1 from queue_positions as other where other.shard in (select id >> 4 from queues)
      and other.account_id = queue_accounts.id ${queue === undefined ? sql`` : sql`and other.queue_ref <> ${queue}`})`;

/**
 * Deletes up to `size` positions of a deleted queue behind an account, with the accounts that nothing else holds, and the
 * queue itself after its last position. @returns the last of these accounts, and how many positions they had.
 */
export async function eraseQueue(db: Database, id: number, after: number, size: number) {
  const some = sql`(select account_id from queue_positions where shard = ${id} >> 4 and account_id > ${after} and queue_ref = ${id}
    order by account_id limit ${size})`;
  return erase(db, [
    sql`select max(account_id) as last, count(*) as rows from ${some}`,
    sql`delete from queue_account_stats where account_id in ${some} and total_queues = 0 and generation <= ${PUBLISHED}`,
    sql`delete from queue_accounts where id in ${some} and ${heldByNothing({ queue: id })}`,
    sql`delete from queue_positions where shard = ${id} >> 4 and queue_ref = ${id} and account_id in ${some}`,
    sql`delete from queues where id = ${id} and not exists (select 1 from queue_positions as p where p.shard = ${id} >> 4 and p.queue_ref = ${id})`,
  ]);
}

/** As {@link eraseQueue}, for the members of a deleted category. */
export async function eraseCategory(db: Database, id: number, size: number) {
  const some = sql`(select account_id from queue_category_accounts where category_id = ${id} order by account_id limit ${size})`;
  return erase(db, [
    sql`select null as last, count(*) as rows from ${some}`,
    sql`delete from queue_accounts where id in ${some} and ${heldByNothing({ category: id })}`,
    sql`delete from queue_category_accounts where category_id = ${id} and account_id in ${some}`,
    sql`delete from queue_categories where id = ${id} and not exists (select 1 from queue_category_accounts where category_id = ${id})`,
  ]);
}

/** Runs the deletions behind the statement that selects what they delete. */
async function erase(db: Database, [selected, ...deletions]: [SQL, ...SQL[]]) {
  const [[rows]] = await db.batch([
    db.all<{ last: number | null; rows: number }>(selected),
    ...deletions.map((statement) => db.run(statement)),
  ]);
  return rows ?? { last: null, rows: 0 };
}
