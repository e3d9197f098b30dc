import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { DataKey } from '../../shared/env.ts';
import { DomainError } from '../../shared/errors.ts';

/** A column that holds sealed values, as `table.column`. Its table has a text column `seal_row`. */
export type SealedColumn = `${string}.${string}`;

/**
 * The place of a sealed value. The place is authenticated with the value: a value copied to another
 * table, column or row does not open, and neither does one whose `boundTo` values were changed.
 */
export interface Place {
  column: SealedColumn;
  /** The row's `seal_row`. */
  row: string;
  /** Values of other columns of the row that the secret was given for, such as host and port. */
  boundTo?: readonly (string | number)[];
}

/** The version of values. A value of another version would not be bound to the same data. */
const VERSION = 'v2';
const CIPHER = 'aes-256-gcm';
const WEB_CIPHER = 'AES-GCM';
const WEB_MAC = { name: 'HMAC', hash: 'SHA-256' };
/** The version of a fingerprint. */
const PRINT_BYTES = 16;
const IV_BYTES = 12;
/** Web Crypto draws at most 65,536 random bytes in one call. */
const IVS_IN_CALL = 5_000;
/** As base64url; 12 bytes need no padding, so that the IV can be encoded together with the text. */
const IV_CHARACTERS = 16;
const TAG_BYTES = 16;
const encoder = new TextEncoder();

/** Seals a text with AES-256-GCM under the first key: `v2.keyid.iv.ciphertext` (base64url). */
export function seal(keys: readonly DataKey[], place: Place, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, cipherKey(firstOf(keys)), iv);
  cipher.setAAD(encoder.encode(placeText(place)));
  const sealed = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
  const encoded = Buffer.concat(sealed).toString('base64url');
  return `${currentPrefix(keys)}${encoded.slice(0, IV_CHARACTERS)}.${encoded.slice(IV_CHARACTERS)}`;
}

/** A text to seal, and where it belongs. */
export interface Unsealed {
  place: Place;
  text: string;
}

/**
 * Seals texts like {@link seal}, in the same form and order. For thousands of texts it takes half
 * the time, because WebCrypto seals each with one call; for one text {@link seal} is faster,
 * because it waits for no promise.
 */
export async function sealAll(
  keys: readonly DataKey[],
  texts: readonly Unsealed[],
): Promise<string[]> {
  const { cipher } = await webKeys(firstOf(keys));
  const prefix = currentPrefix(keys);
  const ivs = drawIvs(texts.length);
  const encodedIvs = ivs.toString('base64url');
  const places = encodeAll(texts.map(({ place }) => placeText(place)));
  const sealing = encodeAll(texts.map(({ text }) => text)).map((bytes, at) => {
    const iv = ivs.subarray(at * IV_BYTES, (at + 1) * IV_BYTES);
    const algorithm = {
      name: WEB_CIPHER,
      iv,
      additionalData: places[at],
      tagLength: TAG_BYTES * 8,
    };
    return crypto.subtle.encrypt(algorithm, cipher, bytes);
  });
  return (await Promise.all(sealing)).map((bytes, at) => {
    const encodedIv = encodedIvs.slice(at * IV_CHARACTERS, (at + 1) * IV_CHARACTERS);
    return `${prefix}${encodedIv}.${Buffer.from(bytes).toString('base64url')}`;
  });
}

function drawIvs(count: number): Buffer {
  const ivs = Buffer.alloc(IV_BYTES * count);
  for (let start = 0; start < ivs.length; start += IV_BYTES * IVS_IN_CALL) {
    crypto.getRandomValues(ivs.subarray(start, start + IV_BYTES * IVS_IN_CALL));
  }
  return ivs;
}

/**
 * Opens a value of {@link seal} with whichever of the keys sealed it.
 * @throws DomainError `internal` when the key is missing, or the value was changed or moved.
 */
export function unseal(keys: readonly DataKey[], place: Place, sealed: string): string {
  const [version = '', keyId, iv, text] = sealed.split('.');
  const key = keys.find((candidate) => candidate.id === keyId);
  if (version !== VERSION || key === undefined || iv === undefined || text === undefined) {
    throw new DomainError('internal', 'A stored secret cannot be opened: its key is not set.');
  }
  try {
    const bytes = Buffer.from(text, 'base64url');
    const decipher = createDecipheriv(CIPHER, cipherKey(key), Buffer.from(iv, 'base64url'), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(encoder.encode(placeText(place)));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const opened = decipher.update(bytes.subarray(0, -TAG_BYTES), undefined, 'utf8');
    return opened + decipher.final('utf8');
  } catch (cause) {
    throw new DomainError(
      'internal',
      'A stored secret cannot be opened: it was changed or moved.',
      { cause },
    );
  }
}

/** The prefix of values in the current version under the current key; `npm run rotate-key` reseals all others. */
export function currentPrefix(keys: readonly DataKey[]): string {
  return `${VERSION}.${keys[0]?.id ?? ''}.`;
}

/**
 * Keyed fingerprints, in the order of the texts: equal for equal texts of one column, and of no use
 * without the key. The prefix with the key id separates fingerprints of different keys.
 */
export async function fingerprintAll(
  keys: readonly DataKey[],
  column: string,
  texts: readonly string[],
): Promise<string[]> {
  const key = firstOf(keys);
  const { mac } = await webKeys(key);
  const signing = encodeAll(texts.map((text) => JSON.stringify([column, text]))).map((bytes) =>
    crypto.subtle.sign(WEB_MAC.name, mac, bytes),
  );
  return (await Promise.all(signing)).map(
    (bytes) => `${key.id}.${Buffer.from(bytes, 0, PRINT_BYTES).toString('base64url')}`,
  );
}

interface WebKeys {
  cipher: CryptoKey;
  mac: CryptoKey;
}
const cachedWebKeys = new WeakMap<DataKey, WebKeys>();

/** Fingerprints have a separate key. */
async function webKeys(key: DataKey): Promise<WebKeys> {
  const cached = cachedWebKeys.get(key);
  if (cached) return cached;
  const macBytes = hkdfSync('sha256', key.bytes, new Uint8Array(32), 'fingerprint', 32);
  const { subtle } = crypto;
  const [cipher, mac] = await Promise.all([
    subtle.importKey('raw', key.bytes, WEB_CIPHER, false, ['encrypt']),
    subtle.importKey('raw', macBytes, WEB_MAC, false, ['sign']),
  ]);
  const made = { cipher, mac };
  cachedWebKeys.set(key, made);
  return made;
}

const cachedCipherKeys = new WeakMap<DataKey, KeyObject>();

/** Created once: a cipher takes a third less time with a key object. */
function cipherKey(key: DataKey): KeyObject {
  const made = cachedCipherKeys.get(key) ?? createSecretKey(key.bytes);
  cachedCipherKeys.set(key, made);
  return made;
}

function firstOf([key]: readonly DataKey[]): DataKey {
  if (key === undefined) throw new DomainError('unavailable', 'No data key is set.');
  return key;
}

/** The place as text, whose bytes are authenticated. */
const placeText = ({ column, row, boundTo = [] }: Place): string =>
  JSON.stringify([VERSION, column, row, boundTo]);

/** The bytes of each text. ASCII texts are encoded together: a call for each of them takes three times as long. */
function encodeAll(texts: readonly string[]): Uint8Array[] {
  const together = texts.join('');
  const bytes = encoder.encode(together);
  if (bytes.length > together.length) return texts.map((text) => encoder.encode(text));
  let end = 0;
  return texts.map(({ length }) => {
    const from = end;
    end += length;
    return bytes.subarray(from, end);
  });
}
