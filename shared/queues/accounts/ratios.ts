/** The performance labels of an average ratio, the best first. */
export const PERFORMANCES = ['Excellent', 'Good', 'Average', 'Poor'] as const;
export type Performance = (typeof PERFORMANCES)[number];

/** The highest average ratio of each label; the rest is Poor. */
export const PERFORMANCE_LIMITS: readonly [Performance, number][] = [
  ['Excellent', 0.03],
  ['Good', 0.1],
  ['Average', 0.2],
];

/** Up to 0.03 Excellent; up to 0.10 Good; up to 0.20 Average; otherwise Poor. */
export const performanceOf = (avgRatio: number): Performance =>
  PERFORMANCE_LIMITS.find(([, highest]) => avgRatio <= highest)?.[0] ?? 'Poor';

/** A fraction as a percentage with 2 decimals: 0.0512 gives 5.12%. */
export const formatRatio = (ratio: number): string => `${(ratio * 100).toFixed(2)}%`;

/** Ranks 1 to 3 get medals. */
export const medalOf = (rank: number): string | null => ['🥇', '🥈', '🥉'][rank - 1] ?? null;

export const DEFAULT_THRESHOLD = 5;
const LOWEST_THRESHOLD = 0.1;
const HIGHEST_THRESHOLD = 100;

/** Max AVG Ratio: a percentage from 0.1 to 100 in steps of 0.1; null for anything else. */
export function readThreshold(text: string): number | null {
  const trimmed = text.trim();
  if (!/^\d{1,3}(?:\.\d+)?$/.test(trimmed)) return null;
  const percent = Number(trimmed);
  const isStep = Math.abs(percent * 10 - Math.round(percent * 10)) < 1e-9;
  const isWithin = percent >= LOWEST_THRESHOLD && percent <= HIGHEST_THRESHOLD;
  return isStep && isWithin ? percent : null;
}

/**
 * A percentage as the fraction that calls use: 5 gives 0.05, without the rounding error of a
 * division.
 */
export const fractionOf = (percent: number): number => Number((percent / 100).toFixed(4));
