import { useCallback, useSyncExternalStore } from 'react';

/** Checks what was read back from storage; null means "not usable, take the fallback". */
export type Validate<T> = (value: unknown) => T | null;

const listeners = new Map<string, Set<() => void>>();
/** Values that storage refused: they hold until the page is left. */
const unstored = new Map<string, string>();

/** Reads a JSON value from localStorage. Anything missing, unreadable or invalid gives null. */
export function readStored<T>(key: string, validate: Validate<T>): T | null {
  return parse(readText(key), validate);
}

/**
 * Writes a JSON value to localStorage and tells every {@link useStored} of the key.
 * @returns false when storage is full or blocked: the value then holds until the page is left.
 */
export function writeStored(key: string, value: unknown): boolean {
  const text = JSON.stringify(value);
  let isStored = true;
  unstored.delete(key);
  try {
    localStorage.setItem(key, text);
  } catch {
    unstored.set(key, text);
    isStored = false;
  }
  announce(key);
  return isStored;
}

/** Removes a key from localStorage. */
export function removeStored(key: string): void {
  unstored.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is blocked: there is nothing in it.
  }
  announce(key);
}

/**
 * A remembered choice as React state: validated when read, shared by every component and tab that uses the key.
 * `validate` must be a stable function (defined outside of the component).
 */
export function useStored<T>(
  key: string,
  validate: Validate<T>,
  fallback: T,
): [T, (value: T) => void] {
  const text = useSyncExternalStore(
    useCallback((onChange) => subscribe(key, onChange), [key]),
    () => readText(key),
  );
  const set = useCallback((value: T) => void writeStored(key, value), [key]);
  return [parse(text, validate) ?? fallback, set];
}

/** Takes true and false only. */
export const isStoredBoolean: Validate<boolean> = (value) =>
  typeof value === 'boolean' ? value : null;

/** Takes one of the given words only. Call it outside of components. */
export function oneOf<const T extends string>(words: readonly T[]): Validate<T> {
  return (value) => words.find((word) => word === value) ?? null;
}

/**
 * Removes entries whose key starts with `prefix` and whose JSON has a `timestamp` (milliseconds) older than
 * `maxAgeMs`, or none (part 4: stale encore-tool-cache entries are removed at start after 12 hours).
 */
export function removeStale(prefix: string, maxAgeMs: number, now: number): void {
  for (const key of storedKeys(prefix)) {
    const timestamp = readStored(key, timestampOf);
    if (timestamp === null || now - timestamp > maxAgeMs) removeStored(key);
  }
}

/** The `timestamp` (milliseconds) of a stored entry. */
export const timestampOf: Validate<number> = (value) => {
  if (typeof value !== 'object' || value === null || !('timestamp' in value)) return null;
  return typeof value.timestamp === 'number' ? value.timestamp : null;
};

/** The keys of localStorage that start with `prefix`; none when storage is blocked. */
export function storedKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

function readText(key: string): string | null {
  const kept = unstored.get(key);
  if (kept !== undefined) return kept;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function parse<T>(text: string | null, validate: Validate<T>): T | null {
  if (text === null) return null;
  try {
    return validate(JSON.parse(text));
  } catch {
    return null;
  }
}

function announce(key: string): void {
  for (const listener of listeners.get(key) ?? []) listener();
}

function subscribe(key: string, onChange: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
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
