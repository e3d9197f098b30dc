import { useCallback, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';

import { parseJson } from '../../lib/json.ts';

import {
  keyOf,
  listKeys,
  type Owner,
  type Place,
  readText,
  readTimestamp,
  removeText,
  subscribeTo,
  writeText,
} from './storage.ts';

/** A value in the browser's storage. Use it in components through {@link useSaved}. */
export interface Saved<T> {
  read: () => T;
  /** @returns false when storage is full or blocked: the value then lasts until the page is left. */
  write: (value: T) => boolean;
  subscribe: (onChange: () => void) => () => void;
}

interface SavedOptions<T> {
  /** Storage key. Entries of an operator get the operator's id as suffix. */
  key: string;
  /** Reads the parsed JSON. Give each part that may be missing or wrong a `z.catch`. */
  schema: z.core.$ZodType<T>;
  /** The value if nothing usable is stored. */
  fallback: NoInfer<T>;
  /** `operator` for everything that names accounts, webhooks, codes or searches. */
  owner: Owner;
  /** `browser` unless each tab has its own value. */
  place?: Place;
}

/**
 * Declares a stored value. Call it at module level.
 * @example
 * const view = saved({ key: 'ticketing-view', schema: z.enum(['grid', 'list']), fallback: 'grid', owner: 'browser' });
 */
export function saved<T>({
  key: name,
  schema,
  fallback,
  owner,
  place = 'browser',
}: SavedOptions<T>): Saved<T> {
  let parsed: { text: string; value: T } | null = null;
  const read = () => {
    const key = keyOf(name, owner);
    const text = key === null ? null : readText(key, place);
    if (text === null) return fallback;
    // The same text gives the same object: React compares snapshots by identity.
    if (text !== parsed?.text) parsed = { text, value: parse(text, schema, fallback) };
    return parsed.value;
  };
  return {
    read,
    write: (value) => {
      const key = keyOf(name, owner);
      if (key === null) return false;
      // A value of the schema's type needs no second parse.
      parsed = { text: JSON.stringify(value), value };
      return writeText(key, parsed.text, place);
    },
    subscribe: (onChange) => {
      const key = keyOf(name, owner);
      return key === null ? () => {} : subscribeTo(key, onChange);
    },
  };
}

/** A stored value as React state, shared by all components and tabs. */
export function useSaved<T>(entry: Saved<T>): [T, (value: T) => void] {
  const value = useSyncExternalStore(entry.subscribe, entry.read);
  return [value, useCallback((next: T) => void entry.write(next), [entry])];
}

/** Entries under a common prefix, each with a `timestamp` in milliseconds. They belong to the operator. */
export interface SavedCache<T extends { timestamp: number }> {
  /** The names of the operator's entries. */
  names: () => string[];
  read: (name: string) => T | null;
  /** @returns false when storage is blocked, or stays full after older entries were removed. */
  write: (name: string, value: T) => boolean;
  remove: (name: string) => void;
}

/**
 * Declares entries `{prefix}{name}`. When storage is full, the oldest half of them is removed until the new one fits.
 */
export function savedCache<T extends { timestamp: number }>(
  prefix: string,
  schema: z.core.$ZodType<T>,
): SavedCache<T> {
  const keyFor = (name: string) => keyOf(prefix + name, 'operator');
  return {
    names: () => {
      const suffix = keyFor('')?.slice(prefix.length) ?? null;
      const keys = suffix === null ? [] : listKeys(prefix).filter((key) => key.endsWith(suffix));
      return keys.map((key) => key.slice(prefix.length, key.length - (suffix ?? '').length));
    },
    read: (name) => {
      const key = keyFor(name);
      return key === null ? null : parse(readText(key), schema, null);
    },
    remove: (name) => {
      const key = keyFor(name);
      if (key !== null) removeText(key);
    },
    write: (name, value) => {
      const key = keyFor(name);
      if (key === null) return false;
      while (!writeText(key, JSON.stringify(value))) {
        const others = listByAge(prefix).filter((other) => other !== key);
        if (others.length === 0) return false;
        for (const old of others.slice(0, Math.ceil(others.length / 2))) removeText(old);
      }
      return true;
    },
  };
}

function parse<T, Fallback>(
  text: string | null,
  schema: z.core.$ZodType<T>,
  fallback: Fallback,
): T | Fallback {
  if (text === null) return fallback;
  const result = z.safeParse(schema, parseJson(text));
  return result.success ? result.data : fallback;
}

/** Keys with the prefix, oldest first. Entries without a timestamp count as oldest. */
function listByAge(prefix: string): string[] {
  return listKeys(prefix)
    .map((key) => ({ key, timestamp: readTimestamp(key) ?? 0 }))
    .sort((a, b) => a.timestamp - b.timestamp)
    .map(({ key }) => key);
}
