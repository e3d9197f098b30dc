import type { DashboardAnswer } from '../../shared/dashboard/schema.ts';

/** The time of the answer, in milliseconds. */
export const DASHBOARD_NOW = Date.now();
const inMinutes = (minutes: number) => new Date(DASHBOARD_NOW + minutes * 60_000).toISOString();

/** A sale that opens within 48 hours, of an artist that was searched for. */
export const dashboardOpening = {
  event_id: 'E1',
  artist: 'Northern Lanterns',
  kind: 'presale' as const,
  name: 'Fan Club',
  opens: inMinutes(89),
  date: '2027-03-18 20:00',
  venue: 'Canal Street Arena',
  location: 'Manchester',
  nation: 'GB',
  url: 'https://tickets.example/E1',
  source: 'searched' as const,
  events: 3,
  event_ids: ['E1', 'E3', 'E4'],
};

/** An answer of GET /dashboard in which each number differs. */
export const dashboardAnswer: DashboardAnswer = {
  success: true,
  overview: {
    total_events: 40_312,
    artists_monitored: 212,
    users_generated: 15_600,
    queue_files_processed: 94,
  },
  events: {
    upcoming_sales: 8_272,
    active_countries: 17,
    events_this_week: 9,
    recent_events: [
      { artist: 'Velvet Herons', venue: 'Velodrome', date: '2026-12-24', status: 'onsale' },
    ],
  },
  ticketmaster: {
    searches_performed: 1_204,
    last_search_results: 37,
    recent_searches: [
      { id: 'K1', artist: 'Björk & Söhne', date: '2026-11-20T14:32:00Z', image: null },
    ],
  },
  queues: {
    total_records: 1_000_000,
    avg_position: 12_228,
    active_queues: 93,
    processing_queues: 2,
  },
  profiles: { total_profiles: 50_000, recent_uploads: 240 },
  generators: {
    user_generator: { total_generated: 15_600, last_batch_size: 500, last_generation: null },
  },
  system: {
    api_status: 'operational',
    database_status: 'operational',
    queue_system_status: 'processing',
    generator_status: 'degraded',
    uptime: 100_800,
    last_backup: null,
  },
  outlook: {
    openings: [dashboardOpening],
    has_more: false,
    later: [{ ...dashboardOpening, event_id: 'E2', artist: 'Vela Marin', opens: inMinutes(4_505) }],
    queue_ratios: [
      { day: '2026-11-19', ratio: 0.31, positions: 500 },
      { day: '2026-11-20', ratio: 0.1254, positions: 900 },
    ],
    account_classes: [
      { type: 'verified_fan', performance: 'Excellent', accounts: 2_000 },
      { type: 'standard', performance: 'Excellent', accounts: 1_000 },
      { type: 'standard', performance: 'Poor', accounts: 1_000 },
    ],
    providers: [
      { name: 'Ticketmaster', state: 'simulated', quota: { available: 4_800, limit: 5_000 } },
    ],
    price_moves: [
      {
        url: 'https://tickets.example/herons',
        title: 'Velvet Herons',
        city: 'Lyon',
        low: 59,
        currency: 'EUR',
        move: 3.5,
        recent: [52, 55.5, 59],
        sale_state: 'on_sale',
        source: 'page',
        read_at: inMinutes(-12),
      },
      {
        url: 'https://tickets.example/lanterns',
        title: null,
        city: null,
        low: 20,
        currency: null,
        move: -1,
        recent: [21, 20],
        sale_state: 'on_sale',
        source: null,
        read_at: null,
      },
      {
        url: 'https://tickets.example/meridian',
        title: 'Velvet Meridian',
        city: null,
        low: 31,
        currency: 'USD',
        move: 2,
        recent: [29, 31],
        sale_state: 'unreadable',
        source: 'discovery',
        read_at: null,
      },
    ],
    problems: [],
    scanner: 'not connected',
  },
};
