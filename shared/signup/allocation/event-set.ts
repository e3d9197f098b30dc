/**
 * Sets of events as bits of 32-bit words: one row per list of categories or per event, all rows in one array, so that
 * the sets of 200,000 accounts cost no objects and a search combines 32 events at a time.
 */
export interface EventSets {
  words: Int32Array;
  /** Words per row. */
  width: number;
}

export function createEventSets(rows: number, events: number): EventSets {
  const width = Math.max(1, Math.ceil(events / 32));
  return { words: new Int32Array(rows * width), width };
}

export function hasEvent(sets: EventSets, row: number, event: number): boolean {
  const word = sets.words[row * sets.width + (event >> 5)] ?? 0;
  return (word & (1 << (event & 31))) !== 0;
}

export function addEvent(sets: EventSets, row: number, event: number): void {
  const index = row * sets.width + (event >> 5);
  sets.words[index] = (sets.words[index] ?? 0) | (1 << (event & 31));
}

export function removeEvent(sets: EventSets, row: number, event: number): void {
  const index = row * sets.width + (event >> 5);
  sets.words[index] = (sets.words[index] ?? 0) & ~(1 << (event & 31));
}

/** Adds all events of a row of `sets` to a row of `target`, which has the same width. */
export function addAll(target: EventSets, to: number, sets: EventSets, row: number): void {
  for (let word = 0; word < sets.width; word++) {
    const index = to * target.width + word;
    target.words[index] = (target.words[index] ?? 0) | (sets.words[row * sets.width + word] ?? 0);
  }
}

/**
 * Writes the events that are in both row `row` and the only row of `mask` into `events`, ascending,
 * from index `from`.
 * @returns the index after the last one
 */
export function listCommon(
  sets: EventSets,
  row: number,
  mask: Int32Array,
  events: Int32Array,
  from = 0,
): number {
  let end = from;
  for (let index = 0; index < sets.width; index++) {
    let word = (sets.words[row * sets.width + index] ?? 0) & (mask[index] ?? 0);
    for (; word !== 0; word &= word - 1) events[end++] = index * 32 + 31 - Math.clz32(word & -word);
  }
  return end;
}
