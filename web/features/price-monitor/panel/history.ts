import type { HistoryPoint } from '../../../../shared/price-monitor/schema.ts';
import { DAY_MS } from '../../../../shared/times.ts';

/** The number of bars in the chart of available tickets. */
export const BARS = 36;

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];

/** Seconds between two labels of the time axis, so that no two labels are the same. */
export const tickSteps = (spanMs: number): number[] =>
  spanMs <= 2 * DAY_MS
    ? [...[1, 2, 5, 15, 30].map((n) => n * MINUTE), ...[1, 2, 3, 6, 12].map((n) => n * HOUR)]
    : [1, 2, 4, 7, 14, 28, 56].map((n) => n * DAY);

/** The values at the end of each of `count` equal parts of the period from the first point to `end`. */
export function barsOf(
  points: readonly HistoryPoint[],
  end: number,
  count: number,
): { at: number; available: number }[] {
  const [first] = points;
  if (first === undefined) return [];
  const start = Date.parse(first.at);
  let next = 0;
  let available = first.available;
  return Array.from({ length: count }, (_, part) => {
    const at = start + ((end - start) * (part + 1)) / count;
    for (; next < points.length; next++) {
      const point = points[next];
      if (point === undefined || Date.parse(point.at) > at) break;
      available = point.available;
    }
    return { at, available };
  });
}

/** The index of the last point that is not after `at`; 0 before the first. */
export const pointAt = (points: readonly HistoryPoint[], at: number): number =>
  Math.max(
    0,
    points.findLastIndex((point) => Date.parse(point.at) <= at),
  );

/** The chart as text: "Lowest price from $84.00 to $58.00 …". */
export function describeHistory(
  points: readonly HistoryPoint[],
  formatPrice: (price: number) => string,
): string {
  const lows = points.flatMap(({ low }) => (low === null ? [] : [low]));
  const highs = points.flatMap(({ high }) => (high === null ? [] : [high]));
  const [first] = lows;
  const last = lows.at(-1);
  const left = points.at(-1)?.available ?? 0;
  if (first === undefined || last === undefined) return 'No ticket was available in this period.';
  const verb = last < first ? 'fell' : last > first ? 'rose' : 'stayed';
  const change =
    verb === 'stayed'
      ? `stayed at ${formatPrice(last)}`
      : `${verb} from ${formatPrice(first)} to ${formatPrice(last)}`;
  return `Lowest price ${change}, highest price at most ${formatPrice(Math.max(...highs))}, ${left} tickets left.`;
}
