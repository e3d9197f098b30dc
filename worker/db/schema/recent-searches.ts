import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Opening } from '../../../shared/dashboard/schema.ts';

/** The last artists whose events an operator loaded. */
export const recentSearches = sqliteTable(
  'recent_searches',
  {
    operatorId: integer('operator_id').notNull(),
    /** The provider's id. */
    artistId: text('artist_id').notNull(),
    artist: text('artist').notNull(),
    image: text('image'),
    /** Milliseconds since the epoch. */
    searchedAt: integer('searched_at').notNull(),
    /** The presales and on-sales that were in the future at that time, earliest first. */
    openings: text('openings', { mode: 'json' }).$type<Opening[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.operatorId, table.artistId] })],
);
