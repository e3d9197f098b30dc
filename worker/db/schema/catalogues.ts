import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';

/** The catalogues that were turned on at some time. Times are milliseconds since the epoch. */
export const catalogues = sqliteTable('catalogues', {
  country: text('country').primaryKey(),
  isOn: integer('is_on', { mode: 'boolean' }).notNull(),
  /** When its next reading is due. */
  nextAt: integer('next_at').notNull(),
  /** The current reading: its token, and the time by which its scanner must make the next call. */
  reading: text('reading'),
  readingUntil: integer('reading_until').notNull().default(0),
  /** The number of readings that started after the last one that reached the end of the file. */
  attempts: integer('attempts').notNull().default(0),
  /** Why the last reading failed. */
  reason: text('reason'),
  /** The last file that was read to its end, and its contents. */
  readAt: integer('read_at'),
  events: integer('events').notNull().default(0),
  changes: integer('changes').notNull().default(0),
});

/** The events of the catalogues. `catalogue_events_search` is an index of the search text, see the migration. */
export const catalogueEvents = sqliteTable(
  'catalogue_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    country: text('country').notNull(),
    eventId: text('event_id').notNull(),
    /** Identifies the content: an event whose hash is stored has not changed. */
    hash: text('hash').notNull(),
    name: text('name').notNull(),
    artists: text('artists', { mode: 'json' }).$type<{ id: string; name: string }[]>().notNull(),
    venue: text('venue').notNull(),
    city: text('city').notNull(),
    /** The IANA zone of the venue, or ''. */
    timezone: text('timezone').notNull().default(''),
    segment: text('segment').notNull(),
    genre: text('genre').notNull(),
    url: text('url').notNull(),
    status: text('status').notNull(),
    startsAt: integer('starts_at'),
    /** `YYYY-MM-DD` at the venue, or ''. */
    day: text('day').notNull(),
    /** The searchable texts, in lower case without accents. */
    searchText: text('search_text').notNull(),
    addedAt: integer('added_at').notNull(),
    changedAt: integer('changed_at').notNull(),
    /** The time since which the file no longer lists it. */
    goneAt: integer('gone_at'),
  },
  (table) => [
    uniqueIndex('catalogue_events_event').on(table.country, table.eventId),
    index('catalogue_events_gone').on(table.goneAt).where(sql`gone_at is not null`),
  ],
);

/** The presales and general sales of the events (WITHOUT ROWID, see the migration). */
export const catalogueSales = sqliteTable(
  'catalogue_sales',
  {
    /** The id of the row in `catalogue_events`. */
    event: integer('event').notNull(),
    kind: text('kind').$type<'presale' | 'general'>().notNull(),
    /** '' for the general sale. */
    name: text('name').notNull(),
    opensAt: integer('opens_at').notNull(),
    closesAt: integer('closes_at'),
    country: text('country').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.event, table.kind, table.name, table.opensAt] }),
    index('catalogue_sales_opening').on(table.opensAt),
    index('catalogue_sales_country').on(table.country, table.opensAt),
  ],
);

/** The artists of the events (WITHOUT ROWID, see the migration). An event without one has no row. */
export const catalogueArtists = sqliteTable(
  'catalogue_artists',
  {
    /** `artistKey` of the name (shared/watch-rules/artist-names.ts). */
    key: text('key').notNull(),
    /** The id of the row in `catalogue_events`. */
    event: integer('event').notNull(),
    name: text('name').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.event] }),
    index('catalogue_artists_event').on(table.event),
  ],
);
