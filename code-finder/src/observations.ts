/** Columns of all observations, numbered in the order in which they are first named. */
const columns = new Map<string, number>();
/** More than are ever named. */
const MOST = 256;
/** Possible codes whose observations share a piece of memory: one large piece is had for less than many small ones. */
const SHARING = 32;

/** The number under which an observation is kept. */
export function columnOf(name: string): number {
  const known = columns.get(name);
  if (known !== undefined) return known;
  const column = columns.size;
  if (column >= MOST) throw new Error(`There are more than ${MOST} observations: ${name}`);
  columns.set(name, column);
  return column;
}

/** Names of a group of observations in their order, with the column of each. */
interface Group {
  names: readonly string[];
  columns: readonly number[];
}

/** Groups by their first name: those of one place in the code are always alike, so no name is looked up again. */
const groups = new Map<string, Group>();

function groupOf(first: string, values: object): Group {
  const known = groups.get(first);
  if (known) return known;
  const names = Object.keys(values);
  const group = { names, columns: names.map(columnOf) };
  groups.set(first, group);
  return group;
}

let memory = new Float64Array(0);
let taken = 0;

/** Room for the observations of one possible code. */
function newRoom(): Float64Array {
  if (taken === memory.length) {
    memory = new Float64Array(MOST * SHARING);
    taken = 0;
  }
  taken += MOST;
  return memory.subarray(taken - MOST, taken);
}

/** What was observed of one possible code: numbers by name, 0 for what was not. */
export class Observations {
  private readonly values = newRoom();

  /** Begins with what was observed of the whole mail, or with nothing. */
  constructor(ofMail?: Observations) {
    if (ofMail) this.values.set(ofMail.values);
  }

  /** Adds a group of observations; one that is there already is replaced. */
  note(group: Readonly<Record<string, number | undefined>>): this {
    let known: Group | null = null;
    let at = 0;
    for (const name in group) {
      known ??= groupOf(name, group);
      const column = known.names[at] === name ? known.columns[at] : undefined;
      this.values[column ?? columnOf(name)] = group[name] ?? 0;
      at++;
    }
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
