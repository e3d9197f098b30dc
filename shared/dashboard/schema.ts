import * as z from 'zod/mini';
import { answerOf, instant } from '../answers.ts';
import { PRICE_SOURCES } from '../price-monitor/price-source.ts';
import { SALE_STATES } from '../price-monitor/sale-state.ts';
import { PERFORMANCES } from '../queues/accounts/ratios.ts';
import { queueType } from '../queues/queue-type.ts';

/** GET /dashboard. `include=outlook` adds the data that only the screen shows. */
export const dashboardQuery = z.object({ include: z.optional(z.literal('outlook')) });

/** The state of a part; `processing` while it is unknown, or while the part is busy. */
const partState = z.enum(['operational', 'processing', 'degraded', 'offline']);
export type PartState = z.infer<typeof partState>;

const recentEvent = z.object({
  artist: z.string(),
  venue: z.string(),
  date: z.string(),
  status: z.string(),
});

/** An artist whose events the operator loaded, with the `date` of that load. */
const recentSearch = z.object({
  id: z.string(),
  artist: z.string(),
  date: instant,
  image: z.nullable(z.string()),
});

/** The figures of the desk as named in the specification. Times are null if there is none. */
const numbers = z.object({
  overview: z.object({
    total_events: z.int(),
    artists_monitored: z.int(),
    users_generated: z.int(),
    queue_files_processed: z.int(),
  }),
  events: z.object({
    upcoming_sales: z.int(),
    active_countries: z.int(),
    events_this_week: z.int(),
    recent_events: z.array(recentEvent),
  }),
  ticketmaster: z.object({
    searches_performed: z.int(),
    /** The number of events found by the last search. */
    last_search_results: z.int(),
    recent_searches: z.array(recentSearch),
  }),
  queues: z.object({
    total_records: z.int(),
    avg_position: z.number(),
    active_queues: z.int(),
    processing_queues: z.int(),
  }),
  profiles: z.object({
    total_profiles: z.int(),
    /** Profiles uploaded in the last seven days. */
    recent_uploads: z.int(),
  }),
  generators: z.object({
    user_generator: z.object({
      total_generated: z.int(),
      last_batch_size: z.int(),
      last_generation: z.nullable(instant),
    }),
  }),
  system: z.object({
    api_status: partState,
    database_status: partState,
    queue_system_status: partState,
    generator_status: partState,
    /** For how many seconds scheduled work has run without a gap. */
    uptime: z.int(),
    last_backup: z.nullable(instant),
  }),
});
export type DashboardNumbers = z.infer<typeof numbers>;

/** A presale or a public sale that opens. */
const opening = z.object({
  event_id: z.string(),
  artist: z.string(),
  kind: z.enum(['presale', 'onsale']),
  /** The name of the presale; '' for a public sale. */
  name: z.string(),
  opens: instant,
  /** The event's date in the venue's form, or a word such as TBA. */
  date: z.string(),
  venue: z.string(),
  location: z.string(),
  nation: z.string(),
  url: z.string(),
});
export type Opening = z.infer<typeof opening>;

/** Sales of `events` of an artist that open together; the first event is named. */
const nextOpening = z.extend(opening, {
  /** `listed`: only from a catalogue. */
  source: z.enum(['monitored', 'searched', 'listed']),
  events: z.int(),
  /** At most 100 of them, the first one first. */
  event_ids: z.array(z.string()),
});
export type NextOpening = z.infer<typeof nextOpening>;

/** The sources of the desk's data, as the screen names them. */
export const DATA_SOURCES = ['Ticketmaster', 'SeatGeek', 'Wikimedia'] as const;
export type DataSource = (typeof DATA_SOURCES)[number];

/** The next sales are listed up to this far ahead. */
export const OUTLOOK_HOURS = 48;

/** The part of the answer that only the screen shows. */
const outlook = z.object({
  /** Sales of the next 48 hours, earliest first. */
  openings: z.array(nextOpening),
  /** Whether more sales open within that time. */
  has_more: z.boolean(),
  /** The next sales after these, if few open within that time. */
  later: z.array(nextOpening),
  /** Average ratio of position to queue total per queue date, earliest first. */
  queue_ratios: z.array(z.object({ day: z.string(), ratio: z.number(), positions: z.int() })),
  /**
   * The number of accounts in at least one queue, of each queue type: an account can be in both.
   */
  account_classes: z.array(
    z.object({ type: queueType, performance: z.enum(PERFORMANCES), accounts: z.int() }),
  ),
  /**
   * Events whose lowest price moved most within an hour; `recent` are the earlier lowest prices,
   * oldest first.
   */
  price_moves: z.array(
    z.object({
      url: z.string(),
      title: z.nullable(z.string()),
      city: z.nullable(z.string()),
      low: z.number(),
      /** ISO 4217; null if the source states none. */
      currency: z.nullable(z.string()),
      move: z.number(),
      recent: z.array(z.number()),
      /** Not `on_sale`: the last check could not read the event. */
      sale_state: z.enum(SALE_STATES),
      /** Where the price was read; null if that was not recorded. */
      source: z.nullable(z.enum(PRICE_SOURCES)),
      /** When it was read. */
      read_at: z.nullable(instant),
    }),
  ),
  providers: z.array(
    z.object({
      name: z.enum(DATA_SOURCES),
      state: z.enum(['live', 'simulated', 'missing']),
      /** The rest of the day's quota; null until the provider has reported it. */
      quota: z.nullable(z.object({ available: z.int(), limit: z.int() })),
    }),
  ),
  /** One sentence for each source that fails. */
  problems: z.array(z.string()),
  scanner: z.enum(['connected', 'not connected']),
  /** The stored secrets were sealed with a DATA_KEY that differs from the configured one. */
  has_other_key: z.optional(z.literal(true)),
});
export type DashboardOutlook = z.infer<typeof outlook>;

/** The answer of GET /dashboard. */
export const dashboardAnswer = answerOf({ ...numbers.shape, outlook: z.optional(outlook) });
export type DashboardAnswer = z.infer<typeof dashboardAnswer>;
