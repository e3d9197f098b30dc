import { columnOf, type Observations } from './observations.ts';

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
