/** Limits and first values of the search form. */
export const SEARCH_LIMITS = {
  hours: { min: 1, max: 720, initial: 24 },
  days: { min: 1, max: 30, initial: 2 },
  /** The most keywords: every mail of the period is searched for each. */
  keywords: 50,
  /** A search has 170 s, in which a healthy scanner reads about 500 mailboxes. */
  mailboxes: 500,
  watchedMailboxes: 50,
  words: 200,
  /** Characters of one keyword or word. */
  wordLength: 200,
  allowedSpecialChars: 100,
  /** The shortest and longest code that the scanner recognises. */
  code: { shortest: 3, longest: 40 },
} as const;

/** The time limit of a search; the client gives up at 180 s. */
export const SEARCH_DEADLINE_MS = 170_000;

/** A finished search can be read again by its id for this long. The server keeps it for 5 minutes. */
export const SEARCH_KEPT_MS = 280_000;

/** The highest confidence: a code is never certain, and rounding must not show 100%. */
export const HIGHEST_CONFIDENCE = 0.99;

/** Codes below this chance are less likely: folded in the list, and not notified. */
export const LIKELY_FROM = 0.5;

export const CONFIDENCE_BANDS = ['high', 'medium', 'low'] as const;
export type ConfidenceBand = (typeof CONFIDENCE_BANDS)[number];

/** High from 0.8, medium from 0.5, else low. */
export function confidenceBand(confidence: number): ConfidenceBand {
  if (confidence >= 0.8) return 'high';
  return confidence >= LIKELY_FROM ? 'medium' : 'low';
}
