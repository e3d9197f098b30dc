import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Artists of the resale feed. Times are milliseconds since the epoch. */
export const resaleArtists = sqliteTable('resale_artists', {
  /** The provider's id. */
  id: integer('id').primaryKey(),
  name: text('name').notNull().unique(),
  /** The provider's score, 0 to 1. */
  score: real('score').notNull(),
  /** The provider's last list that contained the artist. */
  listedAt: integer('listed_at').notNull(),
  countries: text('countries', { mode: 'json' }).$type<string[]>().notNull().default([]),
  /** Null without a concert that has a score. */
  categoryScore: real('category_score'),
  fewestTickets: integer('fewest_tickets'),
  /** The city that has these events. */
  scarcestCity: text('scarcest_city'),
  /** The number of concerts. */
  concerts: integer('concerts').notNull().default(0),
  /** The first on-sale of each day in UTC, in minutes since the epoch, the earliest first. */
  onSales: text('on_sales', { mode: 'json' }).$type<number[]>().notNull().default([]),
  /** When the concerts were last read; null before the first time. */
  eventsAt: integer('events_at'),
  /** When the concerts are read next. */
  eventsDueAt: integer('events_due_at').notNull().default(0),
  /** The Wikipedia article with the most views of those tried so far. */
  article: text('article'),
  titlesTried: integer('titles_tried').notNull().default(0),
  viewsLast30Days: integer('views_last_30_days').notNull().default(0),
  viewsLast7Days: integer('views_last_7_days').notNull().default(0),
  viewsBefore28Days: integer('views_before_28_days').notNull().default(0),
  /** When the page views were last read; null while none were. */
  viewsAt: integer('views_at'),
  viewsDueAt: integer('views_due_at').notNull().default(0),
  /** The artist's id at MusicBrainz; null unless it is certain. */
  mbid: text('mbid'),
  /** When the id is searched for next. */
  mbidDueAt: integer('mbid_due_at').notNull().default(0),
  /** People who listened to the artist, as counted by ListenBrainz; null if it has no count. */
  listeners: integer('listeners'),
  /** When the listeners were last read; null before the first time. */
  listenersAt: integer('listeners_at'),
  listenersDueAt: integer('listeners_due_at').notNull().default(0),
});

/** Concerts of the resale feed. A concert of two artists has a row for each. */
export const resaleEvents = sqliteTable(
  'resale_events',
  {
    artistId: integer('artist_id').notNull(),
    /** The provider's id. */
    id: integer('id').notNull(),
    onSaleAt: integer('on_sale_at'),
    startsAt: integer('starts_at'),
    country: text('country'),
    /** The concert as JSON, in the form of GET /events. */
    body: text('body').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.artistId, table.id] }),
    index('resale_events_on_sale').on(table.onSaleAt),
    index('resale_events_artist_on_sale').on(table.artistId, table.onSaleAt),
    index('resale_events_starts').on(table.startsAt),
    index('resale_events_country').on(table.country),
  ],
);

/** The searchable text, in a separate table because most reads do not need it. */
export const resaleSearchTexts = sqliteTable('resale_search_texts', {
  artistId: integer('artist_id').primaryKey(),
  /** The name, the venues and the cities in lower case. */
  text: text('text').notNull(),
});

/** The progress of each source's refresh. */
export const resaleFeed = sqliteTable('resale_feed', {
  source: text('source', {
    enum: ['seatgeek', 'wikimedia', 'musicbrainz', 'listenbrainz'],
  }).primaryKey(),
  /** The next page of the list of artists; 0 between two passes. */
  page: integer('page').notNull().default(0),
  /** When the pass began. */
  passAt: integer('pass_at').notNull().default(0),
  refreshedAt: integer('refreshed_at'),
  /** Why the last attempt failed, for operators. */
  problem: text('problem'),
  /** The number of consecutive failures. */
  failures: integer('failures').notNull().default(0),
  nextAt: integer('next_at').notNull().default(0),
});
