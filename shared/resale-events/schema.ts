/** One concert of the resale feed. A value that the provider does not publish is null. */
export interface ResaleEvent {
  /** The provider's id. */
  id: number;
  venue_name: string | null;
  city_name: string | null;
  /** Two-letter code; the provider's own text where it names no known country. */
  country: string | null;
  /** ISO instant in UTC, or a bare day. */
  on_sale_date: string | null;
  /** Local time at the venue without a zone, or a bare day. */
  event_date: string | null;
  number_of_tickets: number | null;
  min_price_amount: number | null;
  min_price_currency: string | null;
  website_event_details_url: string | null;
}

/** The scores of an artist; shared/resale-events/ranking.ts defines each. */
export interface Ranking {
  final_score: number;
  music_ranking_score: number;
  social_score: number;
  trend_score: number;
  /** 0.05 for 5%. */
  bonus_percentage: number;
}

/** An artist of the resale feed, without its name, which is its key in the answer. */
export interface ResaleArtist {
  events: ResaleEvent[];
  countries: string[];
  number_of_visits: number;
  category_score: number;
  ranking: Ranking;
}

/** The answer of GET /events, by name of the artist. */
export interface ResaleEventsAnswer {
  success: true;
  data: Record<string, ResaleArtist>;
}

/** The progress of the feed, and the failures that delay it. */
export interface FeedState {
  /** When the last concerts were read, ISO 8601; null before the first. */
  refreshed_at: string | null;
  artists: number;
  /** Artists whose concerts were read at least once. */
  artists_read: number;
  /** One sentence for each provider that fails. */
  problems: string[];
}
