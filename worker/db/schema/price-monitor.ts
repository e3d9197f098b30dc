import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AlertKind } from '../../../shared/price-monitor/alerts.ts';
import type { PriceSource } from '../../../shared/price-monitor/price-source.ts';
import type { Prices } from '../../../shared/price-monitor/prices.ts';
import type { SaleState } from '../../../shared/price-monitor/sale-state.ts';
import type { PriceCheck } from '../../../shared/price-monitor/schema.ts';

/** Monitored events with the results of the last check. Times are milliseconds since the epoch. */
export const watchedEvents = sqliteTable(
  'price_targets',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** The canonical spelling. */
    url: text('url').notNull().unique(),
    /** Host and port. All events of a host share its pace. */
    host: text('host').notNull(),
    title: text('title'),
    venue: text('venue'),
    city: text('city'),
    country: text('country'),
    date: text('date'),
    image: text('image'),
    prices: text('prices', { mode: 'json' }).$type<Prices>().notNull(),
    currency: text('currency'),
    low: real('low'),
    available: integer('available').notNull(),
    /** Null unless the source names the number of tickets. */
    ticketsLeft: integer('tickets_left'),
    /** The fields that the source has stated, as bits (checks/outcome.ts). */
    statedFacts: integer('stated_facts').notNull().default(0),
    saleState: text('sale_state').$type<SaleState>().notNull().default('unknown'),
    /** The opening of a sale that has not begun. */
    opensAt: integer('opens_at'),
    /** Where and when the prices were read; null before the first reading. */
    source: text('source').$type<PriceSource>(),
    readAt: integer('read_at'),
    lastLow: real('last_low'),
    lastLowAt: integer('last_low_at'),
    /** The change of the lowest price within the hour before the last check. */
    move: real('move').notNull(),
    recent: text('recent', { mode: 'json' })
      .$type<{ at: number; low: number | null }[]>()
      .notNull(),
    checks: text('checks', { mode: 'json' }).$type<PriceCheck[]>().notNull(),
    tags: text('tags', { mode: 'json' }).$type<string[]>().notNull(),
    /** The searchable texts, in lower case. */
    searchText: text('search_text').notNull(),
    /** The id under which the Discovery API lists the event; empty if it does not, null before the first search. */
    providerId: text('provider_id'),
    /** The Discovery API currently has no prices for the event, so its page is read next. */
    readsPage: integer('reads_page', { mode: 'boolean' }).notNull().default(false),
    isPaused: integer('is_paused', { mode: 'boolean' }).notNull(),
    pausedBy: text('paused_by'),
    addedAt: integer('added_at').notNull(),
    checkedAt: integer('checked_at'),
    changedAt: integer('changed_at'),
    nextCheckAt: integer('next_check_at').notNull(),
    failure: text('failure'),
    failures: integer('failures').notNull(),
    /**
     * Counts the checks. Of two simultaneous checks the second changes nothing, so that no alert
     * fires twice.
     */
    version: integer('version').notNull(),
    /** The changes that the live channel has not sent yet, except checks of a round without news (`priceRounds`). */
    unsent: text('unsent', { enum: ['nothing', 'state', 'prices'] }).notNull(),
  },
  (table) => [
    index('price_targets_due').on(table.isPaused, table.nextCheckAt),
    index('price_targets_host').on(table.host),
    index('price_targets_provider').on(table.providerId),
    index('price_targets_moving').on(sql`abs(move)`).where(sql`move <> 0`),
    index('price_targets_unsent').on(table.unsent).where(sql`unsent <> 'nothing'`),
  ],
);

/**
 * The checks that have started and not ended, in one row, which is written once for all events that
 * a round takes from the list of due events. They remain when a Worker ends in the middle
 * (checks/progress.ts).
 */
export const priceRounds = sqliteTable('price_rounds', {
  id: integer('id').primaryKey(),
  /** The versions that events had before their check, by id. */
  begun: text('begun', { mode: 'json' }).$type<Record<string, number>>().notNull(),
});

/**
 * The history (WITHOUT ROWID, see the migration): one row for each change, whose values hold until the next row. After
 * 7 days, only the last row of each hour is kept, with the lowest and highest price of the hour.
 */
export const pricePoints = sqliteTable(
  'price_points',
  {
    targetId: integer('target_id').notNull(),
    at: integer('at').notNull(),
    low: real('low'),
    median: real('median'),
    high: real('high'),
    available: integer('available').notNull(),
    isRaw: integer('is_raw', { mode: 'boolean' }).notNull(),
    /** Null in steps from before sources were recorded. */
    source: text('source').$type<PriceSource>(),
  },
  (table) => [
    primaryKey({ columns: [table.targetId, table.at] }),
    index('price_points_raw').on(table.at).where(sql`is_raw = 1`),
    index('price_points_hourly').on(table.at).where(sql`is_raw = 0`),
  ],
);

/** Alert rules of an event, or of the lowest price of a tag, with their state (shared/price-monitor/alerts.ts). */
export const priceAlerts = sqliteTable(
  'price_alerts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** 0 for a rule of a tag. */
    targetId: integer('target_id').notNull(),
    tag: text('tag'),
    /**
     * For a rule of a tag: events in other currencies are excluded. Null until an event of the tag
     * has a price.
     */
    currency: text('currency'),
    /** For a rule of a tag: identifies the events that its peak belongs to. */
    members: text('members'),
    kind: text('kind').$type<AlertKind>().notNull(),
    value: real('value'),
    isArmed: integer('is_armed', { mode: 'boolean' }).notNull(),
    peak: real('peak'),
    emptyChecks: integer('empty_checks').notNull(),
    /** The number of times that the rule has fired. */
    firings: integer('firings').notNull(),
    firedAt: integer('fired_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('price_alerts_target').on(table.targetId),
    index('price_alerts_tag').on(table.tag).where(sql`tag is not null`),
  ],
);
