import { integer, sqliteTable } from 'drizzle-orm/sqlite-core';

/** The limit rules of operators who have set one. */
export const limitRules = sqliteTable('limit_rules', {
  operatorId: integer('operator_id').primaryKey(),
  /** The maximum number of accounts that may serve one event; null: any number. */
  accountsPerEvent: integer('accounts_per_event'),
});
