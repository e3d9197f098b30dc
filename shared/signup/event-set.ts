/**
 * Sets of events as bits of 32-bit words: one row per account or per event, all rows in one array, so that the sets of 20,000
 * accounts cost no objects and a search combines 32 events at a time.
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

/** Moves every event of row `row` that `left` still holds from `left` to the end of `found`; `left` is one row. */
export function takeEvents(
  sets: EventSets,
  row: number,
  left: Int32Array,
  take: (event: number) => void,
): void {
  for (let index = 0; index < sets.width; index++) {
    const common = (sets.words[row * sets.width + index] ?? 0) & (left[index] ?? 0);
    if (common === 0) continue;
    left[index] = (left[index] ?? 0) & ~common;
    for (let word = common; word !== 0; word &= word - 1) {
      take(index * 32 + 31 - Math.clz32(word & -word));
    }
  }
}
