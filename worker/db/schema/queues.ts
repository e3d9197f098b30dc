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

/** One uploaded queue. `accounts` and `positionSum` are kept with its positions, in the same batch. */
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
    /** Whether the statistics include its positions: the next read counts those of new uploads, many at once. */
    isCounted: integer('is_counted', { mode: 'boolean' }).notNull().default(true),
  },
  (table) => [
    uniqueIndex('queues_queue_id').on(table.pool, table.queueId),
    index('queues_uncounted').on(table.id).where(sql`is_counted = 0`),
  ],
);

/**
 * The position of an account in a queue (WITHOUT ROWID, see the migration). A shard holds 16 queues, by account: an upload
 * writes into few pages, and the history of an account is one short range per shard.
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
 * Statistics of the accounts that are in at least one counted queue.
 * `ratioSum` is in whole units of 1e-14, so that adding and taking away is exact in any order.
 */
export const queueAccountStats = sqliteTable(
  'queue_account_stats',
  {
    accountId: integer('account_id').primaryKey(),
    pool: integer('pool').notNull(),
    totalQueues: integer('total_queues').notNull(),
    ratioSum: integer('ratio_sum').notNull(),
    avgRatio: real('avg_ratio').notNull(),
    bestRatio: real('best_ratio').notNull(),
    worstRatio: real('worst_ratio').notNull(),
  },
  (table) => [index('queue_account_stats_rank').on(table.pool, table.avgRatio)],
);

/** Accounts by performance label; empty while the statistics have changed since they were counted. */
export const queueClasses = sqliteTable('queue_classes', {
  performance: text('performance').primaryKey(),
  accounts: integer('accounts').notNull(),
});

/** A named list of accounts; names are unique within a pool without case. */
export const queueCategories = sqliteTable(
  'queue_categories',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    pool: integer('pool').notNull(),
    nameKey: text('name_key').notNull(),
    name: text('name').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [uniqueIndex('queue_categories_name').on(table.pool, table.nameKey)],
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
 * An upload in parts, with the queue that its first part named: all parts must name the same. The row stays for a day
 * after the upload was applied, so that a repeated part is recognized.
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
    appliedAt: integer('applied_at'),
  },
  (table) => [index('queue_uploads_started').on(table.startedAt)],
);

/** Rows of an upload in parts that waits for the rest. A part has several sheets where one would exceed 5 MB. */
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
