/** Bytes in which a key and its number are written. */
export const ENTRY_BYTES = 5;

/** Small numbers by key, in places found by the key itself. */
export class NumberTable {
  private readonly mask: number;
  private readonly keys: Int32Array;
  private readonly values: Int8Array;
  private readonly isTaken: Uint8Array;
  /** The last sum in which each place was counted. */
  private readonly counted: Uint32Array;
  private sums = 0;

  constructor(numbers: ReadonlyMap<number, number>) {
    let size = 16;
    while (size < 2 * numbers.size) size *= 2;
    this.mask = size - 1;
    this.keys = new Int32Array(size);
    this.values = new Int8Array(size);
    this.isTaken = new Uint8Array(size);
    this.counted = new Uint32Array(size);
    for (const [key, number] of numbers) {
      const at = this.placeOf(key);
      this.isTaken[at] = 1;
      this.keys[at] = key;
      this.values[at] = number;
    }
  }

  /** The number of a key, 0 for an unknown one. */
  get(key: number): number {
    const at = this.placeOf(key);
    return this.isTaken[at] === 1 ? (this.values[at] ?? 0) : 0;
  }

  /** Sum of the numbers of the keys that are known, each key once, and how many are. */
  sum(keys: readonly number[]): { sum: number; known: number } {
    this.sums++;
    let sum = 0;
    let known = 0;
    for (let i = 0; i < keys.length; i++) {
      const at = this.placeOf(keys[i] ?? 0);
      if (this.isTaken[at] !== 1 || this.counted[at] === this.sums) continue;
      this.counted[at] = this.sums;
      sum += this.values[at] ?? 0;
      known++;
    }
    return { sum, known };
  }

  private placeOf(key: number): number {
    let at = Math.imul(key, 0x9e3779b1) >>> 7;
    for (at &= this.mask; this.isTaken[at] === 1 && this.keys[at] !== key; )
      at = (at + 1) & this.mask;
    return at;
  }
}

/** Reads small numbers by key: four bytes of the key and one of the number each. */
export function readNumbers(bytes: Buffer): NumberTable {
  const numbers = new Map<number, number>();
  for (let at = 0; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES)
    numbers.set(bytes.readInt32LE(at), bytes.readInt8(at + 4));
  return new NumberTable(numbers);
}

/** Writes numbers from -128 to 127 by key, as {@link readNumbers} reads them. */
export function writeNumbers(numbers: ReadonlyMap<number, number>): Buffer {
  const bytes = Buffer.alloc(ENTRY_BYTES * numbers.size);
  let at = 0;
  for (const [key, number] of numbers) {
    bytes.writeInt32LE(key, at);
    bytes.writeInt8(number, at + 4);
    at += ENTRY_BYTES;
  }
  return bytes;
}
