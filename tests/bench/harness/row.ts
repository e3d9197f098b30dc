/** One measured figure beside its limit or peer. */
export interface Row {
  what: string;
  measured: number;
  unit: string;
  /** The limit, or the peer that the figure is compared with. */
  against: string;
  limit: number;
}

/** The `measure` that the bench file of a capability exports. */
export type Measure = () => Promise<Row[]>;

/** A figure as a share of its limit: the goal is met if it is at most 1. */
export const ratioOf = (row: Row): number => row.measured / row.limit;

/** The value below which the given share of `samples` lies; `share` is from 0 to 1. */
export function percentile(samples: number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** One row of the printed table, as wide as `widths`. */
function line(cells: string[], widths: number[]): string {
  return cells
    .map((cell, index) =>
      index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0),
    )
    .join('  ');
}

/** The rows as a table for a terminal. */
export function formatTable(rows: Row[]): string {
  const head = ['what', 'measured', 'limit', 'against', 'ratio'];
  const body = rows.map((row) => [
    row.what,
    `${round(row.measured)} ${row.unit}`,
    `${round(row.limit)} ${row.unit}`,
    row.against,
    `${ratioOf(row).toFixed(2)}${ratioOf(row) > 1 ? ' OVER' : ''}`,
  ]);
  const widths = head.map((title, column) =>
    Math.max(title.length, ...body.map((cells) => cells[column]?.length ?? 0)),
  );
  return [head, widths.map((width) => '-'.repeat(width)), ...body]
    .map((cells) => line(cells, widths))
    .join('\n');
}

const round = (value: number) => Number(value.toPrecision(4));
