import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { SAMPLE_DATA_STATES } from '../../../shared/sample-data/schema.ts';

/** The sample data of the desk: one row, with the progress of the current load or removal. */
export const sampleData = sqliteTable('sample_data', {
  id: integer('id').primaryKey(),
  state: text('state', { enum: SAMPLE_DATA_STATES }).notNull(),
  /** Identifies one load. Its profiles carry this id. */
  loadId: text('load_id').notNull(),
  startedAt: integer('started_at').notNull(),
  /** The operator who started it. */
  operatorId: integer('operator_id').notNull(),
  operatorEmail: text('operator_email').notNull(),
  /** The number of finished steps. */
  done: integer('done').notNull(),
  failure: text('failure'),
  /** Objects that the removal keeps because operators changed them, in sentences. */
  kept: text('kept', { mode: 'json' }).$type<string[]>().notNull(),
});
