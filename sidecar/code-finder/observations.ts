/** Columns of all observations, numbered in the order in which they are first named. */
const columns = new Map<string, number>();
/** More than are ever named. */
const MOST = 256;

/** The number under which an observation is kept. */
export function columnOf(name: string): number {
  const known = columns.get(name);
  if (known !== undefined) return known;
  const column = columns.size;
  if (column >= MOST) throw new Error(`There are more than ${MOST} observations: ${name}`);
  columns.set(name, column);
  return column;
}

/** What was observed of one possible code: numbers by name, 0 for what was not. */
export class Observations {
  private readonly values = new Float64Array(MOST);

  /** Adds a group of observations; one that is there already is replaced. */
  note(group: Readonly<Record<string, number | undefined>>): this {
    for (const name in group) this.values[columnOf(name)] = group[name] ?? 0;
    return this;
  }

  get(name: string): number {
    return this.values[columnOf(name)] ?? 0;
  }

  has(name: string): boolean {
    return this.get(name) > 0;
  }

  /** The value kept under a number of {@link columnOf}. */
  at(column: number): number {
    return this.values[column] ?? 0;
  }

  /** All that is not 0, by name. */
  toRecord(): Record<string, number> {
    const named = [...columns].map(([name, column]) => [name, this.at(column)] as const);
    return Object.fromEntries(named.filter(([, value]) => value !== 0));
  }
}
