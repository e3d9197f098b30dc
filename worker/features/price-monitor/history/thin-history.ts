import { type HistoryPoint, MOST_HISTORY_POINTS } from '../../../../shared/price-monitor/schema.ts';

/** A step of the history; `at` is in milliseconds since the epoch. */
export type Step = Omit<HistoryPoint, 'at'> & { at: number };

/**
 * At most {@link MOST_HISTORY_POINTS} steps, oldest first. Steps of one slice of the period become one, with the values
 * of the last of them and the lowest and highest price of all.
 */
export function thinHistory(
  steps: readonly Step[],
  { from, to }: { from: number; to: number },
): Step[] {
  if (steps.length <= MOST_HISTORY_POINTS) return [...steps];
  // The step before the period has a slice of its own, as does one at the very end.
  const sliceMs = Math.max(1, (to - from) / (MOST_HISTORY_POINTS - 2));
  const slices = Map.groupBy(steps, ({ at }) => Math.floor((at - from) / sliceMs));
  return [...slices.values()].map((slice) => slice.reduce(mergeSteps));
}

/** The later step, with the extremes of both. */
const mergeSteps = (earlier: Step, later: Step): Step => ({
  ...later,
  low: extreme(Math.min, earlier.low, later.low),
  high: extreme(Math.max, earlier.high, later.high),
});

const extreme = (pick: typeof Math.min, a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : pick(a, b);
