import type { Trace } from './learned.ts';

/** Hashes of the places of a trace. */
const PLACES = 11;
/** Alphabet and length. */
const SHAPE_BYTES = 2;
const HASH_BYTES = 4;
/** The maximum length of the text of a trace in characters. */
const MOST_TEXT = 96;

/** Writes a trace as a short text of letters, digits, `-` and `_`. */
export function writeTrace({ alphabet, length, places, words }: Trace): string {
  const hashes = [...places, ...words];
  const bytes = Buffer.alloc(SHAPE_BYTES + HASH_BYTES * hashes.length);
  bytes.writeUInt8(alphabet, 0);
  bytes.writeUInt8(Math.min(255, length), 1);
  for (const [at, hash] of hashes.entries())
    bytes.writeUInt32LE(hash, SHAPE_BYTES + HASH_BYTES * at);
  return bytes.toString('base64url');
}

/** Reads a trace that {@link writeTrace} has written; null for any other text. */
export function readTrace(text: string): Trace | null {
  if (text.length > MOST_TEXT) return null;
  const bytes = Buffer.from(text, 'base64url');
  const hashes = (bytes.length - SHAPE_BYTES) / HASH_BYTES;
  if (!Number.isInteger(hashes) || hashes < PLACES) return null;
  const all = Array.from({ length: hashes }, (_, at) =>
    bytes.readUInt32LE(SHAPE_BYTES + HASH_BYTES * at),
  );
  return {
    alphabet: bytes.readUInt8(0),
    length: bytes.readUInt8(1),
    places: all.slice(0, PLACES),
    words: all.slice(PLACES),
  };
}
