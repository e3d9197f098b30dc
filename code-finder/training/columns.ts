import { columnNames, columnOf, type Observations } from '../src/observations.ts';

/**
 * One observation of all rows: the rows in which it is not 0, and how many of its thresholds each
 * reaches.
 */
export interface Column {
  name: string;
  /** The thresholds in ascending order. */
  leasts: readonly number[];
  rows: Int32Array;
  /** The number of thresholds that each row reaches; 0 for none. */
  reached: Uint8Array;
}

/** The most thresholds that are tried for an observation with values beyond 0 and 1. */
const STEPS = 16;
/**
 * Questions that fewer rows answer with yes are omitted, because their results do not apply to
 * others.
 */
const RARE = 6;

/** Splits sorted values into thresholds: its distinct values, or quantiles when they are many. */
function thresholdsOf(sorted: Float64Array): number[] {
  const picks = Array.from(
    { length: STEPS },
    (_, i) => sorted[Math.floor((i * sorted.length) / STEPS)] ?? 0,
  );
  const rareFrom = sorted[sorted.length - RARE] ?? Number.NEGATIVE_INFINITY;
  return [...new Set(picks)].filter((least) => least <= rareFrom);
}

/**
 * Turns the observations of rows into columns, those whose name `counts`; rare observations are
 * omitted.
 */
export function columnsOf(
  rows: readonly Observations[],
  counts: (name: string) => boolean,
): Column[] {
  return columnNames().flatMap((name) => {
    if (!counts(name)) return [];
    const column = columnOf(name);
    const at: number[] = [];
    const values: number[] = [];
    for (const [row, features] of rows.entries()) {
      const value = features.at(column);
      if (value <= 0) continue;
      at.push(row);
      values.push(value);
    }
    const leasts = thresholdsOf(Float64Array.from(values).sort());
    if (leasts.length === 0) return [];
    const reached = Uint8Array.from(values, (value) => {
      const first = leasts.findIndex((least) => value < least);
      return first < 0 ? leasts.length : first;
    });
    return [{ name, leasts, rows: Int32Array.from(at), reached }];
  });
}
