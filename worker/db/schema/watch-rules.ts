import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { RuleConditions } from '../../../shared/watch-rules/schema.ts';

/**
 * Rules for the events of the catalogues, which belong to the whole team. Times are milliseconds
 * since the epoch.
 */
export const watchRules = sqliteTable('watch_rules', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  conditions: text('conditions', { mode: 'json' }).$type<RuleConditions>().notNull(),
  isActive: integer('is_active', { mode: 'boolean' }).notNull(),
  createdAt: integer('created_at').notNull(),
  /**
   * When the rule last sent a notification. A trigger sets it with the notification, because that
   * is deleted later.
   */
  toldAt: integer('told_at'),
});
