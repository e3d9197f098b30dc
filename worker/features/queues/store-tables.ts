import { alias } from 'drizzle-orm/sqlite-core';
import {
  queueAccountStats,
  queueAccounts,
  queueCategories,
  queueCategoryAccounts,
  queuePositions,
  queueRanks,
  queues,
} from '../../db/schema/queues.ts';

/**
 * The tables under short names for joins: `from ${queueAccounts} as ${account}`. A table expression whose columns are
 * named like those of a table uses the name of that table too.
 */

export const account = alias(queueAccounts, 'account');
export const category = alias(queueCategories, 'category');
export const held = alias(queueCategoryAccounts, 'held');
export const placed = alias(queuePositions, 'placed');
export const queue = alias(queues, 'queue');
export const ranked = alias(queueRanks, 'ranked');
export const stats = alias(queueAccountStats, 'stats');
