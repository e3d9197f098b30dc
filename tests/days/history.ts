/** What happened in a day: each entry with its time and the object that it is about. */
export interface Entry {
  /** Milliseconds since the epoch. */
  at: number;
  /** The name of an object, such as that of a profile; empty for faults. */
  about: string;
  text: string;
}

/**
 * A broken invariant. `about` names the object in the history that it concerns; empty for the whole
 * product.
 */
export interface Breach {
  about: string;
  text: string;
}

/** How long before and after an operation faults are listed. */
const AROUND_MS = 20_000;
const MOST_LINES = 60;

/**
 * The operations on the object of a breach, with the faults around them; the latest faults if it
 * names no object.
 */
export function shortHistory(
  history: readonly Entry[],
  { about }: Breach,
  startedAt: number,
): string[] {
  const ofSubject = history.filter((entry) => about !== '' && entry.about === about);
  const isNear = ({ at }: Entry) => ofSubject.some((entry) => Math.abs(entry.at - at) < AROUND_MS);
  const faults = history.filter(
    (entry) => entry.about === '' && (ofSubject.length === 0 || isNear(entry)),
  );
  return [...ofSubject, ...faults]
    .sort((a, b) => a.at - b.at)
    .slice(-MOST_LINES)
    .map(({ at, text }) => `${((at - startedAt) / 1000).toFixed(2).padStart(9)} ${text}`);
}
