import * as z from 'zod/mini';
import { answerOf, instant } from '../answers.ts';
import { MOST_SEARCHED } from './search-words.ts';

/** One concert of the resale feed. A value that the provider does not publish is null. */
const resaleEvent = z.object({
  /** The provider's id. */
  id: z.int(),
  venue_name: z.nullable(z.string()),
  city_name: z.nullable(z.string()),
  /** Two-letter code; the provider's own text if it names no known country. */
  country: z.nullable(z.string()),
  /** ISO instant in UTC, or a bare day. */
  on_sale_date: z.nullable(z.string()),
  /** Local time at the venue without a zone, or a bare day. */
  event_date: z.nullable(z.string()),
  number_of_tickets: z.nullable(z.number()),
  min_price_amount: z.nullable(z.number()),
  min_price_currency: z.nullable(z.string()),
  website_event_details_url: z.nullable(z.string()),
});
export type ResaleEvent = z.infer<typeof resaleEvent>;

/**
 * The scores of an artist; shared/resale-events/ranking.ts defines each. A score whose values nobody publishes is null.
 */
const ranking = z.object({
  final_score: z.nullable(z.number()),
  music_ranking_score: z.nullable(z.number()),
  social_score: z.nullable(z.number()),
  trend_score: z.nullable(z.number()),
  /** 0.05 for 5%. */
  bonus_percentage: z.number(),
});
export type Ranking = z.infer<typeof ranking>;

/** Whether a part of the ranking has values: `stale` ones are older than 48 hours. */
const partState = z.enum(['measured', 'stale', 'missing']);
export type PartState = z.infer<typeof partState>;
const rankedParts = z.object({ music: partState, social: partState, trend: partState });
export type RankedParts = z.infer<typeof rankedParts>;

/** An artist of the resale feed, without its name, which is its key in the answer. */
const resaleArtist = z.object({
  events: z.array(resaleEvent),
  countries: z.array(z.string()),
  /** Page views in 30 days; null while none were read. */
  number_of_visits: z.nullable(z.int()),
  /** Null without a concert that has a score. */
  category_score: z.nullable(z.number()),
  ranking,
  parts: rankedParts,
  /** People who listened to the artist; null if that is unknown. */
  listeners: z.nullable(z.int()),
});

/** The answer of GET /events, by name of the artist. */
export const resaleEventsAnswer = answerOf({ data: z.record(z.string(), resaleArtist) });
export type ResaleEventsAnswer = z.infer<typeof resaleEventsAnswer>;

/**
 * Artists of the Events screen: each list has one value for each artist, which takes half the bytes
 * of objects.
 */
const artistBlock = z.object({
  /** The provider's id. */
  id: z.array(z.int()),
  name: z.array(z.string()),
  countries: z.array(z.array(z.string())),
  number_of_visits: z.array(z.nullable(z.int())),
  category_score: z.array(z.nullable(z.number())),
  /** The scores of GET /events with four decimals; a missing part has none. */
  final_score: z.array(z.nullable(z.number())),
  music_ranking_score: z.array(z.nullable(z.number())),
  social_score: z.array(z.nullable(z.number())),
  trend_score: z.array(z.nullable(z.number())),
  bonus_percentage: z.array(z.number()),
  /** The parts whose values are older than 48 hours. */
  stale: z.array(z.array(z.enum(['music', 'social', 'trend']))),
  listeners: z.array(z.nullable(z.int())),
  concerts: z.array(z.int()),
  /** Concerts whose on-sale is in the future, and the soonest of these on-sales. */
  coming_sales: z.array(z.int()),
  next_on_sale: z.array(z.nullable(z.int())),
  /**
   * The first on-sale of each day in UTC: the earliest three and the last. On-sales are minutes since the epoch; a
   * whole day in UTC is a day without a time.
   */
  on_sales: z.array(z.array(z.int())),
  /** Days with an on-sale. */
  on_sale_days: z.array(z.int()),
  /** The city with the fewest tickets left, if the provider publishes them. */
  scarcest: z.array(z.nullable(z.object({ city: z.nullable(z.string()), tickets: z.int() }))),
});
export type ArtistBlock = z.infer<typeof artistBlock>;

/** The answer of GET /events/feed/artists: all artists whose concerts were read, by name. */
export const artistBlocksAnswer = answerOf({ data: z.array(artistBlock) });
export type ArtistBlocksAnswer = z.infer<typeof artistBlocksAnswer>;

/** The answer of GET /events/feed/artists/{id}: the concerts of the artist. */
export const concertsAnswer = answerOf({ data: z.array(resaleEvent) });
export type ConcertsAnswer = z.infer<typeof concertsAnswer>;

/** The query of GET /events/feed/matches. */
export const artistSearchQuery = z.object({
  search: z
    .string('Enter a text.')
    .check(
      z.trim(),
      z.minLength(1, 'Enter a text.'),
      z.maxLength(MOST_SEARCHED, `A search has at most ${MOST_SEARCHED} characters.`),
    ),
});

/** The answer of GET /events/feed/matches: ids of the artists that have each word in their name, venues or cities. */
export const artistMatchesAnswer = answerOf({ data: z.array(z.int()) });

/** The progress of the feed, and the failures that delay it. */
const feedState = z.object({
  /** When the last concerts were read; null before the first. */
  refreshed_at: z.nullable(instant),
  artists: z.int(),
  /** Artists whose concerts were read at least once. */
  artists_read: z.int(),
  /** One sentence for each provider that fails. */
  problems: z.array(z.string()),
});
export type FeedState = z.infer<typeof feedState>;

/** The answer of GET /events/feed. */
export const feedStateAnswer = answerOf({ data: feedState });
