import { parseJson } from '../../lib/json.ts';
import { readToken } from '../../lib/token.ts';

/** localStorage is shared by all tabs and outlives them; sessionStorage belongs to one tab. */
export type Place = 'browser' | 'tab';
/** `operator`: other operators who use this browser never see the entry. */
export type Owner = 'browser' | 'operator';

/** Values that storage refused (full or blocked). They last until the page is left. */
const unstored = new Map<string, string>();
const listeners = new Map<string, Set<() => void>>();

const storageOf = (place: Place): Storage => (place === 'tab' ? sessionStorage : localStorage);

/** `name` as a storage key, or null if the entry belongs to an operator and none is signed in. */
export function keyOf(name: string, owner: Owner): string | null {
  if (owner === 'browser') return name;
  const operator = readOperatorId();
  return operator === null ? null : `${name}@${operator}`;
}

/** The stored text, or null when there is none or storage is blocked. */
export function readText(key: string, place: Place = 'browser'): string | null {
  const kept = unstored.get(key);
  if (kept !== undefined) return kept;
  try {
    return storageOf(place).getItem(key);
  } catch {
    return null;
  }
}

/** @returns false when storage is full or blocked: the text then lasts until the page is left. */
export function writeText(key: string, text: string, place: Place = 'browser'): boolean {
  let isStored = true;
  unstored.delete(key);
  try {
    storageOf(place).setItem(key, text);
  } catch {
    unstored.set(key, text);
    isStored = false;
  }
  notify(key);
  return isStored;
}

export function removeText(key: string, place: Place = 'browser'): void {
  unstored.delete(key);
  try {
    storageOf(place).removeItem(key);
  } catch {
    // Blocked storage contains nothing.
  }
  notify(key);
}

/** Calls `onChange` after a change of `key` in this tab or another one. Returns the unsubscribe function. */
export function subscribeTo(key: string, onChange: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // `key` is null when all entries were cleared.
    if (event.key === key || event.key === null) onChange();
  };
  const ofKey = listeners.get(key) ?? new Set();
  listeners.set(key, ofKey);
  ofKey.add(onChange);
  window.addEventListener('storage', onStorage);
  return () => {
    ofKey.delete(onChange);
    window.removeEventListener('storage', onStorage);
  };
}

/** The keys that start with `prefix`; none when storage is blocked. */
export function listKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/**
 * Removes entries whose key starts with `prefix` and whose JSON has a `timestamp` (milliseconds) older than
 * `maxAgeMs`, or none.
 */
export function removeStale(prefix: string, maxAgeMs: number, now: number): void {
  for (const key of listKeys(prefix)) {
    const timestamp = readTimestamp(key);
    if (timestamp === null || now - timestamp > maxAgeMs) removeText(key);
  }
}

/** The `timestamp` (milliseconds) of a stored JSON object; null when it has none. */
export function readTimestamp(key: string): number | null {
  const value = parseJson(readText(key) ?? '');
  if (typeof value !== 'object' || value === null || !('timestamp' in value)) return null;
  return typeof value.timestamp === 'number' ? value.timestamp : null;
}

/** The `sub` claim of the session token: the operator's id. */
function readOperatorId(): string | null {
  const payload = readToken()?.split('.')[1];
  if (payload === undefined) return null;
  try {
    const claims = parseJson(atob(payload.replace(/-/g, '+').replace(/_/g, '/')));
    const isObject = typeof claims === 'object' && claims !== null;
    return isObject && 'sub' in claims && typeof claims.sub === 'string' ? claims.sub : null;
  } catch {
    // The text is not a token that this product issued.
    return null;
  }
}

function notify(key: string): void {
  for (const listener of listeners.get(key) ?? []) listener();
}
