import * as z from 'zod/mini';
import { answerOf, instant } from '../answers.ts';

/** One concert of the resale feed. A value that the provider does not publish is null. */
const resaleEvent = z.object({
  /** The provider's id. */
  id: z.int(),
  venue_name: z.nullable(z.string()),
  city_name: z.nullable(z.string()),
  /** Two-letter code; the provider's own text where it names no known country. */
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

/** The scores of an artist; shared/resale-events/ranking.ts defines each. */
const ranking = z.object({
  final_score: z.number(),
  music_ranking_score: z.number(),
  social_score: z.number(),
  trend_score: z.number(),
  /** 0.05 for 5%. */
  bonus_percentage: z.number(),
});
export type Ranking = z.infer<typeof ranking>;

/** An artist of the resale feed, without its name, which is its key in the answer. */
const resaleArtist = z.object({
  events: z.array(resaleEvent),
  countries: z.array(z.string()),
  number_of_visits: z.int(),
  category_score: z.number(),
  ranking,
});
export type ResaleArtist = z.infer<typeof resaleArtist>;

/** The answer of GET /events, by name of the artist. */
export const resaleEventsAnswer = answerOf({ data: z.record(z.string(), resaleArtist) });
export type ResaleEventsAnswer = z.infer<typeof resaleEventsAnswer>;

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
