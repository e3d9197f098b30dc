import type { AlertKind } from '../../shared/price-monitor/alerts.ts';
import { type CheckResult, settleCheck } from '../../worker/features/price-monitor/checks/check.ts';
import type { Outcome } from '../../worker/features/price-monitor/checks/outcome.ts';
import type { StoredAlert, StoredEvent } from '../../worker/features/price-monitor/events/store.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const NOW = Date.UTC(2026, 10, 20, 14);

/** An event that was never read, with the test's changes. */
export const stored = (part: Partial<StoredEvent> = {}): StoredEvent => ({
  id: 1,
  url: 'https://www.axs.com/events/1/northern-lanterns',
  host: 'www.axs.com',
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
  lastLow: null,
  lastLowAt: null,
  source: null,
  readAt: null,
  move: 0,
  recent: [],
  checks: [],
  tags: [],
  searchText: '',
  providerId: null,
  readsPage: false,
  isPaused: false,
  pausedBy: null,
  addedAt: NOW - HOUR,
  checkedAt: null,
  changedAt: null,
  nextCheckAt: NOW,
  failure: null,
  failures: 0,
  version: 0,
  ticketsLeft: null,
  statedFacts: 0,
  saleState: 'unknown',
  opensAt: null,
  unsent: 'nothing',
  ...part,
});
export const alertOf = (kind: AlertKind, part: Partial<StoredAlert> = {}): StoredAlert => ({
  id: 7,
  targetId: 1,
  kind,
  value: null,
  isArmed: true,
  peak: null,
  emptyChecks: 0,
  firings: 0,
  firedAt: null,
  createdAt: NOW - HOUR,
  tag: null,
  currency: null,
  members: null,
  ...part,
});
export const reading = (prices: Record<string, number>): Outcome => ({
  kind: 'read',
  source: 'page',
  reading: {
    state: 'on_sale',
    opensAt: null,
    title: 'Northern Lanterns',
    venue: null,
    city: null,
    country: null,
    date: null,
    image: null,
    currency: 'EUR',
    listed: Object.keys(prices).length,
    ticketsLeft: null,
    states: { availability: true, eventStatus: true, saleStart: true },
    prices: Object.fromEntries(
      Object.entries(prices).map(([price, count]) => [price, { count, areas: [] }]),
    ),
  },
});
export const settle = (
  event: StoredEvent,
  outcome: Outcome,
  { now = NOW, alerts = [] as StoredAlert[] } = {},
): CheckResult =>
  settleCheck({ ...event, alerts }, outcome, { now, startedAt: now, intervalMs: MINUTE });
