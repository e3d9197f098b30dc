import { type SQL, sql } from 'drizzle-orm';
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { DomainError } from '../../../../shared/errors.ts';
import { PERFORMANCE_LIMITS } from '../../../../shared/queues/accounts/ratios.ts';
import { deleteInBatches } from '../../../db/batches.ts';
import { type Changing, change } from '../../../db/change.ts';
import { type Database, runBatch } from '../../../db/client.ts';
import { excluded, into, nameOf, namesOf } from '../../../db/names.ts';
import { leases } from '../../../db/schema/leases.ts';
import {
  queueAccountStats,
  queueAccounts,
  queueCategories,
  queueCategoryAccounts,
  queueClasses,
  queuePositions,
  queueRanks,
  queueStatistics,
  queues,
  type RankStretch,
} from '../../../db/schema/queues.ts';
import { held, placed, queue, stats } from '../store-tables.ts';

/**
 * Ratios are summed in whole units of 1e-14. The sums are exact in any order and large enough for 92,000 queues of one
 * account.
 */
const UNITS = sql.raw('1e14');

/** The process that counts a queue: the job, or the call that uploads or deletes it. */
type Counter = 'job' | 'call';

/** The accounts that a batch counts: those with a larger id than `after`, up to `upTo`. Null means all. */
interface AccountRange {
  after: number;
  upTo: number;
}

const PUBLISHED = sql`(select ${queueStatistics.published} from ${queueStatistics})`;
const RANKED = sql`(select ${queueStatistics.ranked} from ${queueStatistics})`;
/** Whether no count by the job is in progress. */
const IS_IDLE = sql`(select ${queueStatistics.phase} is null from ${queueStatistics})`;

/** The two versions of the number of queues, and of the ratios. */
const TOTAL = { next: queueAccountStats.totalQueues, old: queueAccountStats.oldTotalQueues };
const RATIOS = [
  { next: queueAccountStats.avgRatio, old: queueAccountStats.oldAvgRatio },
  { next: queueAccountStats.bestRatio, old: queueAccountStats.oldBestRatio },
  { next: queueAccountStats.worstRatio, old: queueAccountStats.oldWorstRatio },
];

/** The version of a value that is published. */
const published = ({ next, old }: Record<'next' | 'old', SQLiteColumn>): SQL =>
  sql`iif(${queueAccountStats.generation} <= ${PUBLISHED}, ${next}, ${old})`;

const publishedRatios = RATIOS.map((ratio) => sql`${published(ratio)} as ${nameOf(ratio.next)}`);

/** The published statistics of tested accounts, as a table expression: {@link stats}. */
export const PUBLISHED_STATS = sql`(select ${queueAccountStats.accountId}, ${queueAccountStats.pool},
    ${published(TOTAL)} as ${nameOf(TOTAL.next)}, ${sql.join(publishedRatios, sql`, `)}
    from ${queueAccountStats} where ${published(TOTAL)} > 0)`;

const ratiosOrNull = RATIOS.map(
  (ratio) => sql`iif(${published(TOTAL)} > 0, ${published(ratio)}, null) as ${nameOf(ratio.next)}`,
);

/**
 * {@link PUBLISHED_STATS} for the right side of a left join, where SQLite would build a table of all accounts with a
 * condition. An untested account may have a row, which has no numbers.
 */
export const PUBLISHED_STATS_OR_NULL = sql`(select ${queueAccountStats.accountId},
    nullif(${published(TOTAL)}, 0) as ${nameOf(TOTAL.next)}, ${sql.join(ratiosOrNull, sql`, `)} from ${queueAccountStats})`;

/** The condition for the published ranks of a pool, or for the numbers that belong to them. */
export const publishedRanks = (
  { generation, pool }: Record<'generation' | 'pool', SQLiteColumn>,
  of: number,
): SQL => sql`${generation} = ${RANKED} and ${pool} = ${of}`;

/** Queues that must be added to the statistics or removed from them. */
const IS_LEFT = sql`${queues.isCounted} = ${queues.isDeleted}`;

/** The progress of the count; undefined only before the first migration. */
export interface Progress {
  published: number;
  ranked: number;
  phase: 'count' | 'rank' | null;
  place: number;
  stretches: RankStretch[];
  done: number;
  /** The number of queues to count, and of those that the job counts now. */
  left: number;
  counting: number;
  /** Of the queues to count: how many belong to each pool. */
  leftByPool: Record<1 | 2, number>;
  /** The largest id of an account. */
  lastAccount: number;
}

/** Reads which statistics are published, and the progress of the count. */
export async function readProgress(db: Database): Promise<Progress> {
  const [[row], [counts]] = await db.batch([
    db.select().from(queueStatistics),
    db.all<{ first: number; second: number; counting: number; lastAccount: number }>(
      sql`select count(*) filter (where ${queues.pool} = 1) as "first", count(*) filter (where ${queues.pool} = 2) as "second",
        count(*) filter (where ${queues.countedBy} = 'job') as counting,
        (select coalesce(max(${queueAccounts.id}), 0) from ${queueAccounts}) as "lastAccount" from ${queues} where ${IS_LEFT}`,
    ),
  ]);
  if (row === undefined || counts === undefined) throw new Error('The statistics have no row.');
  const { first, second, counting, lastAccount } = counts;
  const leftByPool = { 1: first, 2: second };
  return { ...row, left: first + second, counting, leftByPool, lastAccount };
}

/**
 * The statement that reads the version of the published statistics. Every publication draws a new
 * one.
 */
export const selectVersion = (db: Database) =>
  db.select({ version: queueStatistics.version }).from(queueStatistics);

/** The version of the published statistics. */
export async function readVersion(db: Database): Promise<number> {
  const [row] = await selectVersion(db);
  return row?.version ?? 0;
}

/** Sets a new version. JavaScript reads integers below 2 ** 53 exactly. */
const DRAW_VERSION = sql`${nameOf(queueStatistics.version)} = abs(random() % ${2 ** 52})`;

/** Milliseconds of the oldest and newest upload that waits to be counted; null for none. */
export async function readWaiting(
  db: Database,
): Promise<{ first: number | null; last: number | null }> {
  const [row] = await db.all<{ first: number | null; last: number | null }>(
    sql`select min(${queues.uploadedAt}) as first, max(${queues.uploadedAt}) as last from ${queues} where ${IS_LEFT}`,
  );
  return row ?? { first: null, last: null };
}

/** The lease of the job. */
export const LEASE = 'queue statistics';

/** Returns one row if something is left for the job and no job runs. */
export const selectJobNeeded = (now: number): SQL =>
  sql`select 1 where exists (select 1 from ${queues} where ${IS_LEFT} or (${queues.isDeleted} = 1 and ${queues.isCounted} = 0 and ${queues.countedBy} is null))
    and not exists (select 1 from ${leases} where ${leases.name} = ${LEASE} and ${leases.until} > ${now})`;

const { phase: PHASE, place: PLACE, stretches: STRETCHES, done: DONE } = queueStatistics;

const BEGIN_COUNT = [
  sql`update ${queueStatistics} set ${nameOf(PHASE)} = 'count', ${nameOf(PLACE)} = 0, ${nameOf(STRETCHES)} = '[]'
    where ${PHASE} is null and exists (select 1 from ${queues} where ${IS_LEFT})`,
  sql`update ${queues} set ${nameOf(queues.countedBy)} = 'job'
    where ${IS_LEFT} and (select ${PHASE} = 'count' and ${PLACE} = 0 from ${queueStatistics})`,
];

/** Starts a count of all remaining queues, unless one is in progress. */
export async function beginCount(db: Database): Promise<void> {
  await runBatch(
    db,
    BEGIN_COUNT.map((statement) => db.run(statement)),
  );
}

/**
 * The maximum number of positions that a call counts itself. It moves each of the accounts in the
 * published ranks.
 */
export const COUNTED_WITH_CALL = 2_000;

/**
 * Marks queues for {@link countInCall} if the job counts nothing and their positions are few
 * enough. Either all or none are marked: a queue and the one that it replaces must not be in the
 * statistics at the same time.
 * @param condition selects the queues among the remaining ones
 */
export const markForCall = (condition: SQL): SQL =>
  sql`update ${queues} set ${nameOf(queues.countedBy)} = 'call' where ${IS_LEFT} and ${condition} and ${IS_IDLE}
    and (select sum(${queues.accounts}) from ${queues} where ${IS_LEFT} and ${condition}) <= ${COUNTED_WITH_CALL}`;

const RANK = [queueRanks.generation, queueRanks.pool, queueRanks.avgRatio, queueRanks.accountId];

/**
 * Counts the queues that {@link markForCall} has marked, and publishes the result. Does nothing without such queues.
 */
export const countInCall = (): SQL[] => {
  const all = { after: 0, upTo: Number.MAX_SAFE_INTEGER };
  const rows = sql`from ${PUBLISHED_STATS} as ${stats} where ${stats.accountId} in ${accountsOf('call', all)}`;
  const ranks = sql`select ${RANKED}, ${stats.pool}, ${stats.avgRatio}, ${stats.accountId} ${rows}`;
  return [
    countLabels(RANKED, stats, sql`-count(*)`, rows),
    sql`delete from ${queueRanks} where (${sql.join(RANK, sql`, `)}) in (${ranks})`,
    ...countRange('call', all),
    // This comes after the accounts, because the marks select them.
    sql`update ${queueStatistics} set ${nameOf(queueStatistics.published)} = ${queueStatistics.published} + 1, ${DRAW_VERSION}
      where exists (select 1 from ${queues} where ${queues.countedBy} = 'call')`,
    sql`${INTO_RANKS} ${ranks} order by 2, 3, 4`,
    countLabels(RANKED, stats, sql`count(*)`, rows),
    PUBLISH_TESTED,
    ...settleQueues('call'),
  ];
};

const INTO_RANKS = sql`insert into ${into(queueRanks, ['generation', 'pool', 'avgRatio', 'accountId'])}`;

/** Adds accounts to the numbers of a generation by pool and performance label. */
function countLabels(
  generation: SQL,
  { pool, avgRatio }: Record<'pool' | 'avgRatio', SQLiteColumn>,
  number: SQL,
  rows: SQL,
): SQL {
  const labels = PERFORMANCE_LIMITS.map(([label, highest]) =>
    sql.raw(`<= ${highest} then '${label}'`),
  ).map((rest) => sql`when ${avgRatio} ${rest}`);
  const { accounts } = queueClasses;
  return sql`insert into ${into(queueClasses, ['generation', 'pool', 'performance', 'accounts'])}
    select ${generation}, ${pool}, case ${sql.join(labels, sql` `)} else 'Poor' end, ${number} ${rows} group by 2, 3
    on conflict do update set ${nameOf(accounts)} = ${accounts} + ${excluded(accounts)}`;
}

const { testedAccounts, nextTestedAccounts } = queueCategories;

const PUBLISH_TESTED = sql`update ${queueCategories} set ${nameOf(testedAccounts)} = ${nextTestedAccounts}
  where ${testedAccounts} <> ${nextTestedAccounts} and ${IS_IDLE}`;

/** From now on, counted queues are in the statistics, and discounted ones are not. */
const settleQueues = (counter: Counter): SQL[] => [
  sql`update ${queues} set ${nameOf(queues.isCounted)} = 1 - ${queues.isCounted}, ${nameOf(queues.countedBy)} = null
    where ${queues.countedBy} = ${counter}`,
];

/** The positions of a range of accounts in the queues that `counter` counts, as a condition on {@link placed}. */
const positionsOf = (counter: Counter, { after, upTo }: AccountRange, condition = sql``): SQL =>
  sql`${placed.shard} in (select ${queues.id} >> 4 from ${queues} where ${queues.countedBy} = ${counter})
    and ${placed.accountId} > ${after} and ${placed.accountId} <= ${upTo}
    and ${placed.queueRef} in (select ${queues.id} from ${queues} where ${queues.countedBy} = ${counter} ${condition})`;

/** The accounts that are in one of the queues. */
const accountsOf = (counter: Counter, range: AccountRange, condition = sql``): SQL =>
  sql`(select ${placed.accountId} from ${queuePositions} as ${placed} where ${positionsOf(counter, range, condition)})`;

/** The values of an account before the next generation. They are stored when the account changes for the first time. */
const OLD_VALUES = sql.join(
  [TOTAL, ...RATIOS].map((value) => sql`${nameOf(value.old)} = ${published(value)}`),
  sql`, `,
);
const NEXT = sql`${PUBLISHED} + 1`;

/** Sums over the ratios of {@link placed} in {@link queue}. */
const RATIO_SUMS = sql`sum(cast(round(${placed.position} * ${UNITS} / ${queue.queueTotal}) as integer)) as units,
  min(${placed.position} * 1.0 / ${queue.queueTotal}) as best, max(${placed.position} * 1.0 / ${queue.queueTotal}) as worst`;

/**
 * Writes the next statistics of the accounts of a range: positions of new queues are added, and
 * accounts of deleted queues are counted completely.
 */
const countRange = (counter: Counter, range: AccountRange): SQL[] => [
  addNewQueues(counter, range),
  recountWithoutDeleted(counter, range),
  recountTested(counter, range),
];

function addNewQueues(counter: Counter, range: AccountRange): SQL {
  const { accountId, generation, totalQueues, ratioSum, avgRatio, bestRatio, worstRatio } =
    queueAccountStats;
  const total = sql`${totalQueues} + ${excluded(totalQueues)}`;
  const units = sql`${ratioSum} + ${excluded(ratioSum)}`;
  const isFirst = sql`${totalQueues} = 0`;
  const isNew = sql`and ${queues.isCounted} = 0`;
  return sql`insert into ${into(queueAccountStats, ['accountId', 'pool', 'totalQueues', 'ratioSum', 'avgRatio', 'bestRatio', 'worstRatio', 'generation'])}
    select ${nameOf(placed.accountId)}, ${nameOf(queue.pool)}, n, units, case n when 1 then best else units / ${UNITS} / n end, best, worst, ${NEXT}
    from (select ${placed.accountId}, ${queue.pool}, count(*) as n, ${RATIO_SUMS}
      from ${queuePositions} as ${placed} cross join ${queues} as ${queue} on ${queue.id} = ${placed.queueRef}
      where ${positionsOf(counter, range, isNew)} group by ${placed.accountId})
    where true on conflict (${nameOf(accountId)}) do update set ${OLD_VALUES}, ${nameOf(generation)} = ${excluded(generation)},
      ${nameOf(totalQueues)} = ${total}, ${nameOf(ratioSum)} = ${units},
      ${nameOf(avgRatio)} = iif(${isFirst}, ${excluded(avgRatio)}, (${units}) / ${UNITS} / (${total})),
      ${nameOf(bestRatio)} = iif(${isFirst}, ${excluded(bestRatio)}, min(${bestRatio}, ${excluded(bestRatio)})),
      ${nameOf(worstRatio)} = iif(${isFirst}, ${excluded(worstRatio)}, max(${worstRatio}, ${excluded(worstRatio)}))`;
}

const gone = alias(queuePositions, 'gone');

function recountWithoutDeleted(counter: Counter, range: AccountRange): SQL {
  const { accountId, generation, totalQueues, ratioSum, avgRatio, bestRatio, worstRatio } =
    queueAccountStats;
  const isGone = sql`and ${queues.isCounted} = 1`;
  return sql`update ${queueAccountStats} set ${OLD_VALUES}, ${nameOf(generation)} = ${NEXT},
    ${nameOf(totalQueues)} = coalesce(rest.n, 0), ${nameOf(ratioSum)} = coalesce(rest.units, 0),
    ${nameOf(avgRatio)} = case coalesce(rest.n, 0) when 0 then 0 when 1 then rest.best else rest.units / ${UNITS} / rest.n end,
    ${nameOf(bestRatio)} = coalesce(rest.best, 0), ${nameOf(worstRatio)} = coalesce(rest.worst, 0)
    from (select ${gone.accountId} as account, count(${queue.id}) as n, ${RATIO_SUMS}
      from (select distinct ${nameOf(placed.accountId)} from ${accountsOf(counter, range, isGone)}) as ${gone}
      cross join ${queuePositions} as ${placed} on ${placed.shard} in (select ${queues.id} >> 4 from ${queues}) and ${placed.accountId} = ${gone.accountId}
      left join ${queues} as ${queue} on ${queue.id} = ${placed.queueRef}
        and iif(${queue.countedBy} is ${counter}, ${queue.isCounted} = 0, ${queue.isCounted} = 1)
      group by ${gone.accountId}) as rest
    where rest.account = ${accountId}`;
}

/** Stores how many accounts of each category will have statistics. */
function recountTested(counter: Counter, range: AccountRange): SQL {
  const { id } = queueCategories;
  const isTested = sql`(${stats.totalQueues} > 0)`;
  const wasTested = sql`(${stats.oldTotalQueues} > 0)`;
  return sql`update ${queueCategories} set ${nameOf(nextTestedAccounts)} = ${nextTestedAccounts} + changed.difference
    from (select ${held.categoryId} as category, sum(${isTested} - ${wasTested}) as difference
      from ${queueAccountStats} as ${stats} cross join ${queueCategoryAccounts} as ${held} indexed by queue_category_accounts_account on ${held.accountId} = ${stats.accountId}
      where ${stats.accountId} in ${accountsOf(counter, range)} and ${isTested} <> ${wasTested} group by ${held.categoryId}) as changed
    where changed.category = ${id}`;
}

/** The condition that the job is still at this position, because another job may have continued. */
const isAt = ({ phase, place }: Pick<Progress, 'phase' | 'place'>): SQL =>
  sql`${PHASE} = ${phase} and ${PLACE} = ${place}`;

/**
 * The account up to which about `size` positions are read, in equal parts from each shard; null for
 * all remaining accounts.
 */
export async function findRangeEnd(
  db: Database,
  after: number,
  size: number,
): Promise<number | null> {
  const [row] = await db.all<{ upTo: number | null }>(
    sql`with shards as (select distinct ${queues.id} >> 4 as shard from ${queues} where ${queues.countedBy} = 'job')
      select min((select ${placed.accountId} from ${queuePositions} as ${placed} where ${placed.shard} = shards.shard and ${placed.accountId} > ${after}
        order by ${placed.accountId} limit 1 offset cast(${size} / (select count(*) from shards) as integer))) as "upTo" from shards`,
  );
  return row?.upTo ?? null;
}

/**
 * A batch whose first statement moves the job to its next position. Nothing is written if another
 * job has moved it.
 */
async function moveOn(ctx: Changing, moved: SQL, statements: readonly SQL[]): Promise<void> {
  await change(ctx, {
    statements: { moved, statements },
    audit: null,
    expect: { moved: () => new DomainError('conflict', 'Another job counts the queues.') },
  });
}

/** Counts the accounts after the job's position, up to `upTo`. */
export const countNext = (ctx: Changing, progress: Progress, upTo: number): Promise<void> =>
  moveOn(
    ctx,
    sql`update ${queueStatistics} set ${nameOf(PLACE)} = ${upTo} where ${isAt(progress)}`,
    countRange('job', { after: progress.place, upTo }),
  );

/** The accounts of a sample that determines the rank ranges. */
const SAMPLE = 4_000;

/** The next averages of every n-th account in order, with n. */
export async function sampleRanks(
  db: Database,
): Promise<{ every: number; sample: { pool: number; place: [number, number] }[] }> {
  const { accountId, pool, avgRatio, totalQueues } = queueAccountStats;
  const [size] = await db
    .select({ last: sql<number | null>`max(${accountId})` })
    .from(queueAccountStats);
  const every = Math.max(1, Math.ceil((size?.last ?? 0) / SAMPLE));
  const rows = await db
    .select({ pool, ratio: avgRatio, id: accountId })
    .from(queueAccountStats)
    .where(sql`${accountId} % ${every} = 0 and ${totalQueues} > 0`)
    .orderBy(pool, avgRatio, accountId);
  return { every, sample: rows.map((row) => ({ pool: row.pool, place: [row.ratio, row.id] })) };
}

/** Starts to write the ranks in these ranges, after the last account was counted. */
export async function beginRanks(
  db: Database,
  progress: Progress,
  stretches: readonly RankStretch[],
): Promise<void> {
  await db.run(
    sql`update ${queueStatistics} set ${nameOf(PHASE)} = 'rank', ${nameOf(PLACE)} = 0, ${nameOf(STRETCHES)} = ${JSON.stringify(stretches)}
      where ${isAt(progress)}`,
  );
}

/** Writes a range of the next ranks, in order, and counts its accounts by label. */
export function writeStretch(
  ctx: Changing,
  progress: Progress,
  { pool, after, upTo }: RankStretch,
): Promise<void> {
  const { avgRatio, accountId, totalQueues } = queueAccountStats;
  const place = sql`(${avgRatio}, ${accountId})`;
  const bounds = [
    after === null
      ? sql``
      : sql`and ${avgRatio} >= ${after[0]} and ${place} > (${after[0]}, ${after[1]})`,
    upTo === null
      ? sql``
      : sql`and ${avgRatio} <= ${upTo[0]} and ${place} <= (${upTo[0]}, ${upTo[1]})`,
  ];
  const rows = sql`from ${queueAccountStats} where ${queueAccountStats.pool} = ${pool} and ${totalQueues} > 0 ${sql.join(bounds, sql` `)}`;
  const moved = sql`update ${queueStatistics} set ${nameOf(PLACE)} = ${PLACE} + 1 where ${isAt(progress)}`;
  return moveOn(ctx, moved, [
    sql`${INTO_RANKS} select ${NEXT}, ${queueAccountStats.pool}, ${avgRatio}, ${accountId} ${rows} order by ${avgRatio}, ${accountId}`,
    countLabels(NEXT, queueAccountStats, sql`count(*)`, rows),
  ]);
}

/** Publishes the generation whose ranks are written. `done` is 0 again if nothing is left to count. */
export function publishCount(ctx: Changing, progress: Progress): Promise<void> {
  const { published: shown, ranked: ordered } = queueStatistics;
  const counted = sql`(select count(*) from ${queues} where ${queues.countedBy} = 'job')`;
  const moved = sql`update ${queueStatistics} set ${nameOf(PHASE)} = null, ${nameOf(PLACE)} = 0, ${nameOf(STRETCHES)} = '[]',
    ${nameOf(shown)} = ${shown} + 1, ${DRAW_VERSION}, ${nameOf(ordered)} = ${shown} + 1, ${nameOf(DONE)} = ${DONE} + ${counted} where ${isAt(progress)}`;
  return moveOn(ctx, moved, [
    PUBLISH_TESTED,
    ...settleQueues('job'),
    sql`update ${queueStatistics} set ${nameOf(DONE)} = 0 where not exists (select 1 from ${queues} where ${IS_LEFT})`,
  ]);
}

const oldRanks = (size: number): SQL =>
  sql`delete from ${queueRanks} where (${sql.join(RANK, sql`, `)}) in
    (select ${namesOf(...RANK)} from ${queueRanks} where ${queueRanks.generation} < ${RANKED} order by 1, 2, 3, 4 limit ${size})`;

/** Deletes the ranks of the generations before the published one. */
export async function deleteOldRanks(db: Database): Promise<void> {
  await deleteInBatches(db, oldRanks);
  await db.delete(queueClasses).where(sql`${queueClasses.generation} < ${RANKED}`);
}

/** A queue of which only its positions are left; null if there is none. */
export async function findDeletedQueue(db: Database): Promise<number | null> {
  const { id, isDeleted, isCounted, countedBy } = queues;
  const [row] = await db
    .select({ id })
    .from(queues)
    .where(sql`${isDeleted} = 1 and ${isCounted} = 0 and ${countedBy} is null`)
    .limit(1);
  return row?.id ?? null;
}

/** A category of which only its members are left; null if there is none. */
export async function findDeletedCategory(db: Database): Promise<number | null> {
  const { id, isDeleted } = queueCategories;
  const [row] = await db.select({ id }).from(queueCategories).where(sql`${isDeleted} = 1`).limit(1);
  return row?.id ?? null;
}

/** The condition for accounts that only the queue or the category with this id contains. */
const heldByNothing = (but: { queue?: number; category?: number }): SQL =>
  sql`not exists (select 1 from ${queueCategoryAccounts} as ${held} where ${held.accountId} = ${queueAccounts.id}
      ${but.category === undefined ? sql`` : sql`and ${held.categoryId} <> ${but.category}`})
    and not exists (select 1 from ${queuePositions} as ${placed} where ${placed.shard} in (select ${queues.id} >> 4 from ${queues})
      and ${placed.accountId} = ${queueAccounts.id} ${but.queue === undefined ? sql`` : sql`and ${placed.queueRef} <> ${but.queue}`})`;

/**
 * Deletes up to `size` positions of a deleted queue after an account, with the accounts that
 * nothing else contains; after the last position, deletes the queue itself.
 * @returns the last of these accounts, and how many positions they had.
 */
export async function eraseQueue(db: Database, id: number, after: number, size: number) {
  const { accountId } = queuePositions;
  const ofQueue = sql`${queuePositions.shard} = ${id} >> 4 and ${queuePositions.queueRef} = ${id}`;
  const some = sql`(select ${accountId} from ${queuePositions} where ${ofQueue} and ${accountId} > ${after}
    order by ${accountId} limit ${size})`;
  const { totalQueues, generation } = queueAccountStats;
  return erase(db, [
    sql`select max(${nameOf(accountId)}) as last, count(*) as rows from ${some}`,
    sql`delete from ${queueAccountStats} where ${queueAccountStats.accountId} in ${some} and ${totalQueues} = 0 and ${generation} <= ${PUBLISHED}`,
    sql`delete from ${queueAccounts} where ${queueAccounts.id} in ${some} and ${heldByNothing({ queue: id })}`,
    sql`delete from ${queuePositions} where ${ofQueue} and ${accountId} in ${some}`,
    sql`delete from ${queues} where ${queues.id} = ${id} and not exists (select 1 from ${queuePositions} where ${ofQueue})`,
  ]);
}

/** Deletes the members of a deleted category as {@link eraseQueue} deletes positions. */
export async function eraseCategory(db: Database, id: number, size: number) {
  const { categoryId, accountId } = queueCategoryAccounts;
  const ofCategory = sql`${categoryId} = ${id}`;
  const some = sql`(select ${accountId} from ${queueCategoryAccounts} where ${ofCategory} order by ${accountId} limit ${size})`;
  return erase(db, [
    sql`select null as last, count(*) as rows from ${some}`,
    sql`delete from ${queueAccounts} where ${queueAccounts.id} in ${some} and ${heldByNothing({ category: id })}`,
    sql`delete from ${queueCategoryAccounts} where ${ofCategory} and ${accountId} in ${some}`,
    sql`delete from ${queueCategories} where ${queueCategories.id} = ${id} and not exists (select 1 from ${queueCategoryAccounts} where ${ofCategory})`,
  ]);
}

/** Runs the deletions after the statement that selects their rows. */
async function erase(db: Database, [selected, ...deletions]: [SQL, ...SQL[]]) {
  const [[rows]] = await db.batch([
    db.all<{ last: number | null; rows: number }>(selected),
    ...deletions.map((statement) => db.run(statement)),
  ]);
  return rows ?? { last: null, rows: 0 };
}
