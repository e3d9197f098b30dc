import type { DataKey } from '../../shared/env.ts';
import { DomainError } from '../../shared/errors.ts';

/** A column that holds sealed values, as `table.column`. Its table has a text column `seal_row`. */
export type SealedColumn = `${string}.${string}`;

/**
 * Where a sealed value belongs. The place is authenticated with the value: a value copied to another
 * table, column or row does not open, and neither does one whose `boundTo` values were changed.
 */
export interface Place {
  column: SealedColumn;
  /** The row's `seal_row`. */
  row: string;
  /** Values of other columns of the row that the secret was given for, such as host and port. */
  boundTo?: readonly (string | number)[];
}

/** Version of new values. `v1` values were bound to column and row only; they open until they are resealed. */
const VERSION = 'v2';
const OLD_VERSION = 'v1';
const IV_BYTES = 12;

const imported = new WeakMap<DataKey, Promise<CryptoKey>>();

/** Seals a text with AES-256-GCM under the first key: `v2.keyid.iv.ciphertext` (base64url). */
export async function seal(keys: readonly DataKey[], place: Place, text: string): Promise<string> {
  const key = keys[0];
  if (key === undefined) throw new DomainError('unavailable', 'No data key is set.');
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: additionalData(VERSION, place) },
    await importKey(key),
    new TextEncoder().encode(text),
  );
  return `${currentPrefix(keys)}${toBase64Url(iv)}.${toBase64Url(sealed)}`;
}

/**
 * Opens a value of {@link seal}, whichever of the keys it was sealed under.
 * @throws DomainError `internal` when the key is missing, or the value was changed or moved.
 */
export async function unseal(
  keys: readonly DataKey[],
  place: Place,
  sealed: string,
): Promise<string> {
  const [version = '', keyId, iv, text] = sealed.split('.');
  const key = keys.find((candidate) => candidate.id === keyId);
  const isReadable = version === VERSION || version === OLD_VERSION;
  if (!isReadable || key === undefined || iv === undefined || text === undefined) {
    throw new DomainError('internal', 'A stored secret cannot be opened: its key is not set.');
  }
  try {
    const opened = await crypto.subtle.decrypt(
      {
        name: 'AES-GCM',
        iv: Buffer.from(iv, 'base64url'),
        additionalData: additionalData(version, place),
      },
      await importKey(key),
      Buffer.from(text, 'base64url'),
    );
    return new TextDecoder().decode(opened);
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

const fingerprintKeys = new WeakMap<DataKey, Promise<CryptoKey>>();

/**
 * A keyed fingerprint: equal for equal texts of one column, and of no use without the key. The key id in front keeps
 * fingerprints of different keys apart.
 */
export async function fingerprint(
  keys: readonly DataKey[],
  column: string,
  text: string,
): Promise<string> {
  const key = keys[0];
  if (key === undefined) throw new DomainError('unavailable', 'No data key is set.');
  let macKey = fingerprintKeys.get(key);
  if (macKey === undefined) {
    macKey = deriveMacKey(key);
    fingerprintKeys.set(key, macKey);
  }
  const bytes = new TextEncoder().encode(JSON.stringify([column, text]));
  const mac = await crypto.subtle.sign('HMAC', await macKey, bytes);
  return `${key.id}.${toBase64Url(mac.slice(0, 16))}`;
}

/** A key of its own for fingerprints: the data key itself only encrypts. */
async function deriveMacKey(key: DataKey): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', key.bytes, 'HKDF', false, ['deriveKey']);
  const info = new TextEncoder().encode('fingerprint');
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info },
    base,
    { name: 'HMAC', hash: 'SHA-256', length: 256 },
    false,
    ['sign'],
  );
}

function importKey(key: DataKey): Promise<CryptoKey> {
  let promise = imported.get(key);
  if (promise === undefined) {
    promise = crypto.subtle.importKey('raw', key.bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
    imported.set(key, promise);
  }
  return promise;
}

/** The place as authenticated bytes; in `v1` without the values it is bound to. */
function additionalData(version: string, { column, row, boundTo = [] }: Place): Uint8Array {
  const parts = version === OLD_VERSION ? [version, column, row] : [version, column, row, boundTo];
  return new TextEncoder().encode(JSON.stringify(parts));
}

const toBase64Url = (bytes: Uint8Array | ArrayBuffer) =>
  Buffer.from(new Uint8Array(bytes)).toString('base64url');
