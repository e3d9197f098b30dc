import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Monitored artists and the state of their checks. Times are in milliseconds since the epoch, days `YYYY-MM-DD`. */
export const monitoredArtists = sqliteTable(
  'monitored_artists',
  {
    artistId: text('artist_id').primaryKey(),
    name: text('name').notNull(),
    image: text('image').notNull(),
    startDay: text('start_day'),
    endDay: text('end_day'),
    createdAt: integer('created_at').notNull(),
    /** Every check changes it: a check that started with another value has no effect. */
    nextCheckAt: integer('next_check_at').notNull(),
    /** Until then a check is running or waits in the queue. */
    queuedUntil: integer('queued_until').notNull().default(0),
    /** The last check that succeeded. */
    checkedAt: integer('checked_at'),
    failures: integer('failures').notNull().default(0),
    failure: text('failure'),
    /** The cost of the last check, in calls to the provider. */
    calls: integer('calls').notNull().default(1),
    eventCount: integer('event_count').notNull().default(0),
    lastEventDay: text('last_event_day'),
    nextSaleAt: integer('next_sale_at'),
    /**
     * The countries of the future events, or of all known events if there are none in the future.
     */
    nations: text('nations', { mode: 'json' }).$type<string[]>().notNull().default([]),
    /** Whether the next check was planned for an artist that catalogues cover. */
    isCovered: integer('is_covered', { mode: 'boolean' }).notNull().default(false),
    /** The country of the catalogue that reported a change after the last check; null if none did. */
    toldBy: text('told_by'),
  },
  (table) => [index('monitored_artists_due').on(table.nextCheckAt)],
);

/** Every event that a check of a monitored artist has found. */
export const artistEvents = sqliteTable(
  'artist_events',
  {
    artistId: text('artist_id').notNull(),
    eventId: text('event_id').notNull(),
    /** EventFacts as JSON. */
    facts: text('facts').notNull(),
    /** The last opening of a presale or of the general sale; 0 while none is known. */
    lastSaleAt: integer('last_sale_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.artistId, table.eventId] }),
    index('artist_events_sale').on(table.lastSaleAt),
    index('artist_events_event').on(table.eventId),
  ],
);

/**
 * The openings of presales and general sales of {@link artistEvents}, so that the next ones can be
 * read without the others. Triggers on `facts` write them (WITHOUT ROWID, see the migration).
 */
export const artistOpenings = sqliteTable(
  'artist_openings',
  {
    artistId: text('artist_id').notNull(),
    eventId: text('event_id').notNull(),
    /** In milliseconds, rounded to whole seconds. */
    opensAt: integer('opens_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.artistId, table.eventId, table.opensAt] }),
    index('artist_openings_opening').on(table.opensAt, table.eventId),
    index('artist_openings_event').on(table.eventId, table.opensAt),
  ],
);

/** The timelines of the artists. */
export const artistChanges = sqliteTable(
  'artist_changes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    artistId: text('artist_id').notNull(),
    at: integer('at').notNull(),
    /** EventChange as JSON. */
    change: text('change').notNull(),
  },
  (table) => [index('artist_changes_artist').on(table.artistId, table.id)],
);

/** The calls of artist checks: one row. */
export const artistCheckCalls = sqliteTable('artist_check_calls', {
  id: integer('id').primaryKey(),
  /** `YYYY-MM-DD` in UTC. */
  day: text('day').notNull(),
  /** The number of calls on this day. */
  calls: integer('calls').notNull(),
  /** The time by which the plan's pace has allowed all calls so far. */
  paidUntil: integer('paid_until').notNull(),
});
