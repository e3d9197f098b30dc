/** Observations are numbers: 1 for what holds, 0 for what does not. */
export const flag = (value: boolean): number => (value ? 1 : 0);

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

  /** Begins with what was observed of the whole mail, or with nothing. */
  constructor(ofMail?: Observations) {
    if (ofMail) this.values.set(ofMail.values);
  }

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

/** How much a place says about the code that stands in it: used only to choose among places of one code. */
const SAYS: Readonly<Record<string, number>> = {
  direct: 2,
  strong: 1,
  labelled: 1,
  cueEarly: 1,
  headEarly: 1,
  isLink: 1,
  verb: 0.5,
  pronoun: 0.5,
  spelled: 0.5,
  markExact: 0.5,
  isAlone: 0.5,
  sibling: 0.5,
  after: 0.5,
  cueOther: -2,
  headOther: -2,
  sentenceExpired: -2,
  negated: -1,
  isHidden: -1.5,
  isQuoted: -1.5,
  isSubject: -0.5,
  proseIndirect: -0.5,
  ordinaryRunsOn: -1,
  capsRun: -1,
  textTo: -2,
};

const COLUMNS = Object.entries(SAYS).map(([name, says]) => ({ column: columnOf(name), says }));

/** Ranks the places in which one code stands; the highest is the one that is judged. */
export function placeScore(seen: Observations): number {
  let sum = 0;
  for (const { column, says } of COLUMNS) sum += says * seen.at(column);
  return sum;
}
