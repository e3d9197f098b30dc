/** One observation of all rows: the rows where it is not 0, and how many of its thresholds each reaches. */
export interface Column {
  name: string;
  /** Values asked for, rising. */
  leasts: readonly number[];
  rows: Int32Array;
  /** 0 when a row reaches none of them. */
  reached: Uint8Array;
}

/** Thresholds tried of an observation that is not only 0 or 1. */
const STEPS = 16;
/** Questions that fewer rows answer with yes teach nothing that holds. */
const RARE = 6;

/** Parts a rising list of values into thresholds: its distinct values, or quantiles when they are many. */
function thresholdsOf(sorted: Float64Array): number[] {
  const picks = Array.from(
    { length: STEPS },
    (_, i) => sorted[Math.floor((i * sorted.length) / STEPS)] ?? 0,
  );
  const rareFrom = sorted[sorted.length - RARE] ?? Number.NEGATIVE_INFINITY;
  return [...new Set(picks)].filter((least) => least <= rareFrom);
}

/** Turns rows of observations into columns; what hardly occurs is left out. */
export function columnsOf(rows: readonly Readonly<Record<string, number>>[]): Column[] {
  const seen = new Map<string, { rows: number[]; values: number[] }>();
  for (const [row, features] of rows.entries())
    for (const [name, value] of Object.entries(features)) {
      if (value <= 0) continue;
      const known = seen.get(name) ?? { rows: [], values: [] };
      known.rows.push(row);
      known.values.push(value);
      seen.set(name, known);
    }
  return [...seen].flatMap(([name, { rows: at, values }]) => {
    const leasts = thresholdsOf(Float64Array.from(values).sort());
    if (leasts.length === 0) return [];
    const reached = Uint8Array.from(values, (value) => {
      const first = leasts.findIndex((least) => value < least);
      return first < 0 ? leasts.length : first;
    });
    return [{ name, leasts, rows: Int32Array.from(at), reached }];
  });
}
