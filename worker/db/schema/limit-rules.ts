import { integer, sqliteTable } from 'drizzle-orm/sqlite-core';

/** The own rules of operators who have set one. */
export const limitRules = sqliteTable('limit_rules', {
  operatorId: integer('operator_id').primaryKey(),
  /** The most accounts that serve one event; null: any number. */
  accountsPerEvent: integer('accounts_per_event'),
});
