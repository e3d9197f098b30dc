/** Proxies refuse bodies of more than 1 MB unless their owner raises the limit. */
const MOST_BYTES = 900_000;
/** Reserved for the fields of a call besides its rows. */
const HEAD_BYTES = 2_000;

/**
 * Divides rows into the parts of an upload, so that none has more than `mostRows` rows or 900 kB.
 * @param sizes the bytes of each row as JSON
 * @returns the end of each part, as the number of rows up to it
 */
export function partEnds(sizes: Iterable<number>, mostRows: number): number[] {
  const ends: number[] = [];
  let rows = 0;
  let start = 0;
  let bytes = HEAD_BYTES;
  for (const size of sizes) {
    // With the comma behind it.
    const isFull = rows - start === mostRows || bytes + size + 1 > MOST_BYTES;
    if (isFull && rows > start) {
      ends.push(rows);
      start = rows;
      bytes = HEAD_BYTES;
    }
    rows += 1;
    bytes += size + 1;
  }
  if (rows > start) ends.push(rows);
  return ends;
}

const encoder = new TextEncoder();

/** The bytes of a value as JSON. */
export const jsonBytes = (value: unknown): number => encoder.encode(JSON.stringify(value)).length;
