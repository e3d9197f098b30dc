import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { WorkKind } from '../../../shared/recent-work/schema.ts';

/** The work of operators and their presets. Times are in milliseconds since the epoch. */
export const recentWork = sqliteTable(
  'recent_work',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    operatorId: integer('operator_id').notNull(),
    kind: text('kind').$type<WorkKind>().notNull(),
    /** The key by which the tool finds the work: event ids, a site or an address. */
    key: text('key').notNull(),
    /** Null until the operator names it. */
    name: text('name'),
    title: text('title').notNull(),
    /** Name and title in lower case. */
    searchText: text('search_text').notNull(),
    events: integer('events'),
    rows: integer('rows'),
    /** JSON with webhooks, lists and proxies: sealed under the data key and bound to `seal_row`. */
    body: text('body').notNull(),
    sealRow: text('seal_row').notNull().unique(),
    version: integer('version').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** Null unless it was deleted. A deleted work can be restored until it is erased. */
    deletedAt: integer('deleted_at'),
  },
  (table) => [
    index('recent_work_operator').on(table.operatorId, table.deletedAt, table.updatedAt),
    index('recent_work_deleted').on(table.deletedAt),
  ],
);

/** The events of the works of Adonis and Tsuki, which no list of followed sales contains. A trigger deletes them. */
export const siteWorkEvents = sqliteTable(
  'site_work_events',
  {
    workId: integer('work_id').notNull(),
    /** The provider's id of the event, or the canonical address of one that was pasted. */
    event: text('event').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workId, table.event] }),
    index('site_work_events_event').on(table.event),
  ],
);

/** The events of the works of Encore that are kept, which triggers write (see the migration). */
export const workEvents = sqliteTable(
  'work_events',
  {
    workId: integer('work_id').notNull(),
    operatorId: integer('operator_id').notNull(),
    eventId: text('event_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workId, table.eventId] }),
    index('work_events_event').on(table.eventId),
  ],
);
