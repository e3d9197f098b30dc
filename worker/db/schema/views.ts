import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { ViewScreen } from '../../../shared/views/screens.ts';

/** Named views: filters, sorting and columns of a screen. Times are milliseconds since the epoch. */
export const views = sqliteTable(
  'views',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** The author. */
    operatorId: integer('operator_id').notNull(),
    screen: text('screen').$type<ViewScreen>().notNull(),
    name: text('name').notNull(),
    /** The name without case and accents. */
    nameKey: text('name_key').notNull(),
    /** The query of the screen's address. */
    address: text('address').notNull(),
    columns: text('columns', { mode: 'json' }).$type<string[]>(),
    isShared: integer('is_shared', { mode: 'boolean' }).notNull(),
    createdAt: integer('created_at').notNull(),
    /** Null if it was never changed. */
    changedAt: integer('changed_at'),
  },
  (table) => [
    uniqueIndex('views_name').on(table.operatorId, table.screen, table.nameKey),
    index('views_shared').on(table.isShared, table.screen),
  ],
);
