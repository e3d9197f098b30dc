import { DAY_MS } from '../times.ts';
import type { PartState, RankedParts, Ranking, ResaleEvent } from './schema.ts';

const WEIGHTS = { music: 0.5, social: 0.3, trend: 0.2 };
/** An on-sale that starts within this time earns a bonus. */
export const SOON_MS = 14 * DAY_MS;
const MANY_COUNTRIES = 3;
const FEW_TICKETS = 50;
const BONUS = 0.05;
/** Page views in 30 days that give the social score 1, and listeners that give the listeners' score 1. */
const MOST_VIEWS = 10_000_000;
const MOST_LISTENERS = 10_000_000;
/** A value that is older is stale. */
const STALE_MS = 2 * DAY_MS;

/** A value and when it was read, in milliseconds since the epoch. */
export interface Dated<Value> {
  value: Value;
  at: number;
}

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
  /** Tickets left in the city with the fewest; null if no city publishes a number. */
  fewestTickets: number | null;
}

/** Every input of the ranking. A value that no source has published is null. */
export interface RankingInputs extends BonusFacts {
  /** The resale feed's score of the artist, 0 to 1. */
  artistScore: Dated<number> | null;
  /** People who listened to the artist, as ListenBrainz counts them. */
  listeners: Dated<number> | null;
  views: Dated<PageViews> | null;
}

/**
 * The ranking of an artist:
 *
 * - music: the mean of the resale feed's artist score (0 to 1) and of the listeners, log10(1 +
 *   listeners) / log10(1 + 10,000,000), or the one of the two that is available;
 * - social: log10(1 + views of the last 30 days) / log10(1 + 10,000,000), at most 1;
 * - trend: w / (w + b), where w is the daily mean of the last 7 days and b that of the 28 days
 *   before; 0.5 is a steady interest, 0 an article without readers;
 * - bonus: 0.05 for each fact of {@link bonusReasons} that applies, so at most 0.15;
 * - final: (0.5 music + 0.3 social + 0.2 trend) / (the sum of their weights) x (1 + bonus), so 0 to
 *   1.15.
 *
 * A part without a value is missing: its score is null, and the final score omits the part and its
 * weight. A part whose newest value is older than 48 hours is stale, and counts.
 * @param now milliseconds since the epoch
 */
export function rank(inputs: RankingInputs, now: number): { ranking: Ranking; parts: RankedParts } {
  const { artistScore, listeners, views } = inputs;
  const ofMusic = [
    artistScore && clamp(artistScore.value),
    listeners && logScore(listeners.value, MOST_LISTENERS),
  ].filter((score) => score !== null);
  const scores = {
    music_ranking_score: ofMusic.length === 0 ? null : mean(ofMusic),
    social_score: views && logScore(views.value.last30Days, MOST_VIEWS),
    trend_score: views && trendScore(views.value),
  };
  const available = scoreParts(scores).filter(({ score }) => score !== null);
  const weights = available.reduce((sum, { weight }) => sum + weight, 0);
  const sum = available.reduce((total, { score, weight }) => total + (score ?? 0) * weight, 0);
  const reasons = Object.values(bonusReasons(inputs)).filter(Boolean).length;
  // Counted in hundredths, because three times 0.05 is 0.15000000000000002.
  const bonus = Math.round(reasons * BONUS * 100) / 100;
  const stateOf = (...values: (Dated<unknown> | null)[]): PartState => {
    const newest = Math.max(...values.map((value) => value?.at ?? Number.NEGATIVE_INFINITY));
    if (newest === Number.NEGATIVE_INFINITY) return 'missing';
    return now - newest > STALE_MS ? 'stale' : 'measured';
  };
  return {
    ranking: {
      final_score: available.length === 0 ? null : (sum / weights) * (1 + bonus),
      ...scores,
      bonus_percentage: bonus,
    },
    parts: {
      music: stateOf(artistScore, listeners),
      social: stateOf(views),
      trend: stateOf(views),
    },
  };
}

type PartScores = Pick<Ranking, 'music_ranking_score' | 'social_score' | 'trend_score'>;

/** The parts of a final score: each score with its weight. The score of a missing part is null. */
export const scoreParts = ({ music_ranking_score, social_score, trend_score }: PartScores) => [
  { part: 'music' as const, score: music_ranking_score, weight: WEIGHTS.music },
  { part: 'social' as const, score: social_score, weight: WEIGHTS.social },
  { part: 'trend' as const, score: trend_score, weight: WEIGHTS.trend },
];

/** The facts that earn a bonus. */
export const bonusReasons = ({ isOnSaleSoon, countries, fewestTickets }: BonusFacts) => ({
  onSale: isOnSaleSoon,
  countries: countries >= MANY_COUNTRIES,
  tickets: fewestTickets !== null && fewestTickets < FEW_TICKETS,
});

/** A count on a log scale on which `most` gives 1. */
const logScore = (count: number, most: number): number =>
  clamp(Math.log10(1 + Math.max(0, count)) / Math.log10(1 + most));

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function trendScore({ last7Days, before28Days }: PageViews): number {
  const week = Math.max(0, last7Days) / 7;
  const before = Math.max(0, before28Days) / 28;
  return week + before === 0 ? 0 : week / (week + before);
}

const clamp = (value: number): number => (value > 0 ? Math.min(1, value) : 0);

/**
 * The category score: the mean score of the concerts times 100, weighted by their listings if the
 * provider publishes them. A concert whose listings it does not publish weighs as much as the mean
 * of the others. Null without a concert that has a score. `score` is 0 to 1.
 */
export function categoryScore(
  events: readonly { score: number | null; listings: number | null }[],
): number | null {
  const scored = events.flatMap(({ score, listings }) =>
    score === null ? [] : [{ score, listings }],
  );
  if (scored.length === 0) return null;
  const published = scored.flatMap(({ listings }) => listings ?? []);
  const usual = published.length === 0 ? 1 : mean(published);
  const weightOf = (listings: number | null): number => (usual === 0 ? 1 : (listings ?? usual));
  const weights = scored.reduce((sum, { listings }) => sum + weightOf(listings), 0);
  const sum = scored.reduce((total, { score, listings }) => total + score * weightOf(listings), 0);
  return (100 * sum) / weights;
}

/** The countries of concerts in alphabetical order, each once. */
export const countriesOf = (events: readonly Pick<ResaleEvent, 'country'>[]): string[] =>
  [...new Set(events.flatMap(({ country }) => country ?? []))].sort();

/**
 * The city with the fewest tickets left in all its concerts together; null if no concert publishes
 * a number.
 */
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
