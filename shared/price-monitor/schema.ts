import * as z from 'zod/mini';
import { tagList, tagName } from '../tags.ts';
import type { AlertRule } from './alerts.ts';
import type { Move } from './move.ts';
import { AVAILABILITIES, type Availability, type Prices } from './prices.ts';
import { readUrl } from './read-url.ts';
import type { SaleState } from './sale-state.ts';

/** A rule of one event. */
export interface PriceAlert extends AlertRule {
  id: number;
  url: string;
  /** False from the moment it fires until the price has moved clearly back. */
  is_armed: boolean;
  /** ISO 8601; null if it never fired. */
  fired_at: string | null;
  created_at: string;
}

/** One step of the sparkline: the lowest price from `at` on; null while nothing is available. */
export interface RecentPrice {
  at: string;
  low: number | null;
}

/** A monitored event. Times are ISO 8601. Texts of the event are null until a source names them. */
export interface WatchedEvent {
  id: number;
  /** The canonical spelling. */
  url: string;
  title: string | null;
  venue: string | null;
  city: string | null;
  /** ISO 3166, two letters. */
  country: string | null;
  /** The venue's local `YYYY-MM-DD HH:mm`, or `YYYY-MM-DD` without a time. */
  date: string | null;
  image: string | null;
  prices: Prices;
  /** ISO 4217; null if the source names none, which counts as dollars. */
  currency: string | null;
  /** The lowest price with tickets; null without one. */
  low: number | null;
  /** Tickets at all prices together. */
  available: number;
  availability: Availability;
  sale_state: SaleState;
  /** When the sale begins, if that is known and has not happened. */
  opens_at: string | null;
  /** The lowest price when there were tickets last, and when that was. */
  last_seen: { low: number; at: string } | null;
  /** The lowest price over the last 24 hours, oldest first, at most 32 steps. The first step may be older. */
  recent: RecentPrice[];
  /** How the lowest price changed within the hour before the last check; null without two prices to compare. */
  move: Move | null;
  tags: string[];
  alerts: PriceAlert[];
  is_paused: boolean;
  /** The email of the operator who paused it. */
  paused_by: string | null;
  added_at: string;
  /** Null until the first check. */
  checked_at: string | null;
  /** When a check last found something new. */
  changed_at: string | null;
  /** Null while paused. */
  next_check_at: string | null;
  /** Why the last check failed, in a sentence; null if it succeeded. */
  failure: string | null;
  /** Failed checks in a row. */
  failures: number;
  /** Rises with each check and each change of the event. */
  version: number;
}

/** One check, newest first in `checks`. */
export interface PriceCheck {
  at: string;
  outcome: 'changed' | 'unchanged' | 'failed';
  /** The facts that were read and their source, or why the check failed. */
  text: string;
  durationMs: number;
}

/** A step of the history: these values hold from `at` until the next step. */
export interface HistoryPoint {
  at: string;
  /** Null while nothing is available. */
  low: number | null;
  median: number | null;
  high: number | null;
  available: number;
}

/** An address that was not taken: `index` counts from 0 in the request's list. */
export interface RefusedEvent {
  index: number;
  url: string;
  reason: string;
}

/** Addresses of one bulk call. */
export const MOST_EVENTS_PER_CALL = 2_000;
export const LONGEST_URL = 2_048;
export const MOST_TAGS = 20;
const LONGEST_TAG = 40;
export const MOST_ALERTS = 10;
/** Steps of one history answer. A longer period is thinned out, and every low and high stays in it. */
export const MOST_HISTORY_POINTS = 500;

const url = z
  .string('Enter the address of an event page.')
  .check(
    z.overwrite(readUrl),
    z.minLength(1, 'Enter the address of an event page.'),
    z.maxLength(LONGEST_URL, `An address has at most ${LONGEST_URL} characters.`),
  );
export const eventTags = z._default(
  tagList({ subject: 'An event', most: MOST_TAGS, longest: LONGEST_TAG }),
  [],
);
const ids = z
  .array(z.int().check(z.positive()))
  .check(
    z.minLength(1, 'Name at least one event.'),
    z.maxLength(MOST_EVENTS_PER_CALL, `At most ${MOST_EVENTS_PER_CALL} events at once.`),
  );

/** POST and DELETE /events/monitored-price-event. `event` and `eVent` in the address mean the same event. */
export const priceEventRequest = z.object({ url });

/** GET /events/price-target?url= and GET /events/price-alerts?url= */
export const priceEventQuery = z.object({ url });

/**
 * POST /events/price-targets: many addresses at once, one per entry. Unusable addresses are reported and the others are
 * taken. `tags` of the request are added to those of every entry.
 */
export const addEventsRequest = z.object({
  targets: z
    .array(z.object({ url: z.string().check(z.overwrite(readUrl)), tags: eventTags }))
    .check(
      z.minLength(1, 'Send at least one address.'),
      z.maxLength(
        MOST_EVENTS_PER_CALL,
        `At most ${MOST_EVENTS_PER_CALL.toLocaleString('en')} addresses at once.`,
      ),
    ),
  tags: eventTags,
});
export type AddEventsRequest = z.output<typeof addEventsRequest>;

export interface AddEventsAnswer {
  success: true;
  added: number;
  refused: RefusedEvent[];
}

/** POST /events/price-targets/pause: pauses the events, or resumes them. */
export const pauseEventsRequest = z.object({ ids, is_paused: z.boolean() });

/** POST /events/price-targets/tags: adds tags to the events and removes others from them. */
export const tagEventsRequest = z.object({ ids, add: eventTags, remove: eventTags });

/** POST /events/price-targets/remove and POST /events/price-targets/check. */
export const eventIdsRequest = z.object({ ids });

const EVENT_SORTS = ['added', 'title', 'low', 'available', 'move', 'checked'] as const;
export type EventSortField = (typeof EVENT_SORTS)[number];
/** A leading minus reverses the order. `move` is the change of the lowest price in an hour, up or down. */
export type EventSort = EventSortField | `-${EventSortField}`;
const eventSort = z.enum(EVENT_SORTS.flatMap((field): EventSort[] => [field, `-${field}`]));

/** The filters of the list: GET /events/price-targets and GET /events/price-targets/export. */
export const eventFilter = z.object({
  /** Part of a title, venue, city, address or tag. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters'))),
  tag: z.optional(tagName(LONGEST_TAG)),
  availability: z.optional(z.enum(AVAILABILITIES)),
  has_alert: z.optional(z.literal('true')),
});
export type EventFilter = z.output<typeof eventFilter>;

/** GET /events/price-targets */
export const eventsQuery = z.extend(eventFilter, {
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100),
  cursor: z.optional(z.string()),
  sort: z._default(eventSort, '-added'),
});
export type EventsQuery = z.output<typeof eventsQuery>;

export interface WatchedEventsAnswer {
  success: true;
  data: WatchedEvent[];
  /** How many events match. */
  total: number;
  next_cursor: string | null;
  /** Of all monitored events, whatever the filter: how many in each class, and the tags with their numbers. */
  counts: Record<Availability, number>;
  tags: { tag: string; count: number }[];
}

const instant = z.iso.datetime({ offset: true, error: 'Give the time as ISO 8601.' });

/** GET /events/price-history. Without `from` the last 7 days, without `to` until now. */
export const priceHistoryQuery = z.object({
  url,
  from: z.optional(instant),
  to: z.optional(instant),
});
export type PriceHistoryQuery = z.output<typeof priceHistoryQuery>;

export interface PriceHistoryAnswer {
  success: true;
  currency: string | null;
  /** Oldest first. The first point is the state at `from`, if it is known. */
  data: HistoryPoint[];
}

const price = z
  .number('Enter a price.')
  .check(z.positive('Enter a price above 0.'), z.maximum(1_000_000, 'At most 1,000,000.'));

function percent(most: number) {
  const message = `Enter a percentage from 1 to ${most}.`;
  return z.number('Enter a percentage.').check(z.minimum(1, message), z.maximum(most, message));
}

/** POST /events/price-alerts */
export const newPriceAlert = z.discriminatedUnion('kind', [
  z.object({ url, kind: z.literal('below'), value: price }),
  z.object({ url, kind: z.literal('above'), value: price }),
  z.object({ url, kind: z.literal('back_in_stock'), value: z._default(z.null(), null) }),
  z.object({ url, kind: z.literal('opens'), value: z._default(z.null(), null) }),
  z.object({ url, kind: z.literal('drop_percent'), value: percent(99) }),
  z.object({ url, kind: z.literal('rise'), value: percent(500) }),
]);
export type NewPriceAlert = z.output<typeof newPriceAlert>;

/** The address as it is posted: the monitor's call spells `event` with a capital V. */
export const postedUrl = (url: string): string => url.replaceAll('event', 'eVent');
