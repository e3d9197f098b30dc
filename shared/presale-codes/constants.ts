/** Limits and first values of the search form (part 1, 5 and 9). */
export const SEARCH_LIMITS = {
  hours: { min: 1, max: 720, initial: 24 },
  days: { min: 1, max: 30, initial: 2 },
  keywords: 50,
  mailboxes: 500,
  words: 200,
  codeLength: 64,
} as const;

/** One search has this long, whatever happens: the client gives up at 180 s. */
export const SEARCH_DEADLINE_MS = 170_000;

/** A finished search can be asked for again by its id for so long: the desk keeps it 5 minutes. */
export const SEARCH_KEPT_MS = 280_000;

/** A chance is never certain: what is as good as sure is told as this, so that no rounding makes 100% of it. */
export const HIGHEST_CONFIDENCE = 0.99;

export type ConfidenceBand = 'high' | 'medium' | 'low';

/** Confidence bands (part 1, 9). */
export function confidenceBand(confidence: number): ConfidenceBand {
  if (confidence >= 0.8) return 'high';
  return confidence >= 0.5 ? 'medium' : 'low';
}
