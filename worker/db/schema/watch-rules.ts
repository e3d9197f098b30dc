import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { RuleConditions } from '../../../shared/watch-rules/schema.ts';

/** Rules over the events of the catalogues, of the whole team. Times are milliseconds since the epoch. */
export const watchRules = sqliteTable('watch_rules', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  conditions: text('conditions', { mode: 'json' }).$type<RuleConditions>().notNull(),
  isActive: integer('is_active', { mode: 'boolean' }).notNull(),
  createdAt: integer('created_at').notNull(),
  /** When the rule last notified of something. A trigger sets it with the notification, which is deleted some day. */
  toldAt: integer('told_at'),
});
