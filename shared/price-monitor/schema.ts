import * as z from 'zod/mini';
import { answerOf, instant } from '../answers.ts';
import { pageSource } from '../page-source.ts';
import { tagList, tagName } from '../tags.ts';
import { ALERT_KINDS } from './alerts.ts';
import { eventSort } from './event-sort.ts';
import { move } from './move.ts';
import { PRICE_SOURCES } from './price-source.ts';
import { AVAILABILITIES, prices } from './prices.ts';
import { readUrl } from './read-url.ts';
import { SALE_STATES } from './sale-state.ts';

/** A rule of one event. */
const priceAlert = z.object({
  id: z.int(),
  url: z.string(),
  kind: z.enum(ALERT_KINDS),
  /** A price, a percentage, or null, as the kind needs it. */
  value: z.nullable(z.number()),
  /** False from the moment it fires until the price has moved clearly back. */
  is_armed: z.boolean(),
  /** Null if it never fired. */
  fired_at: z.nullable(instant),
  created_at: instant,
});
export type PriceAlert = z.infer<typeof priceAlert>;

/** One step of the sparkline: the lowest price from `at` on; null while nothing is available. */
const recentPrice = z.object({ at: instant, low: z.nullable(z.number()) });

/** A monitored event. Texts of the event are null until a source names them. */
export const watchedEvent = z.object({
  id: z.int(),
  /** The canonical spelling. */
  url: z.string(),
  title: z.nullable(z.string()),
  venue: z.nullable(z.string()),
  city: z.nullable(z.string()),
  /** ISO 3166, two letters. */
  country: z.nullable(z.string()),
  /** The venue's local `YYYY-MM-DD HH:mm`, or `YYYY-MM-DD` without a time. */
  date: z.nullable(z.string()),
  image: z.nullable(z.string()),
  prices,
  /** ISO 4217; null if the source names none, which counts as dollars. */
  currency: z.nullable(z.string()),
  /** The lowest price with tickets; null without one. */
  low: z.nullable(z.number()),
  /** Tickets at all prices together. */
  available: z.int(),
  availability: z.enum(AVAILABILITIES),
  /** Null unless the source names the number of tickets. */
  tickets_left: z.nullable(z.int()),
  sale_state: z.enum(SALE_STATES),
  /** When the sale begins, if that is known and has not happened. */
  opens_at: z.nullable(instant),
  /** The lowest price when there were tickets last, and when that was. */
  last_seen: z.nullable(z.object({ low: z.number(), at: instant })),
  /** The lowest price over the last 24 hours, oldest first, at most 32 steps. The first step may be older. */
  recent: z.array(recentPrice),
  /** Where the prices were read, and when; null before the first reading. A failed check changes neither. */
  source: z.nullable(z.enum(PRICE_SOURCES)),
  read_at: z.nullable(instant),
  /** How the lowest price changed within the hour before the last check; null without two prices to compare. */
  move: z.nullable(move),
  tags: z.array(z.string()),
  alerts: z.array(priceAlert),
  is_paused: z.boolean(),
  /** The email of the operator who paused it. */
  paused_by: z.nullable(z.string()),
  added_at: instant,
  /** Null until the first check. */
  checked_at: z.nullable(instant),
  /** When a check last found something new. */
  changed_at: z.nullable(instant),
  /** Null while paused. */
  next_check_at: z.nullable(instant),
  /** Why the last check failed, in a sentence; null if it succeeded. */
  failure: z.nullable(z.string()),
  /** Failed checks in a row. */
  failures: z.int(),
  /** Rises with each check and each change of the event. */
  version: z.int(),
});
export type WatchedEvent = z.infer<typeof watchedEvent>;

/** One check, newest first in `checks`. */
const priceCheck = z.object({
  at: instant,
  outcome: z.enum(['changed', 'unchanged', 'failed']),
  /** The facts that were read and their source, or why the check failed. */
  text: z.string(),
  /** In camelCase because stored checks and released programs have this name. */
  durationMs: z.number(),
});
export type PriceCheck = z.infer<typeof priceCheck>;

/** A step of the history: these values hold from `at` until the next step. */
export const historyPoint = z.object({
  at: instant,
  /** Null while nothing is available. */
  low: z.nullable(z.number()),
  median: z.nullable(z.number()),
  high: z.nullable(z.number()),
  available: z.int(),
  /** Where the step was read; null for steps from before sources were recorded. */
  source: z.nullable(z.enum(PRICE_SOURCES)),
});
export type HistoryPoint = z.infer<typeof historyPoint>;

/** An address that was not taken: `index` counts from 0 in the request's list. */
const refusedEvent = z.object({ index: z.int(), url: z.string(), reason: z.string() });
export type RefusedEvent = z.infer<typeof refusedEvent>;

/** Addresses of one bulk call. */
export const MOST_EVENTS_PER_CALL = 2_000;
export const LONGEST_URL = 2_048;
export const MOST_TAGS = 20;
const LONGEST_TAG = 40;
export const MOST_ALERTS = 10;
/** Rules of all tags together. */
export const MOST_TAG_ALERTS = 100;
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

/** POST /events/price-observations: the source of the page of a monitored event, pasted by an operator. */
export const priceObservation = z.object({
  url,
  page_source: pageSource.check(z.regex(/\S/, 'Paste the source of the page.')),
});
export type PriceObservation = z.output<typeof priceObservation>;

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

export const addEventsAnswer = answerOf({ added: z.int(), refused: z.array(refusedEvent) });
export type AddEventsAnswer = z.infer<typeof addEventsAnswer>;

/** POST /events/price-targets/pause: pauses the events, or resumes them. */
export const pauseEventsRequest = z.object({ ids, is_paused: z.boolean() });

/** POST /events/price-targets/tags: adds tags to the events and removes others from them. */
export const tagEventsRequest = z.object({ ids, add: eventTags, remove: eventTags });

/** POST /events/price-targets/remove and POST /events/price-targets/check. */
export const eventIdsRequest = z.object({ ids });

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

export const watchedEventsAnswer = answerOf({
  data: z.array(watchedEvent),
  /** How many events match. */
  total: z.int(),
  next_cursor: z.nullable(z.string()),
  /** Of all monitored events, whatever the filter: how many in each class, and the tags with their numbers. */
  counts: z.record(z.enum(AVAILABILITIES), z.int()),
  tags: z.array(z.object({ tag: z.string(), count: z.int() })),
});
export type WatchedEventsAnswer = z.infer<typeof watchedEventsAnswer>;

/** The answer of GET /events/monitored-price-event: the addresses of all monitored events. */
export const monitoredUrlsAnswer = answerOf({ data: z.array(z.string()) });

/** The answer of GET /events/price-target. */
export const watchedEventAnswer = answerOf({ data: watchedEvent, checks: z.array(priceCheck) });

/** The answer of the calls that start checks: how many events are checked. */
export const checkNowAnswer = answerOf({ message: z.string(), events: z.int() });

/** The answer of POST /events/price-observations: the event as it was read. */
export const priceObservationAnswer = answerOf({ data: watchedEvent, message: z.string() });

/** The answers of GET and POST /events/price-alerts. */
export const alertsAnswer = answerOf({ data: z.array(priceAlert) });
export const addAlertAnswer = answerOf({ data: priceAlert, message: z.string() });

const isoInstant = z.iso.datetime({ offset: true, error: 'Give the time as ISO 8601.' });

/** GET /events/price-history. Without `from` the last 7 days, without `to` until now. */
export const priceHistoryQuery = z.object({
  url,
  from: z.optional(isoInstant),
  to: z.optional(isoInstant),
});
export type PriceHistoryQuery = z.output<typeof priceHistoryQuery>;

export const priceHistoryAnswer = answerOf({
  currency: z.nullable(z.string()),
  /** Oldest first. The first point is the state at `from`, if it is known. */
  data: z.array(historyPoint),
});
export type PriceHistoryAnswer = z.infer<typeof priceHistoryAnswer>;

const price = z
  .number('Enter a price.')
  .check(z.positive('Enter a price above 0.'), z.maximum(1_000_000, 'At most 1,000,000.'));

function percent(most: number) {
  const message = `Enter a percentage from 1 to ${most}.`;
  return z.number('Enter a percentage.').check(z.minimum(1, message), z.maximum(most, message));
}

/** The kind and the value of a rule, by kind. */
const RULES = {
  below: { kind: z.literal('below'), value: price },
  above: { kind: z.literal('above'), value: price },
  stock: { kind: z.literal('back_in_stock'), value: z._default(z.null(), null) },
  opens: { kind: z.literal('opens'), value: z._default(z.null(), null) },
  drop: { kind: z.literal('drop_percent'), value: percent(99) },
  rise: { kind: z.literal('rise'), value: percent(500) },
};

/** POST /events/price-alerts */
export const newPriceAlert = z.discriminatedUnion('kind', [
  z.object({ url, ...RULES.below }),
  z.object({ url, ...RULES.above }),
  z.object({ url, ...RULES.stock }),
  z.object({ url, ...RULES.opens }),
  z.object({ url, ...RULES.drop }),
  z.object({ url, ...RULES.rise }),
]);
export type NewPriceAlert = z.output<typeof newPriceAlert>;

/** POST /events/price-targets/alerts: the same rule for each of the events. */
export const newEventAlerts = z.discriminatedUnion('kind', [
  z.object({ ids, ...RULES.below }),
  z.object({ ids, ...RULES.above }),
  z.object({ ids, ...RULES.stock }),
  z.object({ ids, ...RULES.opens }),
  z.object({ ids, ...RULES.drop }),
  z.object({ ids, ...RULES.rise }),
]);
export type NewEventAlerts = z.output<typeof newEventAlerts>;

/** The answer of POST /events/price-targets/alerts. */
export const addAlertsAnswer = answerOf({
  message: z.string(),
  /** Events that have the rule now and did not have it before. */
  added: z.int(),
  /** Events that had the rule already. */
  repeated: z.int(),
  /** Events that have as many rules as an event can have. */
  full: z.int(),
});
export type AddAlertsAnswer = z.infer<typeof addAlertsAnswer>;

const tag = tagName(LONGEST_TAG).check(z.minLength(1, 'Choose a tag.'));

/** POST /events/tag-alerts: a rule about the lowest price of all events with a tag. */
export const newTagAlert = z.discriminatedUnion('kind', [
  z.object({ tag, ...RULES.below }),
  z.object({ tag, ...RULES.above }),
  z.object({ tag, ...RULES.drop }),
  z.object({ tag, ...RULES.rise }),
]);
export type NewTagAlert = z.output<typeof newTagAlert>;

/** A rule about the lowest price of a tag. */
const tagAlert = z.object({
  ...z.omit(priceAlert, { url: true }).shape,
  tag: z.string(),
  /** Events in other currencies are left out. Null until an event with the tag was read. */
  currency: z.nullable(z.string()),
  /** The lowest price of the tag now; null without one. */
  low: z.nullable(z.number()),
  /** How many events with the tag are compared. */
  events: z.int(),
});
export type TagAlert = z.infer<typeof tagAlert>;

/** The answers of GET and POST /events/tag-alerts. */
export const tagAlertsAnswer = answerOf({ data: z.array(tagAlert) });
export const addTagAlertAnswer = answerOf({ message: z.string(), id: z.int() });

/** The address in the form that is posted: the monitor's call spells `event` with a capital V. */
export const postedUrl = (url: string): string => url.replaceAll('event', 'eVent');
