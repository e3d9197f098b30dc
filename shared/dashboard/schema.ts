import * as z from 'zod/mini';
import type { Performance } from '../queues/ratios.ts';
import type { QueueType } from '../queues/schema.ts';

/** GET /dashboard. `include=outlook` adds what only the screen shows. */
export const dashboardQuery = z.object({ include: z.optional(z.literal('outlook')) });

/** The state of a part; `processing` while it is not known yet, or while it works through something. */
export type PartState = 'operational' | 'processing' | 'degraded' | 'offline';

/** The numbers of the desk as the specification names them. Times are ISO 8601, null when there is none. */
export interface DashboardNumbers {
  overview: {
    total_events: number;
    artists_monitored: number;
    users_generated: number;
    queue_files_processed: number;
  };
  events: {
    upcoming_sales: number;
    active_countries: number;
    events_this_week: number;
    recent_events: RecentEvent[];
  };
  ticketmaster: {
    searches_performed: number;
    /** Events found by the last search. */
    last_search_results: number;
    recent_searches: RecentSearch[];
  };
  queues: {
    total_records: number;
    avg_position: number;
    active_queues: number;
    processing_queues: number;
  };
  profiles: {
    total_profiles: number;
    /** Profiles uploaded in the last seven days. */
    recent_uploads: number;
  };
  generators: {
    user_generator: {
      total_generated: number;
      last_batch_size: number;
      last_generation: string | null;
    };
  };
  system: {
    api_status: PartState;
    database_status: PartState;
    queue_system_status: PartState;
    generator_status: PartState;
    /** Seconds since which scheduled work has run without a gap. */
    uptime: number;
    last_backup: string | null;
  };
}

interface RecentEvent {
  artist: string;
  venue: string;
  date: string;
  status: string;
}

/** An artist whose events the operator loaded; `date` is when. */
export interface RecentSearch {
  id: string;
  artist: string;
  date: string;
  image: string | null;
}

/** A presale or a public sale that opens. */
export interface Opening {
  event_id: string;
  artist: string;
  kind: 'presale' | 'onsale';
  /** Of the presale; '' for a public sale. */
  name: string;
  opens: string;
  /** The event's date as the venue writes it, or a word such as TBA. */
  date: string;
  venue: string;
  location: string;
  nation: string;
  url: string;
}

/** Sales of `events` of an artist that open together; the first event is named. */
export interface NextOpening extends Opening {
  source: 'monitored' | 'searched';
  events: number;
}

/** The part of the answer that only the screen shows. */
export interface DashboardOutlook {
  /** Sales of the next 48 hours, earliest first. */
  openings: NextOpening[];
  /** The next sales after these, where few open within that time. */
  later: NextOpening[];
  /** Average ratio of position to queue total per queue date, earliest first. */
  queue_ratios: { day: string; ratio: number; positions: number }[];
  /** Accounts that were in at least one queue, of each queue type: an account can be in both. */
  account_classes: { type: QueueType; performance: Performance; accounts: number }[];
  /** Events whose lowest price moved most within an hour; `recent` are the lowest prices before, oldest first. */
  price_moves: {
    url: string;
    title: string | null;
    city: string | null;
    low: number;
    /** ISO 4217; null if the source names none. */
    currency: string | null;
    move: number;
    recent: number[];
  }[];
  providers: {
    name: DataSource;
    state: 'live' | 'simulated' | 'missing';
    /** Of the day; null while the provider has named none. */
    quota: { available: number; limit: number } | null;
  }[];
  /** One sentence for each source that fails. */
  problems: string[];
  scanner: 'connected' | 'not connected';
}

/** The sources of the desk's data, as the screen names them. */
export const DATA_SOURCES = ['Ticketmaster', 'SeatGeek', 'Wikimedia'] as const;
export type DataSource = (typeof DATA_SOURCES)[number];

/** The next sales reach this far. */
export const OUTLOOK_HOURS = 48;

export interface DashboardAnswer extends DashboardNumbers {
  success: true;
  outlook?: DashboardOutlook;
}
