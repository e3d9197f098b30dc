import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';

/*
 * `pool` is the queue type as a number (store.ts maps it): 1 verified_fan, 2 standard. The two never mix.
 * An account row is kept as long as it has a position or a category.
 */

/** An account of one pool: its e-mail as first spelt, and the key that it is compared by. */
export const queueAccounts = sqliteTable(
  'queue_accounts',
  {
    id: integer('id').primaryKey(),
    pool: integer('pool').notNull(),
    emailKey: text('email_key').notNull(),
    email: text('email').notNull(),
  },
  (table) => [uniqueIndex('queue_accounts_key').on(table.pool, table.emailKey)],
);

/** An uploaded queue. `accounts` and `positionSum` are updated together with its positions, in the same batch. */
export const queues = sqliteTable(
  'queues',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    pool: integer('pool').notNull(),
    queueId: text('queue_id').notNull(),
    queueTotal: integer('queue_total').notNull(),
    /** YYYY-MM-DD */
    queueDate: text('queue_date').notNull(),
    accounts: integer('accounts').notNull(),
    positionSum: integer('position_sum').notNull(),
    uploadedAt: integer('uploaded_at').notNull(),
    /** Whether the published statistics include its positions. */
    isCounted: integer('is_counted', { mode: 'boolean' }).notNull().default(true),
    /**
     * The queue was deleted or replaced and is in no list. The row stays until statistics and
     * positions no longer contain the queue.
     */
    isDeleted: integer('is_deleted', { mode: 'boolean' }).notNull().default(false),
    /**
     * Which process is adding the queue to the statistics or removing it: the job, or the call that
     * uploads or deletes it. `upload` while an upload writes its positions: the queue then counts
     * as deleted, is in no list, and is not erased.
     */
    countedBy: text('counted_by', { enum: ['job', 'call', 'upload'] }),
  },
  (table) => [
    uniqueIndex('queues_name').on(table.pool, table.queueId).where(sql`is_deleted = 0`),
    index('queues_uncounted').on(table.id).where(sql`is_counted = is_deleted`),
    index('queues_counted_by').on(table.countedBy).where(sql`counted_by is not null`),
    index('queues_deleted').on(table.id).where(sql`is_deleted = 1`),
  ],
);

/**
 * The position of an account in a queue (WITHOUT ROWID, see the migration). Each shard holds 16 queues, ordered by
 * account, so that an upload writes to few pages and the history of an account is one short range in each shard.
 */
export const queuePositions = sqliteTable(
  'queue_positions',
  {
    /** queueRef >> 4 */
    shard: integer('shard').notNull(),
    accountId: integer('account_id').notNull(),
    queueRef: integer('queue_ref').notNull(),
    position: integer('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.shard, table.accountId, table.queueRef] })],
);

/**
 * Statistics of accounts, in two versions. The `old` values apply until `generation` is published, so that all accounts
 * of a count change at the same time. An account with 0 queues has no statistics. `ratioSum` is in whole units of
 * 1e-14, so that sums are exact in any order.
 */
export const queueAccountStats = sqliteTable('queue_account_stats', {
  accountId: integer('account_id').primaryKey(),
  pool: integer('pool').notNull(),
  totalQueues: integer('total_queues').notNull(),
  ratioSum: integer('ratio_sum').notNull(),
  avgRatio: real('avg_ratio').notNull(),
  bestRatio: real('best_ratio').notNull(),
  worstRatio: real('worst_ratio').notNull(),
  generation: integer('generation').notNull().default(0),
  oldTotalQueues: integer('old_total_queues').notNull().default(0),
  oldAvgRatio: real('old_avg_ratio').notNull().default(0),
  oldBestRatio: real('old_best_ratio').notNull().default(0),
  oldWorstRatio: real('old_worst_ratio').notNull().default(0),
});

/**
 * The order of the tested accounts (WITHOUT ROWID, see the migration). Each count by the job writes a new generation,
 * sorted, which becomes valid as a whole.
 */
export const queueRanks = sqliteTable(
  'queue_ranks',
  {
    generation: integer('generation').notNull(),
    pool: integer('pool').notNull(),
    avgRatio: real('avg_ratio').notNull(),
    accountId: integer('account_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.generation, table.pool, table.avgRatio, table.accountId] }),
  ],
);

/** Tested accounts by generation of the ranks, pool and performance label. */
export const queueClasses = sqliteTable(
  'queue_label_counts',
  {
    generation: integer('generation').notNull(),
    pool: integer('pool').notNull(),
    performance: text('performance').notNull(),
    accounts: integer('accounts').notNull(),
  },
  (table) => [primaryKey({ columns: [table.generation, table.pool, table.performance] })],
);

/** One row: which statistics are published, and the progress of the job with the next ones. */
export const queueStatistics = sqliteTable('queue_statistics', {
  id: integer('id').primaryKey(),
  /** The generation of the averages that lists show. The next one is `published + 1`. */
  published: integer('published').notNull(),
  /**
   * A random number that each publication draws. After a backup is restored, `published` may have
   * the same number for other statistics, but this number differs.
   */
  version: integer('version').notNull().default(0),
  /** The generation of the ranks that belong to them. */
  ranked: integer('ranked').notNull(),
  /** The current phase of the job; null while it counts nothing. */
  phase: text('phase', { enum: ['count', 'rank'] }),
  /** The last account that was counted, or the number of rank ranges that are written. */
  place: integer('place').notNull(),
  /** The rank ranges, as JSON. */
  stretches: text('stretches', { mode: 'json' }).$type<RankStretch[]>().notNull(),
  /** The number of queues that were counted since the job was last idle. */
  done: integer('done').notNull(),
});

/**
 * A range of ranks: after the first position, up to the second one; null for no bound. A position
 * is an average and an account.
 */
export interface RankStretch {
  pool: number;
  after: [number, number] | null;
  upTo: [number, number] | null;
}

/** A named list of accounts; names are unique within a pool in any letter case. */
export const queueCategories = sqliteTable(
  'queue_categories',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    pool: integer('pool').notNull(),
    nameKey: text('name_key').notNull(),
    name: text('name').notNull(),
    createdAt: integer('created_at').notNull(),
    /**
     * The numbers of its members, of members with published statistics, and of members that will have statistics after
     * the current count. Triggers and the count update them.
     */
    accounts: integer('accounts').notNull().default(0),
    testedAccounts: integer('tested_accounts').notNull().default(0),
    nextTestedAccounts: integer('next_tested_accounts').notNull().default(0),
    /** The category was deleted and is in no list. The row stays until its members are removed. */
    isDeleted: integer('is_deleted', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    uniqueIndex('queue_categories_key').on(table.pool, table.nameKey).where(sql`is_deleted = 0`),
    index('queue_categories_deleted').on(table.id).where(sql`is_deleted = 1`),
  ],
);

/** Which account is in which category (WITHOUT ROWID, see the migration). */
export const queueCategoryAccounts = sqliteTable(
  'queue_category_accounts',
  {
    categoryId: integer('category_id').notNull(),
    accountId: integer('account_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.categoryId, table.accountId] }),
    index('queue_category_accounts_account').on(table.accountId),
  ],
);

/**
 * An upload in parts, with the queue that its first part named: all parts must name the same. The
 * row stays for a day after the upload was applied, so that a repeated part is recognised.
 */
export const queueUploads = sqliteTable(
  'queue_uploads',
  {
    id: text('id').primaryKey(),
    operatorId: integer('operator_id'),
    pool: integer('pool').notNull(),
    queueId: text('queue_id').notNull(),
    queueTotal: integer('queue_total').notNull(),
    queueDate: text('queue_date').notNull(),
    parts: integer('parts').notNull(),
    startedAt: integer('started_at').notNull(),
    /** The queue to which the sheets are written, one after the other; null until all parts have arrived. */
    queueRef: integer('queue_ref'),
    appliedAt: integer('applied_at'),
    /** When the last part arrived, or was repeated so that the call writes some of the sheets. */
    activeAt: integer('active_at').notNull().default(0),
  },
  (table) => [index('queue_uploads_started').on(table.startedAt)],
);

/** Rows of an upload in parts, until they are written as positions. A part has one or more sheets of 10,000 rows. */
export const queueUploadSheets = sqliteTable(
  'queue_upload_sheets',
  {
    uploadId: text('upload_id').notNull(),
    part: integer('part').notNull(),
    sheet: integer('sheet').notNull(),
    /** JSON object: account key -> position, or -> [position, spelling] where the spelling differs from the key. */
    positions: text('positions').notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.part, table.sheet] })],
);
