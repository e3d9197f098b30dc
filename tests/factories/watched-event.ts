import type { WatchedEvent } from '../../shared/price-monitor/schema.ts';

let lastId = 0;

/** A monitored event on sale at $58.00, with the changes of a test. */
export function makeWatchedEvent(part: Partial<WatchedEvent> = {}): WatchedEvent {
  const id = ++lastId;
  return {
    id,
    url: `https://www.axs.com/events/${50_000 + id}/northern-lanterns`,
    title: 'Northern Lanterns',
    venue: 'Lakeside Center',
    city: 'Chicago',
    country: 'US',
    date: '2026-11-26 20:00',
    image: null,
    prices: {
      '58.00': { count: 12, areas: ['Floor standing'] },
      '142.00': { count: 52, areas: ['Balcony'] },
    },
    currency: null,
    low: 58,
    available: 64,
    availability: 'high',
    tickets_left: 64,
    sale_state: 'on_sale',
    opens_at: null,
    last_seen: { low: 58, at: '2026-11-20T13:59:00.000Z' },
    source: 'page',
    read_at: '2026-11-20T13:59:00.000Z',
    recent: [],
    move: null,
    tags: [],
    alerts: [],
    is_paused: false,
    paused_by: null,
    added_at: '2026-11-01T08:00:00.000Z',
    checked_at: '2026-11-20T13:59:00.000Z',
    changed_at: '2026-11-20T13:59:00.000Z',
    next_check_at: '2026-11-20T14:04:00.000Z',
    failure: null,
    failures: 0,
    version: 1,
    ...part,
  };
}
