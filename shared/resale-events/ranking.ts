import { DAY_MS } from '../times.ts';
import type { Ranking, ResaleEvent } from './schema.ts';

const WEIGHTS = { music: 0.5, social: 0.3, trend: 0.2 };
/** An on-sale that starts within this time earns a bonus. */
export const SOON_MS = 14 * DAY_MS;
const MANY_COUNTRIES = 3;
const FEW_TICKETS = 50;
const BONUS = 0.05;
/** Page views in 30 days that give the social score 1. */
const MOST_VIEWS = 10_000_000;

/** Page views of an artist's article in three periods that end with the same day. */
export interface PageViews {
  last30Days: number;
  last7Days: number;
  /** The 28 days before the last 7. */
  before28Days: number;
}

/** The facts that earn a bonus. */
export interface BonusFacts {
  /** Whether an on-sale starts within 14 days. */
  isOnSaleSoon: boolean;
  countries: number;
  /** Tickets left in the city with the fewest; null where no city publishes a number. */
  fewestTickets: number | null;
}

/** Every input of the ranking. */
export interface RankingInputs extends BonusFacts {
  /** The provider's score of the artist, 0 to 1. */
  artistScore: number;
  views: PageViews;
}

/**
 * The ranking of an artist:
 *
 * - music: the provider's artist score, 0 to 1;
 * - social: log10(1 + views of the last 30 days) / log10(1 + 10,000,000), at most 1;
 * - trend: w / (w + b), where w is the daily mean of the last 7 days and b that of the 28 days before; 0.5 is a steady
 *   interest, 0 an article without readers;
 * - bonus: 0.05 for each fact of {@link bonusReasons} that holds, so at most 0.15;
 * - final: (0.5 music + 0.3 social + 0.2 trend) x (1 + bonus), so 0 to 1.15.
 */
export function rank(inputs: RankingInputs): Ranking {
  const music = clamp(inputs.artistScore);
  const social = socialScore(inputs.views.last30Days);
  const trend = trendScore(inputs.views);
  const reasons = Object.values(bonusReasons(inputs)).filter(Boolean).length;
  // Counted in hundredths: three times 0.05 is 0.15000000000000002.
  const bonus = Math.round(reasons * BONUS * 100) / 100;
  const parts = WEIGHTS.music * music + WEIGHTS.social * social + WEIGHTS.trend * trend;
  return {
    final_score: parts * (1 + bonus),
    music_ranking_score: music,
    social_score: social,
    trend_score: trend,
    bonus_percentage: bonus,
  };
}

/** The parts of a final score as they add up: each score with its weight. */
export const scoreParts = ({ music_ranking_score, social_score, trend_score }: Ranking) => [
  { part: 'music' as const, score: music_ranking_score, weight: WEIGHTS.music },
  { part: 'social' as const, score: social_score, weight: WEIGHTS.social },
  { part: 'trend' as const, score: trend_score, weight: WEIGHTS.trend },
];

/** Which facts earn a bonus. */
export const bonusReasons = ({ isOnSaleSoon, countries, fewestTickets }: BonusFacts) => ({
  onSale: isOnSaleSoon,
  countries: countries >= MANY_COUNTRIES,
  tickets: fewestTickets !== null && fewestTickets < FEW_TICKETS,
});

function socialScore(views: number): number {
  return clamp(Math.log10(1 + Math.max(0, views)) / Math.log10(1 + MOST_VIEWS));
}

function trendScore({ last7Days, before28Days }: PageViews): number {
  const week = Math.max(0, last7Days) / 7;
  const before = Math.max(0, before28Days) / 28;
  return week + before === 0 ? 0 : week / (week + before);
}

const clamp = (value: number): number => (value > 0 ? Math.min(1, value) : 0);

/**
 * The category score: the mean score of the concerts, each weighted by its listings, times 100. 0 without listings.
 * `score` is 0 to 1.
 */
export function categoryScore(events: readonly { score: number; listings: number }[]): number {
  const listings = events.reduce((sum, event) => sum + event.listings, 0);
  const weighted = events.reduce((sum, { score, listings: weight }) => sum + score * weight, 0);
  return listings === 0 ? 0 : (100 * weighted) / listings;
}

/** The countries of concerts in alphabetical order, each once. */
export const countriesOf = (events: readonly Pick<ResaleEvent, 'country'>[]): string[] =>
  [...new Set(events.flatMap(({ country }) => country ?? []))].sort();

/** The city with the fewest tickets left, all its concerts together; null where no concert publishes a number. */
export function scarcestCity(
  events: readonly Pick<ResaleEvent, 'city_name' | 'number_of_tickets'>[],
): { city: string; tickets: number } | null {
  const cities = new Map<string, number>();
  for (const { city_name: city, number_of_tickets: tickets } of events) {
    if (city !== null && tickets !== null) cities.set(city, (cities.get(city) ?? 0) + tickets);
  }
  let scarcest: { city: string; tickets: number } | null = null;
  for (const [city, tickets] of cities) {
    if (scarcest === null || tickets < scarcest.tickets) scarcest = { city, tickets };
  }
  return scarcest;
}

/** Whether an on-sale instant lies in the next 14 days. Milliseconds since the epoch. */
export const isSoon = (onSaleAt: number, now: number): boolean =>
  onSaleAt > now && onSaleAt <= now + SOON_MS;
