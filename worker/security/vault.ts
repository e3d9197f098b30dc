import { DomainError } from '../../shared/errors.ts';
import type { DataKey } from '../env.ts';
import type { SealedColumn } from './sealed-columns.ts';

/**
 * Where a sealed value belongs. The place is authenticated with the value: a value copied to another
 * table, column or row does not open (part 4, "Data at rest").
 */
export interface Place {
  column: SealedColumn;
  /** The row's `seal_row`. */
  row: string;
}

const VERSION = 'v1';
const IV_BYTES = 12;

const imported = new WeakMap<DataKey, Promise<CryptoKey>>();

/** Seals a text with AES-256-GCM under the first key: `v1.keyid.iv.ciphertext` (base64url). */
export async function seal(keys: readonly DataKey[], place: Place, text: string): Promise<string> {
  const key = keys[0];
  if (key === undefined) throw new DomainError('unavailable', 'No data key is set.');
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: boundTo(place) },
    await importKey(key),
    new TextEncoder().encode(text),
  );
  return `${currentPrefix(keys)}${toBase64Url(iv)}.${toBase64Url(new Uint8Array(sealed))}`;
}

/**
 * Opens what {@link seal} made, whichever of the keys it was sealed under.
 * @throws DomainError `internal` when the key is missing, or the value was changed or moved.
 */
export async function unseal(
  keys: readonly DataKey[],
  place: Place,
  sealed: string,
): Promise<string> {
  const [version, keyId, iv, text] = sealed.split('.');
  const key = keys.find((candidate) => candidate.id === keyId);
  if (version !== VERSION || key === undefined || iv === undefined || text === undefined) {
    throw new DomainError('internal', 'A stored secret cannot be opened: its key is not set.');
  }
  try {
    const opened = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: fromBase64Url(iv), additionalData: boundTo(place) },
      await importKey(key),
      fromBase64Url(text),
    );
    return new TextDecoder().decode(opened);
  } catch (cause) {
    throw new DomainError(
      'internal',
      'A stored secret cannot be opened: it was changed or moved.',
      {
        cause,
      },
    );
  }
}

/** How values begin that are sealed under the key that seals today. */
export function currentPrefix(keys: readonly DataKey[]): string {
  return `${VERSION}.${keys[0]?.id ?? ''}.`;
}

function importKey(key: DataKey): Promise<CryptoKey> {
  let promise = imported.get(key);
  if (promise === undefined) {
    promise = crypto.subtle.importKey('raw', key.bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
    imported.set(key, promise);
  }
  return promise;
}

const boundTo = (place: Place) =>
  new TextEncoder().encode(JSON.stringify([VERSION, place.column, place.row]));

function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}
