import { type AlertKind, initialAlertState } from '../../shared/price-monitor/alerts.ts';
import type { Outcome } from '../../worker/features/price-monitor/checks/outcome.ts';
import type { StoredAlert, StoredEvent } from '../../worker/features/price-monitor/events/store.ts';
import { readLinkedEvent } from '../../worker/providers/event-page/linked-data.ts';

export const URL_OF_EVENT = 'https://tickets.example.com/events/harbour-lights';
export const MINUTE = 60_000;
export const NOW = Date.UTC(2026, 10, 27, 10);

/** The same sequence of numbers in each run, from 0 up to below `most`. */
export function seeded(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}
export type Random = ReturnType<typeof seeded>;

/** The linked data of an event at a price, or sold out. */
export const eventOf = (price: number | null, more: object = {}): object => ({
  '@context': 'https://schema.org',
  '@type': 'MusicEvent',
  name: 'Harbour Lights Live',
  startDate: '2027-05-15T19:30:00-05:00',
  eventStatus: 'https://schema.org/EventScheduled',
  location: { '@type': 'Place', name: 'Union Hall', address: { addressLocality: 'Chicago' } },
  offers: [
    {
      '@type': 'Offer',
      name: 'Floor',
      price: (price ?? 45).toFixed(2),
      priceCurrency: 'USD',
      availability: `https://schema.org/${price === null ? 'SoldOut' : 'InStock'}`,
    },
  ],
  ...more,
});
/** A page with linked data. */
export const page = (data: string) =>
  `<html><title>t</title><script type="application/ld+json">${data}</script></html>`;

/** A rule of each kind, with its value. */
export const KINDS: [AlertKind, number | null][] = [
  ['below', 40],
  ['above', 60],
  ['drop_percent', 10],
  ['rise', 10],
  ['back_in_stock', null],
  ['opens', null],
];

export const NEW_TARGET: StoredEvent = {
  id: 1,
  url: URL_OF_EVENT,
  host: 'tickets.example.com',
  title: null,
  venue: null,
  city: null,
  country: null,
  date: null,
  image: null,
  prices: {},
  currency: null,
  low: null,
  available: 0,
  ticketsLeft: null,
  statedFacts: 0,
  saleState: 'unknown',
  opensAt: null,
  lastLow: null,
  lastLowAt: null,
  move: 0,
  source: null,
  readAt: null,
  recent: [],
  checks: [],
  tags: [],
  searchText: '',
  providerId: null,
  readsPage: false,
  isPaused: false,
  pausedBy: null,
  addedAt: NOW,
  checkedAt: null,
  changedAt: null,
  nextCheckAt: NOW,
  failure: null,
  failures: 0,
  version: 0,
  unsent: 'nothing',
};

/** The outcome of a check of a page. */
export const outcomeOf = (source: string, now: number): Outcome => {
  const reading = readLinkedEvent(source, URL_OF_EVENT, now);
  return 'reason' in reading
    ? { kind: 'failed', ...reading }
    : { kind: 'read', reading, source: 'page' };
};

/** The times of a check at {@link NOW}. */
export const TIMES = { now: NOW, startedAt: NOW, intervalMs: MINUTE };

/** A new rule of an event that was never read. */
export const alertOf = (id: number, kind: AlertKind, value: number | null): StoredAlert => ({
  id,
  targetId: 1,
  kind,
  value,
  firings: 0,
  firedAt: null,
  createdAt: NOW,
  tag: null,
  currency: null,
  members: null,
  ...initialAlertState(kind, null),
});
